using System.Globalization;
using Landspeed.Experiments.Commands;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Campaigns;

/// <summary>What a campaign uses, each replaceable in tests.</summary>
internal sealed record CampaignParts
{
    /// <summary>Starts commands.</summary>
    public required ICommands Commands { get; init; }

    /// <summary>Reboots the machine.</summary>
    public required IMachine Machine { get; init; }

    /// <summary>The rest of the machine.</summary>
    public required ISurroundings Surroundings { get; init; }

    /// <summary>The time of day.</summary>
    public required TimeProvider Clock { get; init; }
}

/// <summary>Runs the rest of a campaign, one command after the other.</summary>
/// <remarks>
/// For use by one thread. The next step is determined only by the journal's state, so that it does not matter where an
/// earlier process ended.
/// </remarks>
internal sealed class CampaignRun
{
    private readonly CampaignDirectory _directory;
    private readonly ICampaignLog _log;
    private readonly CampaignStart _start;
    private readonly CampaignParts _parts;
    private readonly CampaignState _state;
    private readonly int _entries;
    private readonly Lock _turn = new();
    private ChildIdentity? _running;

    /// <summary>Initialises a campaign from its journal.</summary>
    /// <param name="directory">The directory of the campaign.</param>
    /// <param name="start">The parameters of the campaign.</param>
    /// <param name="state">The state of the campaign; is kept up to date.</param>
    /// <param name="parts">What it uses.</param>
    internal CampaignRun(CampaignDirectory directory, CampaignStart start, CampaignState state, CampaignParts parts)
    {
        (_directory, _start, _state, _parts) = (directory, start, state, parts);
        _entries = state.Items.Max(item => item.Item.Number);
        _log = directory.Log;
    }

    /// <summary>The target of records, instead of the directory's journal.</summary>
    internal ICampaignLog Log
    {
        init => _log = value;
    }

    /// <summary>The words that start this program, for commands of ours.</summary>
    internal required IReadOnlyList<string> Program { get; init; }

    /// <summary>What resumes the campaign after a reboot; used only if it reboots.</summary>
    internal required CampaignUnit Unit { get; init; }

    /// <summary>Receives each step.</summary>
    internal IProgress<CampaignProgress>? Progress { get; init; }

    /// <summary>Runs the rest of the campaign.</summary>
    /// <param name="stop">Stops the running command, and the campaign.</param>
    /// <returns>Why it returns.</returns>
    /// <exception cref="ExperimentException">There is not enough space, or the machine refuses an operation; the
    /// campaign can be resumed.</exception>
    /// <exception cref="NativeIOException">The machine refuses an operation; the campaign can be resumed.</exception>
    internal CampaignPause Execute(CancellationToken stop)
    {
        bool isLeftInstalled = false;
        try
        {
            CampaignPause pause = Run(stop);
            isLeftInstalled = pause == CampaignPause.Restart;
            return pause;
        }
        finally
        {
            if (_start.Reboot && !isLeftInstalled)
            {
                _parts.Machine.Remove(Unit);
            }
        }
    }

    /// <summary>Ends the running command, from any thread: the process is about to end.</summary>
    internal void Abandon()
    {
        if (Running is { } running)
        {
            _parts.Commands.EndLeft(running);
        }
    }

    private ChildIdentity? Running
    {
        get
        {
            lock (_turn)
            {
                return _running;
            }
        }

        set
        {
            lock (_turn)
            {
                _running = value;
            }
        }
    }

    private CampaignPause Run(CancellationToken stop)
    {
        CloseInterrupted();
        if (_start.Reboot && _state.Next is not null)
        {
            _parts.Machine.Install(Unit);
        }

        while (_state.Next is { } next)
        {
            if (stop.IsCancellationRequested)
            {
                return CampaignPause.Stopped;
            }

            if (_start.Reboot && _state.LastBoot is { } last && last == _parts.Machine.Boot)
            {
                Note(CampaignEventKind.Rebooting, new CampaignEvent());
                _parts.Machine.Restart();
                return CampaignPause.Restart;
            }

            if (!RunOne(next, stop))
            {
                return CampaignPause.Stopped;
            }

            if (_start.StopOnFailure && next.End!.Reason is not null)
            {
                return CampaignPause.Failure;
            }
        }

        if (!_state.IsFinished)
        {
            Note(CampaignEventKind.Finished, new CampaignEvent());
        }

        return CampaignPause.None;
    }

    // A process that is gone may have left its command running: then it would run at the same time as its own
    // repetition.
    private void CloseInterrupted()
    {
        if (_state.Open is not { } open)
        {
            return;
        }

        bool isSameBoot = open.Begin!.Boot == _parts.Machine.Boot;
        bool wasRunning = isSameBoot && open.Process is { } left && _parts.Commands.EndLeft(left);
        Interrupt(open, !isSameBoot ? "the machine restarted while it ran"
            : wasRunning ? "landspeed ended before it did; it was still running, and was stopped" : "landspeed ended before it did", isLost: true, boot: isSameBoot ? null : open.Begin.Boot);
        if (open.IsHopeless)
        {
            Note(CampaignEventKind.Ended, new CampaignEvent
            {
                Item = open.Item.Index,
                Reason = FormattableString.Invariant($"given up: the machine went down {open.Interruptions.Count} times while it ran"),
            });
        }
    }

    // False: it was stopped.
    private bool RunOne(CampaignState.ItemState state, CancellationToken stop)
    {
        CampaignItem item = state.Item;
        if (!_directory.HasRoom())
        {
            throw Full("comes next");
        }

        SettledRecord? settled = Settling.Wait(
            _parts.Surroundings, _start.Settle, busy => Report(CampaignStep.Settling, state, busy), stop);
        if (_start.Cold && !stop.IsCancellationRequested)
        {
            _parts.Surroundings.DropCaches();
        }

        if (stop.IsCancellationRequested)
        {
            return false;
        }

        Note(CampaignEventKind.Begun, new CampaignEvent { Item = item.Index, Boot = _parts.Machine.Boot, Settled = settled });
        Report(CampaignStep.Begun, state);
        CampaignEvent? ended;
        try
        {
            ended = RunToEnd(state, stop);
        }
        catch (NativeIOException failure)
        {
            Interrupt(state, failure.Message, isLost: false, boot: null);
            throw;
        }

        if (ended is null)
        {
            Interrupt(state, "stopped by a signal", isLost: false, boot: null);
            return false;
        }

        if (!_directory.HasRoom())
        {
            Interrupt(state, "the volume of the outputs was full", isLost: false, boot: null);
            throw Full("ended (it is marked as interrupted)");
        }

        Note(CampaignEventKind.Ended, ended);
        Report(CampaignStep.Ended, state);
        return true;
    }

    // Null: it was stopped.
    private CampaignEvent? RunToEnd(CampaignState.ItemState state, CancellationToken stop)
    {
        CampaignItem item = state.Item;
        string stem = item.FileStem(_entries, _start.Repeat, state.Attempts);
        using SafeFileHandle output = _directory.Make($"{stem}.out");
        using SafeFileHandle error = _directory.Make($"{stem}.err");
        ChildEnd end = RunChild(item, stem, output, error, stop);
        _directory.Keep(output, error);
        return end.Cause == ChildCause.Stopped ? null : Ended(item, end);
    }

    private ChildEnd RunChild(CampaignItem item, string stem, SafeFileHandle output, SafeFileHandle error, CancellationToken stop)
    {
        IReadOnlyList<string> words = item.Entry.Own is { } own
            ? own.Start(Program, _directory.Path.Join(FilePath.FromText($"{stem}.json")).Text)
            : ChildCommand.OfShell(item.Entry.Text);
        using IChild child = _parts.Commands.Start(new ChildCommand(words, output, error));

        // Before it runs: a process that resumes the campaign must be able to find it.
        Note(CampaignEventKind.Started, new CampaignEvent { Item = item.Index, Process = child.Identity.Id, Born = child.Identity.Born });
        Running = child.Identity;
        try
        {
            return child.Run(_start.Limit, stop);
        }
        finally
        {
            Running = null;
        }
    }

    private CampaignEvent Ended(CampaignItem item, ChildEnd end) => new()
    {
        Item = item.Index,
        ExitCode = end.ExitCode,
        Reason = end switch
        {
            { Cause: ChildCause.TimeLimit } => $"its time limit ended it after {TimeText(_start.Limit)}",
            { ExitCode: 0 } => null,
            { ExitCode: > 128 and <= 192 } => string.Create(CultureInfo.InvariantCulture, $"signal {end.ExitCode - 128} ended it"),
            { ExitCode: 127 } => "exit code 127: no such command",
            _ => string.Create(CultureInfo.InvariantCulture, $"exit code {end.ExitCode}"),
        },
        ElapsedNs = end.ElapsedNs,
        UserNs = end.Times.UserNs,
        SystemNs = end.Times.SystemNs,
    };

    private void Interrupt(CampaignState.ItemState state, string reason, bool isLost, string? boot)
    {
        Note(CampaignEventKind.Interrupted, new CampaignEvent { Item = state.Item.Index, Reason = reason, IsLost = isLost, Boot = boot });
        Report(CampaignStep.Interrupted, state);
    }

    private void Note(CampaignEventKind kind, CampaignEvent what)
    {
        CampaignEvent dated = what with { At = _parts.Clock.GetLocalNow() };
        _log.Append(kind, dated);
        _state.Take(kind, dated);
    }

    private void Report(CampaignStep step, CampaignState.ItemState state, SettledRecord? busy = null) =>
        Progress?.Report(new CampaignProgress(step, state, _state.Items.Count, busy, _start.Settle));

    private ExperimentException Full(string when) => new(
        Outcome.OutOfSpace, $"the volume of {_directory.Path.Display} has less than 1 MiB left, so no output of the command that {when} could be kept: make room, and continue with --resume");

    private static string TimeText(TimeSpan time) => AmountText.Duration(time.TotalNanoseconds);
}

/// <summary>Why a campaign does not continue.</summary>
internal enum CampaignPause
{
    /// <summary>Nothing remains to be run.</summary>
    None,

    /// <summary>A signal stopped it.</summary>
    Stopped,

    /// <summary>A command failed, and the campaign is to stop then.</summary>
    Failure,

    /// <summary>The machine is rebooting, and will resume it.</summary>
    Restart,
}

/// <summary>A step of a campaign.</summary>
/// <param name="Step">The step.</param>
/// <param name="State">The run concerned.</param>
/// <param name="Total">Total number of runs.</param>
/// <param name="Busy">The current load of the machine that is to become idle; null in other steps.</param>
/// <param name="Settle">Maximum wait for it.</param>
internal readonly record struct CampaignProgress(
    CampaignStep Step, CampaignState.ItemState State, int Total, SettledRecord? Busy, TimeSpan Settle);

/// <summary>The steps of a run of a campaign.</summary>
internal enum CampaignStep
{
    /// <summary>The machine is not idle; the run waits for that.</summary>
    Settling,

    /// <summary>It is started.</summary>
    Begun,

    /// <summary>It has ended.</summary>
    Ended,

    /// <summary>It did not run to its end.</summary>
    Interrupted,
}
