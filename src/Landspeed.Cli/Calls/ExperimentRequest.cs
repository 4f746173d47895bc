using Landspeed.Cli.Output;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>What a person asked of an experiment, a sweep or a measurement.</summary>
internal sealed record ExperimentRequest
{
    /// <summary>The experiment, and where its runs are kept.</summary>
    internal required ExperimentTask Task { get; init; }

    /// <summary>Where the result goes.</summary>
    internal ResultOutputs Outputs { get; init; } = new();

    /// <summary>Whether progress is shown.</summary>
    internal bool ShowProgress { get; init; } = true;

    /// <summary>Whether one line says before how many runs there are and how long they take, where that is over two seconds.</summary>
    internal bool AnnouncePlan { get; init; }

    /// <summary>Whether the plan is printed, and nothing done.</summary>
    internal bool ShowPlan { get; init; }

    /// <summary>Throws when the plan is too large to begin without being asked; null: none is.</summary>
    internal Action<ExperimentPlan>? Consent { get; init; }

    /// <summary>Whether the commands of fio are printed, and nothing done.</summary>
    internal bool ShowFio { get; init; }

    /// <summary>Directory for the charts, or null.</summary>
    internal string? Charts { get; init; }

    /// <summary>The start of the random sequence that was given to be the one of the journal; null: none was.</summary>
    internal ulong? GivenSeed { get; init; }

    /// <summary>The verdict that every run must have; null: any will do.</summary>
    internal Verdict? ExpectedVerdict { get; init; }

    /// <summary>The verdict that the runs of a cell must have instead, null for those that have none; null: all must have the same.</summary>
    internal Func<CellRecord, Verdict?>? VerdictOf { get; init; }

    /// <summary>Whether one line says which file it has created and leaves.</summary>
    internal bool NamesWhatRemains { get; init; }

    /// <summary>What to say if reads came from the page cache; null: nothing, it is what was asked for.</summary>
    internal string? CacheAdvice { get; init; }

    /// <summary>Whether standard output is taken by something else, so that the result goes to standard error instead.</summary>
    internal bool StandardOutputIsTaken { get; init; }

    /// <summary>The file for the result of this rank alone, where several make it together; null: none.</summary>
    internal string? OwnResult { get; init; }

    /// <summary>A command line that continues it after an interruption.</summary>
    internal string ContinueCommand { get; init; } = string.Empty;
}
