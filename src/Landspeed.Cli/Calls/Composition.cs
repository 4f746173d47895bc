using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Copying;
using Landspeed.Engine;
using Landspeed.Experiments.Campaigns;
using Landspeed.Experiments.Commands;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Jobs;
using Landspeed.Experiments.Rounds;
using Landspeed.Reporting;
using Landspeed.Reporting.Fio;
using Landspeed.Reporting.Terminal;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>The parts that the command puts together, each replaceable in tests.</summary>
internal sealed record Composition
{
    /// <summary>Which of the processes that do the job together this one is.</summary>
    internal JobRank Rank { get; init; } = JobRank.Alone;

    /// <summary>Its place among jobs that measure at the same time; null: it is none of them.</summary>
    internal JobSeat? Seat { get; init; }

    /// <summary>Plans and runs experiments: measurements, sweeps and all others.</summary>
    internal required IExperimentRunner Runner { get; init; }

    /// <summary>The report of a format, laid out in a style.</summary>
    internal Func<ResultFormat, ReportStyle, Action<ResultDocument, TextWriter>> Report { get; init; } = ReportOf;

    /// <summary>Writes the table of cells that are still being filled, laid out in a style.</summary>
    internal Action<IReadOnlyList<CellRecord>, ReportStyle, TextWriter> LiveTable { get; init; } = Reports.WriteGrid;

    /// <summary>The charts of a result: the name of each, and its text.</summary>
    internal Func<ResultDocument, IEnumerable<(string Name, string Svg)>> Charts { get; init; } = Reports.Charts;

    /// <summary>Writes the commands of fio that are nearest to the cells.</summary>
    internal Action<ResultDocument, TextWriter> FioScript { get; init; } = FioCommands.Write;

    /// <summary>Chooses the seed of a pseudo-random sequence if the user did not; short enough to be typed again.</summary>
    internal Func<ulong> NewSeed { get; init; } = () => (NativePlatform.Host.RandomNumber() % 999_999) + 1;

    /// <summary>The parts of copies.</summary>
    internal required CopyParts Copy { get; init; }

    /// <summary>The parts of campaigns.</summary>
    internal CampaignParts Campaign { get; init; } = CampaignOnThisMachine();

    /// <summary>Tries io_uring and leaves nothing behind.</summary>
    internal required Func<UringProbe> ProbeUring { get; init; }

    /// <summary>
    /// Listens to signals: given what a second one does, on another thread, before it ends the process.
    /// </summary>
    internal Func<Action, IStopSignals> Signals { get; init; } = abandon => new StopSignals(abandon);

    /// <summary>Measures time for progress.</summary>
    internal TimeProvider Time { get; init; } = new ThreadClock();

    /// <summary>Reads a variable of the environment; null when it is not set.</summary>
    internal Func<string, string?> Variable { get; init; } = Environment.GetEnvironmentVariable;

    /// <summary>The parts of the real command.</summary>
    internal static Composition Create() => new()
    {
        Runner = new ExperimentRunner(TimeProvider.System),
        Copy = new CopyParts { Copier = new Copier() },
        ProbeUring = UringEngine.Probe,
    };

    /// <summary>Writes a result to its files, and shows it on standard output.</summary>
    internal void Deliver(
        ResultDocument document, ResultOutputs outputs, ResultFiles files, Terminal terminal, bool quiet = false) =>
        Deliver(document, outputs, files, () => Show(document, outputs, terminal, quiet));

    /// <summary>Writes a result to its files, and shows it even if one of them cannot be written.</summary>
    /// <param name="document">The result.</param>
    /// <param name="outputs">How it is laid out.</param>
    /// <param name="files">Its files, open.</param>
    /// <param name="show">Shows it.</param>
    internal void Deliver(ResultDocument document, ResultOutputs outputs, ResultFiles files, Action show)
    {
        try
        {
            files.Complete((format, writer) => Report(format, outputs.In(ReportStyle.Plain))(document, writer));
        }
        finally
        {
            // A full volume under the files must not take the other copy of the result along.
            show();
        }
    }

    /// <summary>Shows a result on standard output.</summary>
    /// <param name="document">The result.</param>
    /// <param name="outputs">How it is laid out.</param>
    /// <param name="terminal">Where it is shown.</param>
    /// <param name="quiet">Whether to leave out a table; other formats were asked for by name.</param>
    internal void Show(ResultDocument document, ResultOutputs outputs, Terminal terminal, bool quiet = false)
    {
        if (!quiet || outputs.StandardFormat != ResultFormat.Table)
        {
            Report(outputs.StandardFormat, outputs.InStandard(terminal.OutputStyle))(document, terminal.Output);
        }
    }

    private static CampaignParts CampaignOnThisMachine()
    {
        var commands = new SystemCommands();
        return new CampaignParts
        {
            Commands = commands,
            Machine = SystemdMachine.IsHere() ? new SystemdMachine(commands) : new CrontabMachine(commands),
            Surroundings = new Surroundings(),
            Clock = TimeProvider.System,
        };
    }

    private static Action<ResultDocument, TextWriter> ReportOf(ResultFormat format, ReportStyle style) => format == ResultFormat.QuietLine
        ? (document, writer) => writer.Write(QuietLine.Of(document) + "\n")
        : Reports.Create(format.ToWord(), style);
}

/// <summary>The parts that <c>copy</c>, <c>verify</c>, <c>ubcopy</c> and <c>asynccopy</c> put together, each replaceable in tests.</summary>
internal sealed record CopyParts
{
    /// <summary>Makes copies.</summary>
    internal required ICopier Copier { get; init; }

    /// <summary>Where times of day come from.</summary>
    internal TimeProvider Clock { get; init; } = new ThreadClock();

    /// <summary>Makes a copy between two readings of all counters.</summary>
    internal CopyRun Run(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop) =>
        new CopyExperiment(Copier, Clock).Run(task, progress, stop);
}
