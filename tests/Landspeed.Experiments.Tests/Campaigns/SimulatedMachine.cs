using System.Globalization;
using Landspeed.Experiments.Campaigns;
using Landspeed.Experiments.Commands;
using Landspeed.Platform;

namespace Landspeed.Experiments.Tests.Campaigns;

/// <summary>A machine whose power can be cut at any durable write; what was durable stays, everything else is gone.</summary>
internal sealed class SimulatedMachine : IMachine, ICommands, ISurroundings
{
    private int _steps;
    private int _boot = 1;
    private int _children;

    /// <summary>The durable write at which the power is cut, counted from 1; 0: never.</summary>
    public int CutAt { get; set; }

    /// <summary>Whether the write at which it is cut is lost; else it is durable.</summary>
    public bool TearsRecord { get; set; }

    /// <summary>The command at which the machine goes down by itself, each time.</summary>
    public string? CrashesAt { get; set; }

    /// <summary>The command at which a person stops the campaign.</summary>
    public string? StopsAt { get; set; }

    /// <summary>The source of that.</summary>
    public CancellationTokenSource? Stop { get; set; }

    /// <summary>The commands that were run, in order.</summary>
    public List<string> Run { get; } = [];

    /// <summary>The words of the last.</summary>
    public string? Words { get; private set; }

    /// <summary>What commands end with; 0 unless it is here.</summary>
    public Dictionary<string, int> ExitCodes { get; } = [];

    public bool IsOff { get; set; }

    public bool IsInstalled { get; private set; }

    public bool LeftRunning { get; set; }

    public List<ChildIdentity> EndedLeft { get; } = [];

    public int CachesDropped { get; private set; }

    /// <summary>Share of the processors that is busy, second by second; the last stays.</summary>
    public double[] Busy { get; set; } = [0];

    public long Unwritten { get; set; }

    public CampaignParts Parts => new() { Commands = this, Machine = this, Surroundings = this, Clock = TimeProvider.System };

    public string? Boot => _boot.ToString(CultureInfo.InvariantCulture);

    /// <summary>Starts it anew.</summary>
    public void Start()
    {
        IsOff = false;
        _boot++;
    }

    /// <summary>A journal that this machine writes.</summary>
    public ICampaignLog Over(ICampaignLog log) => new CutLog(this, log);

    public string Preview(CampaignUnit unit) => "a unit";

    public void Install(CampaignUnit unit) => Step(() => IsInstalled = true);

    public void Remove(CampaignUnit unit) => Step(() => IsInstalled = false);

    public void Restart() => Step(() => IsOff = true);

    public IChild Start(ChildCommand command)
    {
        RequirePower();
        Words = string.Join(' ', command.Words);
        return new Child(this, command.Words[^1], ++_children);
    }

    public bool EndLeft(ChildIdentity left)
    {
        EndedLeft.Add(left);
        return LeftRunning;
    }

    public (double? BusyPct, long? UnwrittenBytes) Watch(TimeSpan time, CancellationToken stop)
    {
        double now = Busy[0];
        Busy = Busy.Length > 1 ? Busy[1..] : Busy;
        return (now, Unwritten);
    }

    public void DropCaches() => CachesDropped++;

    private void Step(Action durably)
    {
        RequirePower();
        _steps++;
        if (_steps == CutAt && TearsRecord)
        {
            throw PowerCut();
        }

        durably();
        if (_steps == CutAt)
        {
            throw PowerCut();
        }
    }

    private void RequirePower()
    {
        if (IsOff)
        {
            throw new PowerCutException();
        }
    }

    private PowerCutException PowerCut()
    {
        IsOff = true;
        return new PowerCutException();
    }

    private sealed class CutLog(SimulatedMachine machine, ICampaignLog log) : ICampaignLog
    {
        public void Append(CampaignEventKind kind, CampaignEvent what) => machine.Step(() => log.Append(kind, what));
    }

    private sealed class Child(SimulatedMachine machine, string command, int number) : IChild
    {
        public ChildIdentity Identity => new(number, number * 100);

        public ChildEnd Run(TimeSpan limit, CancellationToken stop)
        {
            machine.RequirePower();
            machine.Run.Add(command);
            if (machine.CrashesAt == command)
            {
                throw machine.PowerCut();
            }

            bool isStopped = machine.StopsAt == command;
            if (isStopped)
            {
                machine.Stop!.Cancel();
            }

            return new ChildEnd(
                machine.ExitCodes.GetValueOrDefault(command), isStopped ? ChildCause.Stopped : ChildCause.Own, 3_000_000_000, new ProcessorTimes(4_000_000_000, 1_000_000_000, 0, 0));
        }

        public void Dispose()
        {
        }
    }
}

/// <summary>The machine lost its power.</summary>
internal sealed class PowerCutException() : Exception("the machine lost its power");
