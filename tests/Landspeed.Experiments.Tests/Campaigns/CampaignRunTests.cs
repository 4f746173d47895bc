using System.Text;
using Landspeed.Experiments.Campaigns;
using Landspeed.Experiments.Commands;
using Landspeed.Results;
using Landspeed.Results.Campaigns;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Campaigns;

/// <summary>Campaigns on a machine that is simulated: its power can be cut after any durable write, and it starts anew.</summary>
public sealed class CampaignRunTests : IDisposable
{
    private const string ThreeCommands = "one: a\ntwo: b\nthree: c\n";
    private readonly ScratchDirectory _scratch = Quick();
    private readonly SimulatedMachine _machine = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Commands_are_run_in_their_order_and_a_failure_does_not_stop_them()
    {
        _machine.ExitCodes["b"] = 7;

        Assert.Equal(CampaignPause.None, Begin(ThreeCommands));

        Assert.Equal(["a", "b", "c"], _machine.Run);
        ResultDocument result = Result(ThreeCommands);
        Assert.Equal([CellState.Done, CellState.Failed, CellState.Done], result.Cells.Select(cell => cell.State));
        Assert.Equal("exit code 7", result.Cells[1].Reason);
        Assert.Equal("7", result.Cells[1].Runs[0].Facts[CampaignFacts.ExitCode]);
        Assert.Equal(3e9, result.Cells[0].Runs[0][Metrics.Elapsed]);
        Assert.Equal(5e9, result.Cells[0].Runs[0][Metrics.Cpu]);
        Assert.False(result.Partial);
    }

    [Fact]
    public void A_failure_stops_them_where_that_was_asked_and_the_rest_can_be_carried_on()
    {
        _machine.ExitCodes["b"] = 7;

        Assert.Equal(CampaignPause.Failure, Begin(ThreeCommands, start => start with { StopOnFailure = true }));
        Assert.Equal(["a", "b"], _machine.Run);
        Assert.True(Result(ThreeCommands).Partial);

        Assert.Equal(CampaignPause.None, Resume(ThreeCommands));
        Assert.Equal(["a", "b", "c"], _machine.Run);
    }

    [Fact]
    public void Each_round_has_an_order_of_its_own_that_the_seed_gives()
    {
        Begin(ThreeCommands, start => start with { Repeat = 4, Shuffle = true, Seed = 5 });

        Assert.All(_machine.Run.Chunk(3), round => Assert.Equal(["a", "b", "c"], round.Order()));
        Assert.True(_machine.Run.Chunk(3).Select(round => string.Concat(round)).Distinct().Count() > 1);
    }

    [Fact]
    public void The_page_cache_is_dropped_before_each_command_where_that_was_asked()
    {
        Begin(ThreeCommands, start => start with { Cold = true });

        Assert.Equal(3, _machine.CachesDropped);
    }

    [Fact]
    public void A_machine_that_becomes_quiet_is_waited_for_and_the_wait_is_told()
    {
        _machine.Busy = [50, 50, 5, 5];

        Begin("one: a", start => start with { Settle = TimeSpan.FromMinutes(5) });

        IReadOnlyDictionary<string, string> facts = Result("one: a").Cells[0].Runs[0].Facts;
        Assert.Equal("4", facts[CampaignFacts.SettledS]);
        Assert.Equal("yes", facts[CampaignFacts.IsQuiet]);
        Assert.Equal("5", facts[CampaignFacts.BusyPct]);
    }

    [Fact]
    public void A_machine_that_never_becomes_quiet_is_waited_for_no_longer_than_asked()
    {
        _machine.Unwritten = Settling.MostUnwritten + 1;

        Begin("one: a", start => start with { Settle = TimeSpan.FromSeconds(2.5) });

        IReadOnlyDictionary<string, string> facts = Result("one: a").Cells[0].Runs[0].Facts;
        Assert.Equal("2.5", facts[CampaignFacts.SettledS]);
        Assert.Equal("no", facts[CampaignFacts.IsQuiet]);
        Assert.Equal("16777217", facts[CampaignFacts.UnwrittenBytes]);
    }

    [Fact]
    public void The_machine_is_started_anew_between_commands_and_forgets_the_campaign_at_its_end()
    {
        CampaignPause pause = Begin(ThreeCommands, start => start with { Reboot = true });
        int starts = 0;
        while (pause == CampaignPause.Restart)
        {
            Assert.True(_machine.IsInstalled);
            _machine.Start();
            starts++;
            pause = Resume(ThreeCommands);
        }

        Assert.Equal(CampaignPause.None, pause);
        Assert.Equal(2, starts);
        Assert.Equal(["a", "b", "c"], _machine.Run);
        Assert.False(_machine.IsInstalled);
    }

    [Fact]
    public void A_campaign_that_is_stopped_is_not_started_again_by_the_machine()
    {
        _machine.StopsAt = "a";

        Assert.Equal(CampaignPause.Stopped, Begin(ThreeCommands, start => start with { Reboot = true }));

        Assert.False(_machine.IsInstalled);
        Assert.Equal("stopped by a signal", Result(ThreeCommands).Cells[0].Runs[0].Facts[CampaignFacts.Interruptions]);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public void Power_may_be_cut_before_or_after_any_durable_write_and_each_command_is_run_once_or_marked(bool reboot, bool isTorn)
    {
        int points = 0;
        for (int cut = 1; ; cut++)
        {
            using ScratchDirectory scratch = Quick();
            var machine = new SimulatedMachine { CutAt = cut, TearsRecord = isTorn };
            if (!SurvivesCut(machine, scratch, reboot))
            {
                break; // the campaign ended before the cut
            }

            points++;
        }

        // Three commands: begun, started, ended; finished; and the calls of the machine.
        Assert.InRange(points, 10, 30);
    }

    [Fact]
    public void A_command_that_takes_the_machine_down_each_time_is_given_up_after_three_times()
    {
        _machine.CrashesAt = "b";
        CampaignPause? pause = Attempt(() => Begin(ThreeCommands, start => start with { Reboot = true }));
        for (int start = 0; start < 10 && pause is null or CampaignPause.Restart; start++)
        {
            _machine.Start();
            pause = Attempt(() => Resume(ThreeCommands));
        }

        Assert.Equal(CampaignPause.None, pause);
        Assert.Equal(["a", "b", "b", "b", "c"], _machine.Run);
        Assert.Equal("given up: the machine went down 3 times while it ran", Result(ThreeCommands).Cells[1].Reason);
        Assert.False(_machine.IsInstalled);
    }

    [Fact]
    public void What_a_killed_campaign_left_running_is_ended_before_it_is_run_again()
    {
        (_machine.CutAt, _machine.TearsRecord) = (3, true); // the end of the command is not noted
        Attempt(() => Begin("one: a"));
        _machine.IsOff = false;
        _machine.LeftRunning = true;

        Assert.Equal(CampaignPause.None, Resume("one: a"));

        Assert.Equal([new ChildIdentity(1, 100)], _machine.EndedLeft);
        Assert.Equal(["a", "a"], _machine.Run);
        Assert.Contains("it was still running, and was stopped", Result("one: a").Cells[0].Runs[0].Facts[CampaignFacts.Interruptions], StringComparison.Ordinal);
    }

    [Fact]
    public void Attempts_have_files_of_their_own_and_none_is_overwritten()
    {
        _machine.StopsAt = "a";
        Begin("one: a");
        _machine.StopsAt = null;
        Resume("one: a");

        Assert.Equal(
            ["01-one.attempt2.err", "01-one.attempt2.out", "01-one.err", "01-one.out", "journal"],
            Directory.EnumerateFiles(_scratch.File("night")).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Our_own_commands_get_a_file_for_their_result()
    {
        Begin("one: landspeed measure x --time 1");

        string result = Path.Combine(_scratch.File("night"), "01-one.json");
        Assert.Equal($"/bin/echo measure --json {result} x --time 1", _machine.Words);
    }

    // False: the campaign ended before the cut.
    private static bool SurvivesCut(SimulatedMachine machine, ScratchDirectory scratch, bool reboot)
    {
        CampaignPause? pause = Attempt(() => Begin(machine, scratch, ThreeCommands, start => start with { Reboot = reboot }));
        bool wasCut = pause is null;
        for (int start = 0; pause is null or CampaignPause.Restart; start++)
        {
            Assert.True(start < 20, "the campaign never ends");

            // Without what it installed nobody carries it on but a person: nothing was begun yet, or nothing is left.
            Assert.True(!reboot || machine.IsInstalled || machine.Run.Distinct().Count() is 0 or 3, FormattableString.Invariant($"cut {machine.CutAt}: nobody carries it on after {string.Join(' ', machine.Run)}"));
            machine.Start();
            pause = Attempt(() => Resume(machine, scratch, ThreeCommands));
            wasCut |= pause is null;
        }

        Assert.False(machine.IsInstalled);
        ResultDocument result = Result(scratch, ThreeCommands);
        Assert.All(result.Cells, cell =>
        {
            RunRecord run = Assert.Single(cell.Runs);
            string command = cell.Labels["command"];
            int times = machine.Run.Count(one => one == command);
            bool isMarked = run.Facts.ContainsKey(CampaignFacts.Interruptions);
            Assert.Equal("done", run.Facts[CampaignFacts.State]);
            Assert.True(times == 1 || (times == 2 && isMarked), FormattableString.Invariant($"cut {machine.CutAt}: {command} was run {times} times, marked {isMarked}"));
        });
        return wasCut;
    }

    // In memory, where there is such a place: thousands of flushes are made.
    private static ScratchDirectory Quick() => Directory.Exists("/dev/shm") ? new ScratchDirectory("/dev/shm") : new ScratchDirectory();

    private static CampaignPause? Attempt(Func<CampaignPause> run)
    {
        try
        {
            return run();
        }
        catch (PowerCutException)
        {
            return null;
        }
    }

    private CampaignPause Begin(string text, Func<CampaignStart, CampaignStart>? change = null) => Begin(_machine, _scratch, text, change);

    private CampaignPause Resume(string text) => Resume(_machine, _scratch, text);

    private ResultDocument Result(string text) => Result(_scratch, text);

    private static CampaignPause Begin(SimulatedMachine machine, ScratchDirectory scratch, string text, Func<CampaignStart, CampaignStart>? change = null)
    {
        IReadOnlyList<CampaignEntry> entries = Entries(text);
        var options = new CampaignOptions { File = FilePath.FromText("night.txt"), Settle = TimeSpan.Zero };
        var start = CampaignStart.Of(options, entries, DateTimeOffset.UnixEpoch);
        start = change?.Invoke(start) ?? start;
        using CampaignDirectory directory = CampaignDirectory.Create(scratch.FilePath("night"), start);
        return Execute(machine, directory, start, new CampaignState(CampaignItem.InOrder(entries, start), []));
    }

    private static CampaignPause Resume(SimulatedMachine machine, ScratchDirectory scratch, string text)
    {
        using CampaignDirectory directory = CampaignDirectory.Open(scratch.FilePath("night"), isWritten: true, out CampaignStart start, out var events);
        return Execute(machine, directory, start, new CampaignState(CampaignItem.InOrder(Entries(text), start), events));
    }

    private static CampaignPause Execute(SimulatedMachine machine, CampaignDirectory directory, CampaignStart start, CampaignState state)
    {
        using var stop = new CancellationTokenSource();
        machine.Stop = stop;
        return new CampaignRun(directory, start, state, machine.Parts)
        {
            Program = new FakeVerbs().Program,
            Unit = new CampaignUnit(["landspeed"], directory.Path, directory.Path),
            Log = machine.Over(directory.Log),
        }.Execute(stop.Token);
    }

    private static ResultDocument Result(ScratchDirectory scratch, string text)
    {
        using CampaignDirectory directory = CampaignDirectory.Open(scratch.FilePath("night"), isWritten: false, out CampaignStart start, out var events);
        return CampaignResult.Of(directory.Path, start, new CampaignState(CampaignItem.InOrder(Entries(text), start), events));
    }

    private static IReadOnlyList<CampaignEntry> Entries(string text) => CampaignFile.Parse("campaign night.txt", Encoding.UTF8.GetBytes(text), new FakeVerbs());
}
