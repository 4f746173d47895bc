using Landspeed.Experiments.Hints;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Hints;

/// <summary>Real files, read with every hint.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class HintExperimentTests : IDisposable
{
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
    public void It_ends_with_one_sentence_that_names_the_figures_of_the_table()
    {
        ResultDocument document = Run(Small);
        RequireBlockDevice(document);

        string sentence = Assert.Single(document.Conclusions).Text;

        Assert.Contains("first 10,000 bytes", sentence, StringComparison.Ordinal);
        Assert.Contains(
            FormattableString.Invariant($"{Cell(document, AccessHint.None)[Metrics.ReadAmplification]!.Median:F1} bytes per byte used"),
            sentence,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Stopped_it_removes_its_files()
    {
        using var stop = new CancellationTokenSource();
        var task = new ExperimentTask { Experiment = new HintExperiment(Small) };
        var runner = new ExperimentRunner(TimeProvider.System);

        ExperimentResult result = runner.Run(
            task, runner.Plan(task), new StopAt(stop, progress => progress.DoneRuns == 3), stop.Token);

        Assert.True(result.Document.Partial);
        Assert.Equal(3, result.Document.Cells.Sum(cell => cell.Runs.Count));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(false, "are removed again")]
    [InlineData(true, "stay")]
    public void The_plan_says_whether_the_files_stay(bool keep, string outcome)
    {
        (string label, string text) = Assert.Single(new HintExperiment(Small with { Keep = keep }).Plan(DateTimeOffset.UnixEpoch).Facts);

        Assert.Equal("files", label);
        Assert.EndsWith($" in a directory of their own in {_scratch.Path}, which are made and {outcome}", text, StringComparison.Ordinal);
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
        return runner.Run(task, runner.Plan(task), null, TestContext.Current.CancellationToken).Document;
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
}
