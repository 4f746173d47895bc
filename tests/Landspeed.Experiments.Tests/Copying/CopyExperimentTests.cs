using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Results;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Copying;

public sealed class CopyExperimentTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void What_was_asked_for_and_what_was_done_reach_the_document()
    {
        CopyDocument document = Run(
            new TreeCopyOptions
            {
                Resume = ResumeRule.StartAnew, Digests = [DigestAlgorithm.Xxh128], BytesPerSecond = 5, Delete = true, DryRun = true,
            },
            new CopyResult
            {
                Outcome = CopyOutcome.Done, FilesCopied = 2, BytesCopied = 3000, HoleBytes = 7, ElapsedToWrittenNs = 1000,
                ElapsedToDurableNs = 1500, CpuNs = 300, Engine = "io_uring",
            });

        Assert.Equal(("done", "tree", "start_anew"), (document.Outcome, document.Kind, document.Options.Resume));
        Assert.Equal(["xxh128"], document.Options.Digests);
        Assert.Equal((5L, true, true), (document.Options.LimitBytesPerS, document.Options.Delete, document.Options.DryRun));
        Assert.Equal((2L, 3000L, 7L), (document.Counts.FilesCopied, document.Bytes.CopiedBytes, document.Bytes.HoleBytes));
        Assert.Equal((3e9, 2e9, 0.1), (document.ThroughputToWrittenBytesPerS, document.ThroughputToDurableBytesPerS, document.CpuNsPerByte));
    }

    [Fact]
    public void A_copy_that_did_not_come_about_is_a_document_too()
    {
        var problem = new CopyProblem(
            CopyProblemKind.Mismatch, FilePath.FromBytes([0xFF]), "the medium returned something else", new ByteRange(4096, 512));

        CopyDocument document = Run(new CopyOptions(), () => throw new CopyException(CopyOutcome.Mismatch, problem));

        CopyProblemRecord record = Assert.Single(document.Problems);
        Assert.Equal(("mismatch", 1L, 0L), (document.Outcome, document.Counts.EntriesFailed, document.Counts.EntriesSkipped));
        Assert.Equal(("mismatch", "\\xFF", "/w==", 4096L, 512L), (record.Kind, record.Path, record.PathBase64, record.OffsetBytes, record.LengthBytes));
        Assert.Null(document.ThroughputToDurableBytesPerS);
        Assert.Null(document.ElapsedToDurableNs);
    }

    [Fact]
    public void A_refused_file_is_skipped_and_not_failed()
    {
        var problem = new CopyProblem(CopyProblemKind.Refused, FilePath.FromText("b"), "b is there already");
        CopyDocument document = Run(new CopyOptions(), () => throw new CopyException(CopyOutcome.Refused, problem));
        Assert.Equal(("refused", 0L, 1L), (document.Outcome, document.Counts.EntriesFailed, document.Counts.EntriesSkipped));
    }

    [Fact]
    public void A_stopped_copy_says_so() =>
        Assert.Equal("stopped", Run(new CopyOptions(), () => throw new OperationCanceledException()).Outcome);

    [Fact]
    public void A_source_that_was_just_read_is_known_to_be_cached()
    {
        string source = _scratch.CreateFile("a", 1 << 20);
        File.ReadAllBytes(source);
        var copier = new AnsweringCopier(() => new CopyResult { Outcome = CopyOutcome.Done, BytesCopied = 1 << 20 });

        CopyDocument document = new CopyExperiment(copier, TimeProvider.System)
            .Run(TaskOf(CopySubject.File, new CopyOptions()), null, CancellationToken.None).Document;

        Assert.Equal(100, document.Reads.ResidentBeforePct);
        Assert.Equal(_scratch.File("a"), document.Source!.Path);
    }

    private CopyDocument Run(CopyOptions options, CopyResult result) => Run(options, () => result);

    private CopyDocument Run(CopyOptions options, Func<CopyResult> copies)
    {
        CopySubject subject = options is TreeCopyOptions ? CopySubject.Tree : CopySubject.File;
        return new CopyExperiment(new AnsweringCopier(copies), TimeProvider.System)
            .Run(TaskOf(subject, options), null, CancellationToken.None).Document;
    }

    private CopyTask TaskOf(CopySubject subject, CopyOptions options) => new()
    {
        Subject = subject, Source = _scratch.FilePath("a"), Target = _scratch.FilePath("b"), Options = options,
    };

    private sealed class AnsweringCopier(Func<CopyResult> copies) : ICopier
    {
        public CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop) => copies();

        public IReadOnlyList<Leftover> FindLeft(FilePath directory) => [];

        public IReadOnlyList<Leftover> RemoveLeft(FilePath directory) => [];
    }
}
