using Landspeed.Experiments.Hints;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Hints;

/// <summary>Real files, read with every hint.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class HintExperimentTests : IDisposable
{
    private static readonly int[] s_lengths = [1, 9_999, 300_000, 0];
    private readonly ScratchDirectory _scratch = new();

    private HintOptions Small => new()
    {
        Directory = FilePath.FromText(_scratch.Path), Seed = 3, Files = 20, FileSize = 300_000, Repetitions = 2,
    };

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(AccessPattern.Header, 10_000)]
    [InlineData(AccessPattern.Whole, 300_000)]
    [InlineData(AccessPattern.Stride, 10_000)]
    public void Every_hint_gets_all_bytes_and_nothing_stays_behind(AccessPattern pattern, long bytes)
    {
        ResultDocument document = Run(Small with { Pattern = pattern });

        Assert.Equal(Enum.GetValues<AccessHint>().Select(HintNames.Of), document.Cells.Select(cell => cell.Name));
        Assert.All(document.Cells.Where(cell => cell.State != CellState.Skipped), cell =>
        {
            Assert.True(cell.State == CellState.Done, cell.Reason);
            Assert.All(cell.Runs, run => Assert.Equal(20 * bytes, run[Metrics.BytesRead]));
            Assert.All(cell.Runs, run => Assert.True(run.Reads!.ResidentBeforePct is null or 0));
        });
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_place_that_is_not_utf_8_is_refused_before_anything_is_made()
    {
        FilePath place = _scratch.FilePath("\uDCFF");
        string name = $"\"$(printf '{_scratch.Path}/\\377')\"";
        Command.Shell($"mkdir {name}");

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Small with { Directory = place }));
        Command.Shell($"rmdir {name}"); // .NET cannot

        Assert.Contains("is not UTF-8", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_system_that_does_not_count_its_space_is_not_taken_for_full()
    {
        Capability.RequireRoot();
        string place = Directory.CreateDirectory(_scratch.File("ramfs")).FullName;
        Command.Shell($"mount -t ramfs none '{place}'");
        try
        {
            Assert.NotEmpty(new HintExperiment(Small with { Directory = FilePath.FromText(place) }).Plan(DateTimeOffset.UnixEpoch).Facts);
        }
        finally
        {
            Command.Shell($"umount '{place}'");
        }
    }

    [Fact]
    public void Files_beyond_the_free_inodes_are_refused_before_anything_is_made()
    {
        using TestVolume volume = new TestVolume("ext4", "64M");

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(
            Small with { Directory = FilePath.FromText(volume.Path), Files = 20_000, FileSize = 1, Bytes = 1, Reads = 1 }));

        Assert.Equal(Outcome.OutOfSpace, refusal.Outcome);
        Assert.Contains("20000 files are to be made", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_read_ahead_three_pages_of_each_file_are_fetched_and_direct_leaves_none()
    {
        ResultDocument document = Run(Small);
        RequireBlockDevice(document);

        // Bytes 0 to 9,999 lie in three pages of 4 KiB; a file system's own blocks may be fetched too.
        Assert.All([Cell(document, AccessHint.RandomAccess), Cell(document, AccessHint.AdviseRandom)], cell =>
        {
            Assert.InRange(cell[Metrics.ReadAmplification]!.Median, 1.2, 2);
            Assert.Equal(20 * 3 * 4096, cell[Metrics.PagesLeft]!.Median);
        });
        CellRecord plain = Cell(document, AccessHint.None);
        Assert.True(plain[Metrics.ReadAmplification]!.Median > 1.5);
        Assert.True(plain[Metrics.PagesLeft]!.Median > 20 * 3 * 4096);
        CellRecord direct = Cell(document, AccessHint.Direct);
        Capability.Require("direct I/O", direct.State != CellState.Skipped);
        Assert.InRange(direct[Metrics.ReadAmplification]!.Median, 1, 2);
        Assert.Equal(0, direct[Metrics.PagesLeft]!.Median);
        Assert.Equal(Verdict.Device, direct.Verdicts.Read);
    }

    [Fact]
    public void It_ends_with_sentences_of_bytes_and_of_time()
    {
        ResultDocument document = Run(Small);
        RequireBlockDevice(document);

        Assert.Equal(["hint_bytes", "hint_time"], document.Conclusions.Take(2).Select(one => one.Code));
        Assert.StartsWith("Use the hint random-access to read the first 10,000 bytes of each file: ", document.Conclusions[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_persons_own_files_are_read_and_neither_changed_nor_joined_by_others()
    {
        string given = Directory.CreateDirectory(_scratch.File("given")).FullName;
        string[] files = [.. s_lengths.Select(length => _scratch.CreateFile($"given/{length}", length))];
        Directory.CreateDirectory(Path.Combine(given, "below"));
        byte[][] before = [.. files.Select(File.ReadAllBytes)];
        DateTime[] times = [.. files.Select(File.GetLastWriteTimeUtc)];

        ResultDocument document = Run(Small with { FilesOf = FilePath.FromText(given) });

        Assert.All(document.Cells.Where(cell => cell.State != CellState.Skipped), cell =>
        {
            Assert.True(cell.State == CellState.Done, cell.Reason);
            Assert.All(cell.Runs, run => Assert.Equal(1 + 9_999 + 10_000, run[Metrics.BytesRead]));
        });
        Assert.Equal((given, "4", "310000"), (document.Setup.Options["files_of"], document.Setup.Options["files"], document.Setup.Options["total_bytes"]));
        Assert.Equal(before, files.Select(File.ReadAllBytes));
        Assert.Equal(times, files.Select(File.GetLastWriteTimeUtc));
        Assert.Equal(5, Directory.GetFileSystemEntries(given).Length);
        Assert.Equal([given], Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData("missing", "cannot open the directory")]
    [InlineData("empty", "has no regular files")]
    [InlineData("hollow", "are all empty")]
    public void A_directory_without_anything_to_read_is_refused(string name, string message)
    {
        Directory.CreateDirectory(_scratch.File("empty"));
        Directory.CreateDirectory(_scratch.File("hollow"));
        _scratch.CreateFile("hollow/nothing", 0);

        ExperimentException refusal = Assert.Throws<ExperimentException>(
            () => new HintExperiment(Small with { FilesOf = _scratch.FilePath(name) }).Plan(DateTimeOffset.UnixEpoch));

        Assert.Contains(message, refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, "was removed since the directory was listed")]
    [InlineData(false, "changed since the directory was listed")]
    public void A_persons_file_that_goes_away_or_changes_ends_it_as_a_changed_source(bool goes, string message)
    {
        Directory.CreateDirectory(_scratch.File("given"));
        string file = _scratch.CreateFile("given/a", 5_000);
        _scratch.CreateFile("given/b", 5_000);
        var task = new ExperimentTask { Experiment = new HintExperiment(Small with { FilesOf = _scratch.FilePath("given"), Repetitions = 20 }) };
        var runner = new ExperimentRunner(TimeProvider.System);

        var change = new Once(progress => progress.DoneRuns == 3, () =>
        {
            if (goes)
            {
                File.Delete(file);
            }
            else
            {
                File.AppendAllText(file, "more");
            }
        });
        ExperimentResult result = runner.Run(
            task, runner.ShortPlan(task), change, TestContext.Current.CancellationToken);

        ExperimentException failure = Assert.IsType<ExperimentException>(result.Failure);
        Assert.Equal(Outcome.SourceChanged, failure.Outcome);
        Assert.Contains(message, failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Stopped_it_removes_its_files()
    {
        using var stop = new CancellationTokenSource();
        var task = new ExperimentTask { Experiment = new HintExperiment(Small) };
        var runner = new ExperimentRunner(TimeProvider.System);

        ExperimentResult result = runner.Run(
            task, runner.ShortPlan(task), new StopAt(stop, progress => progress.DoneRuns == 3), stop.Token);

        Assert.True(result.Document.Partial);
        Assert.Equal(3, result.Document.Cells.Sum(cell => cell.Runs.Count));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(false, "are removed again")]
    [InlineData(true, "stay")]
    public void The_plan_says_whether_the_files_stay(bool keep, string outcome)
    {
        (string label, string text) = new HintExperiment(Small with { Keep = keep }).Plan(DateTimeOffset.UnixEpoch).Facts[0];

        Assert.Equal("files", label);
        Assert.EndsWith($" in a new directory in {_scratch.Path}, which are made and {outcome}", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Kept_files_stay()
    {
        Run(Small with { Keep = true, Hints = [AccessHint.None] });

        string directory = Assert.Single(Directory.EnumerateFileSystemEntries(_scratch.Path));
        Assert.All(Directory.GetFiles(directory), file => Assert.Equal(300_000, new FileInfo(file).Length));
        Assert.Equal(20, Directory.GetFiles(directory).Length);
    }

    [Theory]
    [InlineData(0, 1, 1, 1)]
    [InlineData(1, 0, 1, 1)]
    [InlineData(1, 10, 11, 1)]
    [InlineData(1, 10, 0, 1)]
    [InlineData(1, 10, 10, 0)]
    [InlineData(1, 10, 10, 11)]
    [InlineData(-1, 10, 10, 1)]
    public void Impossible_numbers_are_refused_before_anything_is_made(int files, long size, long bytes, int reads)
    {
        HintOptions options = Small with { Files = files, FileSize = size, Bytes = bytes, Reads = reads };

        Assert.Equal(
            Outcome.Usage,
            Assert.Throws<ExperimentException>(() => new HintExperiment(options).Plan(DateTimeOffset.UnixEpoch)).Outcome);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void More_reads_of_a_file_than_a_million_are_refused()
    {
        HintOptions options = Small with { Pattern = AccessPattern.Whole, FileSize = 1_000_001, Bytes = 1, Reads = 1, Files = 1 };

        Assert.Equal(
            Outcome.Usage,
            Assert.Throws<ExperimentException>(() => new HintExperiment(options).Plan(DateTimeOffset.UnixEpoch)).Outcome);
        new HintExperiment(options with { FileSize = 1_000_000 }).Plan(DateTimeOffset.UnixEpoch);
    }

    [Fact]
    public void More_than_the_volume_has_is_refused_before_anything_is_made()
    {
        HintOptions options = Small with { Files = 1_000_000, FileSize = 1L << 30 };

        Assert.Equal(
            Outcome.OutOfSpace,
            Assert.Throws<ExperimentException>(() => new HintExperiment(options).Plan(DateTimeOffset.UnixEpoch)).Outcome);
    }

    private static CellRecord Cell(ResultDocument document, AccessHint hint) =>
        document.Cells.Single(cell => cell.Name == HintNames.Of(hint));

    private static void RequireBlockDevice(ResultDocument document) =>
        Capability.Require("a block device below the test directory", document.Places[0].Device is not null);

    private static ResultDocument Run(HintOptions options)
    {
        var task = new ExperimentTask { Experiment = new HintExperiment(options) };
        var runner = new ExperimentRunner(TimeProvider.System);
        return runner.Run(task, runner.ShortPlan(task), null, TestContext.Current.CancellationToken).Document;
    }

    private sealed class StopAt(CancellationTokenSource stop, Func<ExperimentProgress, bool> when) : IProgress<ExperimentProgress>
    {
        public void Report(ExperimentProgress value)
        {
            if (when(value))
            {
                stop.Cancel();
            }
        }
    }

    private sealed class Once(Func<ExperimentProgress, bool> when, Action action) : IProgress<ExperimentProgress>
    {
        private bool _isDone;

        public void Report(ExperimentProgress value)
        {
            if (!_isDone && when(value))
            {
                _isDone = true;
                action();
            }
        }
    }
}
