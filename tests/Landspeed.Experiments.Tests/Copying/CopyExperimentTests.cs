using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Copying;

public sealed class CopyExperimentTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void What_was_asked_for_and_what_was_done_reach_the_document()
    {
        ResultDocument document = Run(
            new TreeCopyOptions
            {
                Resume = ResumeRule.StartAnew, Digests = [DigestAlgorithm.Xxh128], BytesPerSecond = 5, DeleteExtraneous = true, DryRun = true,
            },
            new CopyResult
            {
                Outcome = CopyOutcome.Done, FilesCopied = 2, BytesCopied = 3000, HoleBytes = 7, ElapsedToWritten = TimeSpan.FromMicroseconds(1),
                ElapsedToDurable = TimeSpan.FromTicks(15), CpuTime = TimeSpan.FromTicks(3), Engine = "io_uring",
            });

        RunRecord run = RunOf(document);
        CopySection copy = run.Copy!;
        IReadOnlyDictionary<string, string> options = document.Setup.Options;
        Assert.Equal(("done", "copy", "tree", "start_anew"), (copy.Outcome, document.Kind, document.Variant, options["resume"]));
        Assert.Equal(("xxh128", "5", "yes", "yes"), (options["digests"], options["limit_bytes_per_s"], options["delete"], options["dry_run"]));
        Assert.True(copy.DryRun);
        Assert.Equal((2L, 3000L, 7L), (copy.Counts.FilesCopied, copy.Bytes.CopiedBytes, copy.Bytes.HoleBytes));
        Assert.Equal(
            (3e9, 2e9, 0.1), (run[Metrics.ThroughputToReturn], run[Metrics.Throughput], run[Metrics.CpuPerByte]));
        Assert.Equal(document.Hosts[0].CyclesPerByte(0.1), run[Metrics.CyclesPerByte]);
        Assert.Equal(2e9, document.Cells[0][Metrics.Throughput]!.Median);
    }

    [Fact]
    public void A_copy_that_did_not_come_about_is_a_document_too()
    {
        var problem = new CopyProblem(
            CopyProblemKind.Mismatch, FilePath.FromBytes([0xFF]), "the medium returned something else", new ByteRange(4096, 512));

        ResultDocument document = Run(new CopyOptions(), () => throw new CopyException(CopyOutcome.Mismatch, problem));

        RunRecord run = RunOf(document);
        CopySection copy = run.Copy!;
        CopyProblemRecord record = Assert.Single(copy.Problems);
        Assert.Equal(("mismatch", 1L, 0L), (copy.Outcome, copy.Counts.EntriesFailed, copy.Counts.EntriesSkipped));
        Assert.Equal(("mismatch", "\\xFF", "/w==", 4096L, 512L), (record.Kind, record.Path, record.PathBase64, record.OffsetBytes, record.LengthBytes));
        Assert.Null(run[Metrics.Throughput]);
        Assert.Null(run[Metrics.ElapsedToDurable]);
    }

    [Fact]
    public void A_refused_file_is_skipped_and_not_failed()
    {
        var problem = new CopyProblem(CopyProblemKind.Refused, FilePath.FromText("b"), "b is there already");
        CopySection copy = RunOf(Run(new CopyOptions(), () => throw new CopyException(CopyOutcome.Refused, problem))).Copy!;
        Assert.Equal(("refused", 0L, 1L), (copy.Outcome, copy.Counts.EntriesFailed, copy.Counts.EntriesSkipped));
    }

    [Fact]
    public void A_stopped_copy_says_so()
    {
        ResultDocument document = Run(new CopyOptions(), () => throw new OperationCanceledException());
        Assert.Equal("stopped", RunOf(document).Copy!.Outcome);
        Assert.True(document.Partial);
    }

    [Fact]
    public void A_source_that_was_just_read_is_known_to_be_cached()
    {
        string source = _scratch.CreateFile("a", 1 << 20);
        File.ReadAllBytes(source);
        var copier = new AnsweringCopier(_ => new CopyResult { Outcome = CopyOutcome.Done, BytesCopied = 1 << 20 });

        ResultDocument document = new CopyExperiment(copier, TimeProvider.System)
            .Run(TaskOf(CopySubject.File, new CopyOptions()), null, CancellationToken.None).Document;

        Assert.Equal(100, RunOf(document).Reads!.ResidentBeforePct);
        Assert.Equal(_scratch.File("a"), document.Places.Single(place => place.Role == PlaceRoles.Source).Path);
    }

    [Theory]
    [InlineData(CopyPhase.Copying, null, 12e9)]
    [InlineData(CopyPhase.Verifying, null, 12e9)]
    [InlineData(CopyPhase.Flushing, null, null)]
    [InlineData(CopyPhase.Copying, 9 << 20, 12e9)] // 1 MiB x 8 and one more: a second
    [InlineData(CopyPhase.Copying, 100, 0.0)] // held to a rate, it waits
    public void The_longest_time_without_a_byte_is_in_the_result(CopyPhase phase, int? limit, double? expectedNs)
    {
        var clock = new HandClock();
        var copier = new AnsweringCopier(progress =>
        {
            foreach ((int done, int seconds) in ((int, int)[])[(0, 2), (400, 12), (1000, 50)])
            {
                progress!.Report(new CopyProgress(phase, done, 1000, 0, 1, isComplete: true, current: null));
                clock.Now += TimeSpan.FromSeconds(seconds);
            }

            return new CopyResult { Outcome = CopyOutcome.Done, BytesCopied = 1000 };
        });

        RunRecord run = RunOf(new CopyExperiment(copier, clock).Run(
            TaskOf(CopySubject.File, new CopyOptions { BytesPerSecond = limit }), null, CancellationToken.None).Document);

        Assert.Equal(expectedNs, run[Metrics.LongestStall]);
        Assert.Equal(expectedNs > 0, run.Findings.Any(finding => finding.Code == "stalled"));
    }

    private static RunRecord RunOf(ResultDocument document) => Assert.Single(Assert.Single(document.Cells).Runs);

    private ResultDocument Run(CopyOptions options, CopyResult result) => Run(options, () => result);

    private ResultDocument Run(CopyOptions options, Func<CopyResult> copies)
    {
        CopySubject subject = options is TreeCopyOptions ? CopySubject.Tree : CopySubject.File;
        return new CopyExperiment(new AnsweringCopier(_ => copies()), TimeProvider.System)
            .Run(TaskOf(subject, options), null, CancellationToken.None).Document;
    }

    private CopyTask TaskOf(CopySubject subject, CopyOptions options) => new()
    {
        Subject = subject, Source = _scratch.FilePath("a"), Target = _scratch.FilePath("b"), Options = options,
    };

    private sealed class AnsweringCopier(Func<IProgress<CopyProgress>?, CopyResult> copies) : ICopier
    {
        public CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop) => copies(progress);

        public IReadOnlyList<Leftover> FindLeft(FilePath directory) => [];

        public IReadOnlyList<Leftover> RemoveLeft(FilePath directory) => [];
    }
}
