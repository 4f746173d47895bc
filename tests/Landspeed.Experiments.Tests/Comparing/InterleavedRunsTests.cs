using Landspeed.Experiments.Commands;
using Landspeed.Experiments.Comparing;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Results.Comparing;

namespace Landspeed.Experiments.Tests.Comparing;

/// <summary>Commands that take what a generator says; nothing is started.</summary>
public sealed class InterleavedRunsTests
{
    [Fact]
    public void Each_round_has_every_command_in_an_order_of_its_own_and_the_first_does_not_count()
    {
        var commands = new FakeCommands(_ => 1);

        ResultDocument document = Run(commands, rounds: 8, "a", "b")!;

        Assert.All(commands.Run.Chunk(2), round => Assert.Equal(["a", "b"], round.Order()));
        Assert.True(commands.Run.Chunk(2).Select(round => string.Concat(round)).Distinct().Count() == 2);
        Assert.Equal(document.Setup.Rounds + 1, commands.Run.Count / 2);
        Assert.Equal(document.Setup.Rounds, document.Comparing!.Comparisons[0].Baseline.Runs);
        Assert.Equal(7UL, document.Setup.Seed);
        Assert.Equal(["a", "b"], document.Comparing.Results.Select(result => result.Name));
        Assert.DoesNotContain(document.Findings, finding => finding.Code == "stored_order");
    }

    [Fact]
    public void It_ends_at_the_first_look_that_tells()
    {
        var commands = new FakeCommands(name => name == "a" ? 100 : 200);

        ResultDocument document = Run(commands, rounds: 100, "a", "b")!;

        ComparisonRecord time = document.Comparing!.Comparisons[0];
        Assert.Equal((5, Metrics.Elapsed.Name, ComparisonWord.Worse), (document.Setup.Rounds, time.Metric, time.Word));
        Assert.Equal(2, time.Ratio);
        Assert.False(document.Partial);
    }

    [Fact]
    public void Equal_is_believed_when_it_is_seen_twice()
    {
        var random = new Random(3);
        var commands = new FakeCommands(_ => 100 + random.NextDouble());

        ResultDocument document = Run(commands, rounds: 100, "a", "b")!;

        Assert.Equal((8, ComparisonWord.Equal), (document.Setup.Rounds, document.Comparing!.Comparisons[0].Word));
    }

    [Fact]
    public void What_cannot_be_told_is_looked_at_until_the_rounds_are_up()
    {
        var random = new Random(3);
        List<int> looks = [];
        var commands = new FakeCommands(_ => 100 + (100 * random.NextDouble()));

        ResultDocument document = Run(commands, rounds: 25, ["a", "b"], (rounds, _) => looks.Add(rounds))!;

        Assert.Equal([5, 8, 12, 20, 25], looks);
        Assert.Equal((25, ComparisonWord.CannotTell), (document.Setup.Rounds, document.Comparing!.Comparisons[0].Word));
    }

    // With 5 % at each look more of the same would be called different.
    [Fact]
    public void Many_looks_call_the_same_different_in_one_of_twenty_at_most_and_find_a_tenth()
    {
        const int Trials = 100;
        var random = new Random(137);
        int different = 0;
        int found = 0;
        for (int trial = 0; trial < Trials; trial++)
        {
            different += WordOf(new FakeCommands(_ => Noisy(random, 100, 0.1))) is ComparisonWord.Better or ComparisonWord.Worse ? 1 : 0;
            found += WordOf(new FakeCommands(name => Noisy(random, name == "a" ? 100 : 110, 0.05))) == ComparisonWord.Worse ? 1 : 0;
        }

        Assert.True(different <= Trials / 20 && found >= Trials * 9 / 10, FormattableString.Invariant($"{different} of {Trials} same ones called different, {found} different ones found"));
    }

    [Fact]
    public void A_command_that_fails_ends_it_and_what_it_says_is_told()
    {
        var commands = new FakeCommands(_ => 1) { FailsAt = "b" };

        ExperimentException failed = Assert.Throws<ExperimentException>(() => Run(commands, rounds: 5, "a", "b"));

        Assert.Equal("the command 'b' ended with exit code 4 and says: no such thing; nothing is compared", failed.Message);
    }

    [Fact]
    public void What_is_abandoned_leaves_nothing_behind()
    {
        InterleavedRuns? runs = null;
        string? directory = null;
        var commands = new FakeCommands(_ => 1)
        {
            HasResults = true,
            Before = command =>
            {
                directory = Path.GetDirectoryName(command.Words[3]);
                Assert.True(Directory.Exists(directory));
                runs!.Abandon();
            },
        };
        runs = new InterleavedRuns(Options(5) with { Commands = [Own("a"), Own("b")] }, commands, ["landspeed"], TimeProvider.System);

        Assert.ThrowsAny<IOException>(() => runs.Run(CancellationToken.None));

        Assert.False(Directory.Exists(directory));
    }

    [Fact]
    public void Of_gigabytes_of_messages_the_end_is_told()
    {
        var commands = new FakeCommands(_ => 1) { FailsAt = "b", SaysAt = 3L << 30 };

        Assert.Contains("no such thing; nothing is compared", Assert.Throws<ExperimentException>(() => Run(commands, rounds: 5, "a", "b")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_cell_that_one_run_did_not_measure_is_not_compared()
    {
        var commands = new FakeCommands(name => name == "slow" ? 200 : 100) { HasResults = true, LacksCell2In = 6 };

        ResultDocument document = new InterleavedRuns(
            Options(5) with { Commands = [Own("fast"), Own("slow")] }, commands, ["landspeed"], TimeProvider.System).Run(CancellationToken.None)!;

        Assert.All(document.Comparing!.Comparisons, comparison => Assert.Equal("cell1", comparison.Cell));
        CellRecord left = Assert.Single(document.Cells, cell => cell.Name == "cell2");
        Assert.Equal(CellState.Skipped, left.State);
        Assert.Contains("measured in 4 of 5 runs", left.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(3, null)] // within the round that does not count, or the first one
    [InlineData(8, 2)]
    public void What_is_stopped_is_compared_as_far_as_whole_rounds_go(int after, int? rounds)
    {
        using var stop = new CancellationTokenSource();
        var commands = new FakeCommands(_ => 1) { StopsAfter = (after, stop) };

        ResultDocument? document = new InterleavedRuns(Options(30, "a", "b"), commands, ["landspeed"], TimeProvider.System).Run(stop.Token);

        Assert.Equal((rounds, rounds is null ? null : true), (document?.Setup.Rounds, document?.Partial));
    }

    [Fact]
    public void Of_a_verb_of_ours_the_cells_are_compared()
    {
        var commands = new FakeCommands(name => name == "slow" ? 200 : 100) { HasResults = true };

        ResultDocument document = new InterleavedRuns(
            Options(5) with { Commands = [Own("fast"), Own("slow")] },
            commands,
            ["landspeed"],
            TimeProvider.System).Run(CancellationToken.None)!;

        Assert.Equal(["cell1", "cell2"], document.Cells.Select(cell => cell.Name));
        Assert.All(
            document.Comparing!.Comparisons.Where(comparison => comparison.Metric == Metrics.Throughput.Name),
            comparison => Assert.Equal((ComparisonWord.Better, 2.0, 5), (comparison.Word, comparison.Ratio!.Value, comparison.Baseline.Runs)));
    }

    [Fact]
    public void Of_a_duet_each_has_half_of_the_processors_which_change_places_and_pairs_are_compared()
    {
        var random = new Random(11);
        double disturbance = 1;
        int started = 0;
        var commands = new FakeCommands(name =>
        {
            // Both of a round are disturbed alike, by up to ten times.
            disturbance = started++ % 2 == 0 ? 1 + (9 * random.NextDouble()) : disturbance;
            return (name == "a" ? 100 : 110) * disturbance;
        });

        ResultDocument document = new InterleavedRuns(
            Options(30, "a", "b") with { Processors = [0, 2, 5, 7, 9] }, commands, ["landspeed"], TimeProvider.System).Run(CancellationToken.None)!;

        ComparisonRecord time = document.Comparing!.Comparisons[0];
        Assert.Equal((ComparisonWord.Worse, 1.1), (time.Word, Math.Round(time.Ratio!.Value, 6)));
        Assert.InRange(document.Setup.Rounds, 5, 8);
        Assert.Equal(["0,2", "5,7"], commands.Processors.Select(processors => string.Join(',', processors)).Distinct().Order());
        Assert.Equal(4, commands.Processors.Zip(commands.Run, (processors, name) => (name, processors[0])).Distinct().Count());
        Assert.Single(document.Findings, finding => finding.Code == "duet");
    }

    [Fact]
    public void A_command_of_a_duet_that_fails_ends_the_other()
    {
        var commands = new FakeCommands(_ => 1) { FailsAt = "b" };

        ExperimentException failed = Assert.Throws<ExperimentException>(() => new InterleavedRuns(
            Options(5, "a", "b") with { Processors = [0, 1] }, commands, ["landspeed"], TimeProvider.System).Run(CancellationToken.None));

        Assert.Contains("the command 'b' ended with exit code 4", failed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Looks_are_few_and_the_last_round_is_one()
    {
        Assert.Equal([5], InterleavedRuns.Looks(5));
        Assert.Equal([5, 8, 12, 20, 30], InterleavedRuns.Looks(30));
        Assert.Equal([5, 8, 12, 20, 30, 31], InterleavedRuns.Looks(31));
    }

    private static InterleavedCommand Own(string name) => new($"landspeed sweep {name}", new OwnCommand(["sweep", name], 1, HasResult: true));

    private static ComparisonWord WordOf(FakeCommands commands) => Run(commands, rounds: 30, "a", "b")!.Comparing!.Comparisons[0].Word;

    private static double Noisy(Random random, double value, double deviation) =>
        value * (1 + (deviation * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble())));

    private static ResultDocument? Run(FakeCommands commands, int rounds, params string[] names) => Run(commands, rounds, names, null);

    private static ResultDocument? Run(FakeCommands commands, int rounds, string[] names, Action<int, bool>? looked) =>
        new InterleavedRuns(Options(rounds, names), commands, ["landspeed"], TimeProvider.System) { Looked = looked }.Run(CancellationToken.None);

    private static InterleavedOptions Options(int rounds, params string[] names) => new()
    {
        Commands = [.. names.Select(name => new InterleavedCommand(name, null))],
        Rounds = rounds,
        Time = TimeSpan.FromHours(1),
        Seed = 7,
        Comparison = new ComparisonOptions { Metrics = [Metrics.Elapsed, Metrics.Throughput] },
    };

    private sealed class FakeCommands(Func<string, double> milliseconds) : ICommands
    {
        private readonly Lock _turn = new();

        public List<string> Run { get; } = [];

        public List<IReadOnlyList<int>> Processors { get; } = [];

        public string? FailsAt { get; init; }

        public bool HasResults { get; init; }

        public long SaysAt { get; init; }

        public Action<ChildCommand>? Before { get; init; }

        /// <summary>Number of the run, from 1, that has no second cell.</summary>
        public int LacksCell2In { get; init; }

        public (int Runs, CancellationTokenSource Stop)? StopsAfter { get; init; }

        public IChild Start(ChildCommand command)
        {
            lock (_turn)
            {
                return new Child(this, command, milliseconds(command.Words[^1]));
            }
        }

        public bool EndLeft(ChildIdentity left) => false;

        private sealed class Child(FakeCommands commands, ChildCommand command, double milliseconds) : IChild
        {
            public ChildIdentity Identity => new(1, 1);

            public ChildEnd Run(TimeSpan limit, CancellationToken stop)
            {
                commands.Before?.Invoke(command);
                lock (commands._turn)
                {
                    commands.Run.Add(command.Words[^1]);
                    commands.Processors.Add(command.Processors);
                }

                bool isStopped = commands.StopsAfter is { } after && commands.Run.Count >= after.Runs;
                if (isStopped)
                {
                    commands.StopsAfter!.Value.Stop.Cancel();
                }

                if (commands.HasResults)
                {
                    using StreamWriter result = File.CreateText(command.Words[3]);
                    ResultsJson.Write(StoredSamples.Document(
                        [StoredSamples.Cell("cell1", [milliseconds]), .. commands.Run.Count == commands.LacksCell2In ? Array.Empty<CellRecord>() : [StoredSamples.Cell("cell2", [milliseconds])]]), result);
                }

                bool fails = commands.FailsAt == command.Words[^1];
                if (fails)
                {
                    RandomAccess.Write(command.Error, "no such thing\n"u8, commands.SaysAt);
                }

                return new ChildEnd(fails ? 4 : 0, isStopped ? ChildCause.Stopped : ChildCause.Own, (long)(milliseconds * 1e6), new ProcessorTimes(1, 1, 0, 0));
            }

            public void Dispose()
            {
            }
        }
    }
}
