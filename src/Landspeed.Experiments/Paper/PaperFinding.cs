using Landspeed.Results;
using Landspeed.Results.Paper;
using static System.FormattableString;

namespace Landspeed.Experiments.Paper;

/// <summary>One of the five findings of MSR-TR-2004-136, and the rule by which it is judged.</summary>
/// <param name="Number">1 to 5.</param>
/// <param name="Statement">What the report found, as a sentence.</param>
/// <param name="Then">Its numbers, as a sentence.</param>
/// <param name="Rule">When it is confirmed and when refuted, in words.</param>
/// <param name="Judge">The rule; a pure function of results.</param>
internal sealed record PaperFinding(int Number, string Statement, string Then, string Rule, Func<PaperEvidence, PaperJudgement> Judge)
{
    /// <summary>Returns the finding as a cell of the document.</summary>
    internal CellRecord On(PaperEvidence evidence)
    {
        string name = Invariant($"finding-{Number}");
        PaperJudgement judged = Judge(evidence);
        var facts = new Dictionary<string, string>
        {
            [PaperLabels.Statement] = Statement, [PaperLabels.Then] = Then, [PaperLabels.Here] = judged.Here, [PaperLabels.Rule] = Rule,
        };
        if (judged.Needed is { } needed)
        {
            facts.Add(PaperLabels.Needed, needed);
        }

        return new CellRecord
        {
            Name = name,
            Labels = new Dictionary<string, string> { [PaperLabels.Finding] = Invariant($"{Number}"), [PaperLabels.Outcome] = judged.Outcome },
            State = CellState.Done,
            Runs = [new RunRecord { Cell = name, Round = 0, Facts = facts }],
        };
    }
}

/// <summary>The outcome of a rule.</summary>
/// <param name="Outcome">
/// <see cref="PaperLabels.Confirmed"/>, <see cref="PaperLabels.Refuted"/>, <see cref="PaperLabels.Inconclusive"/> or
/// <see cref="PaperLabels.NotTestable"/>.
/// </param>
/// <param name="Here">The numbers, in one or more sentences.</param>
/// <param name="Needed">What would decide, as a sentence, or null if it is decided.</param>
internal sealed record PaperJudgement(string Outcome, string Here, string? Needed = null)
{
    /// <summary>Returns the judgement that it holds.</summary>
    internal static PaperJudgement Confirmed(string here) => new(PaperLabels.Confirmed, here);

    /// <summary>Returns the judgement that it does not hold.</summary>
    internal static PaperJudgement Refuted(string here) => new(PaperLabels.Refuted, here);

    /// <summary>Returns the judgement that it was tested, and the runs are inconclusive.</summary>
    /// <param name="here">The numbers.</param>
    /// <param name="needed">What would decide.</param>
    internal static PaperJudgement Inconclusive(string here, string needed) => new(PaperLabels.Inconclusive, here, needed);

    /// <summary>Returns the judgement that it cannot be tested here.</summary>
    /// <param name="here">Why, with the existing numbers.</param>
    /// <param name="needed">What a test needs.</param>
    internal static PaperJudgement NotTestable(string here, string needed) => new(PaperLabels.NotTestable, here, needed);
}
