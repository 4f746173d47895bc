using Landspeed.Results;
using Landspeed.Results.Paper;

namespace Landspeed.Experiments.Paper;

/// <summary>
/// Reproduces the report of 2004: the results that it is based on, and what they mean for its findings.
/// </summary>
public static class PaperDocument
{
    /// <summary>Creates the document; a pure function of its parts.</summary>
    /// <param name="parts">The results, each complete or partial; the first of each kind counts. One or more.</param>
    /// <param name="about">Facts that the results do not contain.</param>
    public static ResultDocument Of(IReadOnlyList<ResultDocument> parts, PaperFacts about)
    {
        ArgumentNullException.ThrowIfNull(parts);
        ArgumentNullException.ThrowIfNull(about);
        var evidence = new PaperEvidence(parts.FirstOrDefault(PaperKinds.IsSweep), parts.FirstOrDefault(PaperKinds.IsCreation), about.Array);
        return new ResultDocument
        {
            Kind = ResultKinds.Paper,
            Tool = ProductVersion.Tool,
            StartedAt = parts.Min(part => part.StartedAt),
            Partial = about.Partial || parts.Any(part => part.Partial),
            Hosts = parts[0].Hosts,
            Places = parts[0].Places,
            Setup = new SetupRecord
            {
                Options = new Dictionary<string, string> { [PaperLabels.GridOption] = about.Full ? "full" : "quick" },
                Effective = new Dictionary<string, string> { [PaperLabels.ArrayOption] = about.Array },
            },
            Cells = [.. PaperFindings.All.Select(finding => finding.On(evidence))],
            Conclusions = OpenQuestion.Answer(evidence),
            Findings = about.Findings,
            Parts = parts,
        };
    }
}

/// <summary>Facts that the parts of a paper do not contain.</summary>
public sealed record PaperFacts
{
    /// <summary>The kind of array that the volume's device is; see <see cref="PaperLabels.ArrayOption"/>.</summary>
    public required string Array { get; init; }

    /// <summary>Whether the long form was requested.</summary>
    public bool Full { get; init; }

    /// <summary>Whether something ended it before its last part.</summary>
    public bool Partial { get; init; }

    /// <summary>What the reader needs to know about the whole: a missing part, an unused result.</summary>
    public IReadOnlyList<FindingRecord> Findings { get; init; } = [];
}

/// <summary>The kinds of results that a paper is based on.</summary>
internal static class PaperKinds
{
    internal static bool IsSweep(ResultDocument part) => part.Kind == ResultKinds.Sweep;

    /// <summary>Tells whether a result is about created files.</summary>
    internal static bool IsCreation(ResultDocument part) => part is { Kind: ResultKinds.Patterns, Variant: ResultKinds.Creation };
}
