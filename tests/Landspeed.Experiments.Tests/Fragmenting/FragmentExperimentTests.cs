using System.Globalization;
using System.Text.RegularExpressions;
using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Fragmenting;

public sealed partial class FragmentExperimentTests : IDisposable
{
    private const long Mebi = 1 << 20;

    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<string, RunOrder> Systems => new MatrixTheoryData<string, RunOrder>(["ext4", "xfs", "btrfs"], Enum.GetValues<RunOrder>());

    [Theory]
    [MemberData(nameof(Systems))]
    public void The_file_lies_in_runs_of_the_length_asked_for(string type, RunOrder order)
    {
        Capability.RequireProgram("filefrag");
        using var volume = new TestVolume(type);
        foreach ((long run, long size) in new[] { (4096, 8 * Mebi), (65_536, 32 * Mebi), (Mebi, 64 * Mebi), (8 * Mebi, 128 * Mebi) })
        {
            TrialEnd end = Make(Options(volume.File("torn"), run, size) with { Order = order });

            string context = $"{run} of {size}";
            Assert.True(end.Metrics[Metrics.RunLengthMedian.Name] is var median && median >= run / 1.5 && median <= run * 1.5, $"{context}: {median}");
            Assert.True(FilefragOf(volume.File("torn")) == (long)end.Metrics[Metrics.FileFragments.Name], context);
            Assert.InRange(end.Metrics[Metrics.FileFragments.Name], size / run * 0.9, size / run * 1.1);
            Assert.True(new FileInfo(volume.File("torn")).Length == size, context);
            Assert.DoesNotContain("unwritten", Command.Shell($"filefrag -v '{volume.File("torn")}'"), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void The_last_run_takes_what_is_left_and_the_same_seed_gives_the_same_bytes()
    {
        Make(Options(_scratch.File("one"), 65_536, 1_000_001));
        Make(Options(_scratch.File("two"), 65_536, 1_000_001) with { Order = RunOrder.Shuffled });
        Make(Options(_scratch.File("three"), 65_536, 1_000_001) with { Seed = 2 });

        byte[] one = File.ReadAllBytes(_scratch.File("one"));
        Assert.Equal(1_000_001, one.Length);
        Assert.Equal(one, File.ReadAllBytes(_scratch.File("two")));
        Assert.NotEqual(one, File.ReadAllBytes(_scratch.File("three")));
    }

    [Fact]
    public void Space_that_is_torn_itself_is_told_and_the_file_removed()
    {
        using var volume = new TestVolume("ext4");
        Command.Shell(
            $"cd '{volume.Path}' && fallocate -l $(($(df --output=avail -B1 . | tail -1) - 2000000)) filler");
        Holes.Punch(volume.File("filler"), every: 131072, length: 65536);
        Command.Shell($"sync -f '{volume.Path}'");

        ExperimentException failure = Assert.Throws<ExperimentException>(() => Make(Options(volume.File("torn"), 8 * Mebi, 64 * Mebi)));

        Assert.Equal(Outcome.Failed, failure.Outcome);
        Assert.Matches(@"^.*/torn has [0-9,]+ runs \(median [0-9]+ KiB\), and 8 of 8 MiB were requested;.*The file is removed; --keep keeps it$", failure.Message);
        Assert.False(File.Exists(volume.File("torn")));
    }

    [Fact]
    public void A_file_of_somebody_else_is_refused_and_untouched()
    {
        File.WriteAllText(_scratch.File("mine"), "mine");

        Assert.Equal(Outcome.Refused, PlanFailure(Options(_scratch.File("mine"), 4096, Mebi)).Outcome);

        Assert.Equal("mine", File.ReadAllText(_scratch.File("mine")));
    }

    [Theory]
    [InlineData("ln -s nowhere here", Outcome.Failed)]
    [InlineData("mkfifo here", Outcome.Refused)]
    [InlineData("mkdir here", Outcome.Usage)]
    public void What_is_no_file_is_refused_and_untouched(string make, Outcome outcome)
    {
        Command.Shell($"cd '{_scratch.Path}' && {make}");
        string before = Command.Shell($"ls -lAR '{_scratch.Path}'");

        Assert.Equal(outcome, PlanFailure(Options(_scratch.File("here"), 4096, Mebi)).Outcome);
        Assert.Equal(before, Command.Shell($"ls -lAR '{_scratch.Path}'"));
    }

    [Theory]
    [InlineData(1000, 1 << 20, "--run-length 1000 B is not a multiple of the file system's blocks of 4 KiB; the nearest is 4 KiB")]
    [InlineData(70_000, 1 << 20, "--run-length 70000 B is not a multiple of the file system's blocks of 4 KiB; the nearest is 68 KiB")]
    [InlineData(2 << 20, 1 << 20, "--run-length 2 MiB is more than the file, 1 MiB: give a larger --size or shorter runs")]
    [InlineData(4096, 1L << 30, "1 GiB in runs of 4 KiB are 262,144 runs, and at most 65,536 are allowed")]
    public void A_run_length_that_cannot_be_is_refused_with_one_that_can(long run, long size, string message)
    {
        ExperimentException failure = PlanFailure(Options(_scratch.File("torn"), run, size));

        Assert.Equal(Outcome.Usage, failure.Outcome);
        Assert.StartsWith(message, failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_no_size_is_given_the_file_has_as_many_runs_as_are_allowed()
    {
        ExperimentPlan plan = new FragmentExperiment(Options(_scratch.File("torn"), 4096, null)).Plan(DateTimeOffset.UnixEpoch);

        Assert.Equal(65_536 * 4096L, plan.WriteBytes);
    }

    [Fact]
    public void A_volume_without_room_is_noticed_before_the_first_byte()
    {
        using var volume = new TestVolume("ext4", "16M");

        Assert.Equal(Outcome.OutOfSpace, PlanFailure(Options(volume.File("torn"), 4096, 64 * Mebi)).Outcome);

        Assert.False(File.Exists(volume.File("torn")));
    }

    [Fact]
    public void Room_that_others_take_meanwhile_is_told_and_nothing_is_left()
    {
        using var volume = new TestVolume("ext4", "64M");
        var experiment = new FragmentExperiment(Options(volume.File("torn"), 4096, 30 * Mebi));
        experiment.Plan(DateTimeOffset.UnixEpoch);
        long before = Available(volume);
        Command.Shell($"fallocate -l 40M '{volume.File("theirs")}'");

        NativeIOException failure = Assert.Throws<NativeIOException>(() => Run(experiment));

        Assert.Equal(NativeErrorKind.NoSpace, failure.Error.Kind);
        Assert.Contains("was emptied again", failure.Message, StringComparison.Ordinal);
        Assert.Equal(["lost+found", "theirs"], Directory.GetFileSystemEntries(volume.Path).Select(Path.GetFileName).Order());
        Command.Shell($"rm '{volume.File("theirs")}'");
        Assert.InRange(Available(volume), before * 0.99, before);
    }

    [Fact]
    public void A_file_system_that_does_not_say_where_its_files_lie_is_refused_and_nothing_is_left()
    {
        using var volume = new TestVolume("tmpfs", "64M");

        ExperimentException failure = Assert.Throws<ExperimentException>(() => Make(Options(volume.File("torn"), 4096, Mebi)));

        Assert.Equal(Outcome.Refused, failure.Outcome);
        Assert.Empty(Directory.GetFileSystemEntries(volume.Path));
    }

    [Theory]
    [InlineData("tmpfs", "")]
    [InlineData("ext4", "-O ^extents,^64bit")]
    public void A_file_that_is_there_keeps_its_content_when_its_file_system_is_refused(string type, string makeOptions)
    {
        using var volume = new TestVolume(type, "64M", makeOptions: makeOptions);
        File.WriteAllText(volume.File("torn"), "precious");

        ExperimentException failure = Assert.Throws<ExperimentException>(() => Make(Options(volume.File("torn"), 4096, Mebi) with { Overwrite = true }));

        Assert.Equal(Outcome.Refused, failure.Outcome);
        Assert.Equal("precious", File.ReadAllText(volume.File("torn")));
    }

    [Theory]
    [InlineData(65_536)]
    [InlineData(65_537)]
    [InlineData(100_000)]
    [InlineData(131_072)]
    public void A_file_of_two_runs_lies_as_asked_however_short_the_last_one_is(long size)
    {
        // ext4 joins the first piece to the second where the space before that is free: on a shared volume another
        // program may just have freed it.
        using var volume = new TestVolume("ext4");

        TrialEnd end = Make(Options(volume.File("torn"), 65_536, size));

        Assert.Equal((size + 65_535) / 65_536, end.Metrics[Metrics.FileFragments.Name]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void What_is_stopped_leaves_nothing_unless_it_is_to_be_kept_and_can_be_made_anew(bool keep)
    {
        using var stop = new CancellationTokenSource();
        var monitor = new ProgressMonitor(_ => { }, stop.Token);
        FragmentOptions options = Options(_scratch.File("torn"), 4096, 8 * Mebi) with { Keep = keep };
        var experiment = new FragmentExperiment(options);
        experiment.Plan(DateTimeOffset.UnixEpoch);
        ITrial trial = experiment.PrepareTrials(monitor)[0];
        trial.Prepare(monitor);
        stop.Cancel();

        Assert.ThrowsAny<OperationCanceledException>(() => trial.Run(monitor));
        trial.Finish(null);
        experiment.CleanUp();

        Assert.Equal(keep, File.Exists(_scratch.File("torn")));
        Assert.Equal(2048, Make(options).Metrics[Metrics.FileFragments.Name]);
    }

    [Theory]
    [InlineData(Mebi, "The file is stored in 7 runs (median 1 MiB); requested: 8 of 1 MiB.")]
    [InlineData(8 * Mebi, "The file is stored in 7 runs (median 1 MiB); requested: 1 of 8 MiB.")]
    public void What_was_reached_stands_beside_what_was_asked_for(long run, string sentence)
    {
        var experiment = new FragmentExperiment(Options(_scratch.File("torn"), run, 8 * Mebi));
        experiment.Plan(DateTimeOffset.UnixEpoch);
        CellRecord cell = SampleCell.Done("fragment").With(Metrics.FileFragments, 7).With(Metrics.RunLengthMedian, Mebi);

        Assert.Equal(sentence, Assert.Single(experiment.Conclude([cell])).Text);
        Assert.Empty(experiment.Conclude([cell.With(Metrics.FileFragments)]));
    }

    public void Dispose() => _scratch.Dispose();

    private static ExperimentException PlanFailure(FragmentOptions options) =>
        Assert.Throws<ExperimentException>(() => new FragmentExperiment(options).Plan(DateTimeOffset.UnixEpoch));

    private static TrialEnd Make(FragmentOptions options)
    {
        var experiment = new FragmentExperiment(options);
        experiment.Plan(DateTimeOffset.UnixEpoch);
        return Run(experiment);
    }

    private static TrialEnd Run(FragmentExperiment experiment)
    {
        ITrial trial = experiment.PrepareTrials(ProgressMonitor.None)[0];
        TrialWork? work = null;
        try
        {
            trial.Prepare(ProgressMonitor.None);
            work = trial.Run(ProgressMonitor.None);
            Assert.True(trial.MakeDurable(ProgressMonitor.None));
        }
        catch
        {
            trial.Finish(null);
            throw;
        }
        finally
        {
            if (work is null)
            {
                experiment.CleanUp();
            }
        }

        try
        {
            return trial.Finish(work);
        }
        finally
        {
            experiment.CleanUp();
        }
    }

    private static long FilefragOf(string file) => long.Parse(
        Extents().Match(Command.Shell($"filefrag '{file}'")).Groups[1].Value, CultureInfo.InvariantCulture);

    private static long Available(TestVolume volume) => long.Parse(
        Command.Shell($"sync -f '{volume.Path}'; df --output=avail -B1 '{volume.Path}' | tail -1"), CultureInfo.InvariantCulture);

    private static FragmentOptions Options(string file, long run, long? size) => new() { Path = FilePath.FromText(file), RunLength = run, Size = size };

    [GeneratedRegex(@"(\d+) extents? found")]
    private static partial Regex Extents();
}
