using Landspeed.Results;

namespace Landspeed.Experiments.Collecting;

/// <summary>Combines several results into one document, to be shown side by side; pure functions.</summary>
public static class Collection
{
    /// <summary>Puts results on one page, in the given order.</summary>
    /// <param name="results">One or more, each with a unique label.</param>
    /// <param name="findings">Findings about the whole, for example which files were left out.</param>
    /// <returns>A document of the kind <see cref="ResultKinds.Report"/>, which contains each of them completely;
    /// machines and places once.</returns>
    public static ResultDocument Of(IReadOnlyList<ResultDocument> results, IReadOnlyList<FindingRecord> findings)
    {
        ArgumentNullException.ThrowIfNull(results);
        return new ResultDocument
        {
            Kind = ResultKinds.Report,
            Tool = ProductVersion.Tool,
            MethodVersion = results.Max(result => result.MethodVersion),
            StartedAt = results.Min(result => result.StartedAt),
            Partial = results.Any(result => result.Partial),
            Hosts = Origins.Hosts(results),
            Places = Origins.Places(results),
            Setup = new SetupRecord(),
            Cells = [],
            Findings = findings,
            Parts = results,
        };
    }
}
