using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

/// <summary>The situations in which every conclusion is tested.</summary>
public enum Situation
{
    /// <summary>One is twice as good as the other, in five runs that hardly spread.</summary>
    ClearWin,

    /// <summary>Five runs of each that hardly spread, 1 % apart.</summary>
    Tie,

    /// <summary>One run of each, one twice as good as the other.</summary>
    TooFewRuns,

    /// <summary>A clear win, but the worse was stopped after two runs, or cut by a time limit.</summary>
    Cut,

    /// <summary>A clear win of what came from memory.</summary>
    Cached,
}

/// <summary>What the cells of a situation look like.</summary>
internal static class Situations
{
    /// <summary>Runs of the better of the two.</summary>
    public static double[] Better(this Situation situation, double value) => situation == Situation.TooFewRuns ? [value] : SampleCell.Quiet(value);

    /// <summary>Runs of the worse of the two.</summary>
    /// <param name="situation">The situation.</param>
    /// <param name="better">What the better has.</param>
    /// <param name="factor">How many times as much it has, where it is worse: 2 of times, 0.5 of rates.</param>
    public static double[] Worse(this Situation situation, double better, double factor) => situation switch
    {
        Situation.Tie => SampleCell.Quiet(better * (factor > 1 ? 1.01 : 0.99)),
        Situation.TooFewRuns => [better * factor],
        Situation.Cut => [better * factor, better * factor * 1.01],
        _ => SampleCell.Quiet(better * factor),
    };

    /// <summary>Where its bytes came from.</summary>
    public static Verdict Origin(this Situation situation) => situation == Situation.Cached ? Verdict.Cache : Verdict.Device;
}
