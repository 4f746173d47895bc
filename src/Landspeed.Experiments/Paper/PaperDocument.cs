using Landspeed.Experiments.Results;
using Landspeed.Experiments.Results.Paper;

namespace Landspeed.Experiments.Paper;

/// <summary>The report of 2004 done again: the results that it rests on, and what they say of its findings.</summary>
public static class PaperDocument
{
    /// <summary>Draws it up; a pure function of its parts.</summary>
    /// <param name="parts">The results, each whole or partial; the first of a kind counts. One or more.</param>
    /// <param name="about">What they do not say themselves.</param>
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

/// <summary>What the parts of a paper do not say themselves.</summary>
public sealed record PaperFacts
{
    /// <summary>What the device of the volume is an array of; see <see cref="PaperLabels.ArrayOption"/>.</summary>
    public required string Array { get; init; }

    /// <summary>Whether the long form was asked for.</summary>
    public bool Full { get; init; }

    /// <summary>Whether something ended it before its last part.</summary>
    public bool Partial { get; init; }

    /// <summary>What the reader is to know of the whole: a part that is missing, a result that was not used.</summary>
    public IReadOnlyList<FindingRecord> Findings { get; init; } = [];
}

/// <summary>The kinds of results that a paper rests on.</summary>
internal static class PaperKinds
{
    /// <summary>Whether a result is a sweep.</summary>
    internal static bool IsSweep(ResultDocument part) => part.Kind == ResultKinds.Sweep;

    /// <summary>Whether a result is of created files.</summary>
    internal static bool IsCreation(ResultDocument part) => part is { Kind: ResultKinds.Patterns, Variant: ResultKinds.Creation };
}
