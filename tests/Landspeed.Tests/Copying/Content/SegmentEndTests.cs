using Landspeed.Copying;
using Landspeed.Copying.Content;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;
using Landspeed.Tests.Platform.Linux;

namespace Landspeed.Tests.Copying.Content;

public class SegmentEndTests
{
    private const int Piece = 256 << 10;

    // Another rank may have copied the range meanwhile, and the file get its name: nothing may come after that.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Whoever_ends_a_segment_without_success_leaves_nothing_in_the_cache(bool isRevoked)
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("source", 4 * Piece);
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(scratch.Path));
        UnpublishedFile part = UnpublishedFile.Create(new DirectoryEntry(directory, FilePath.FromText("target")), FilePath.FromText(".target.part"));
        var source = new DirectoryEntry(directory, FilePath.FromText("source"));
        var job = new FileCopyJob
        {
            Source = source,
            Target = new DirectoryEntry(directory, FilePath.FromText("target")),
            EventPath = source.Path,
            SourceHandle = Entries.OpenSource(source, out _),
            SourceStatus = Entries.Find(source)!.Value,
            Publication = RenameRule.Replace,
        };
        // Read, write, read, and then the write fails, or another was faster.
        SimulatedFault[] faults = isRevoked ? [] : [new SimulatedFault(3, NativeErrorKind.DeviceFailure, FaultExtent.Permanent)];
        var options = new CopyOptions
        {
            RequestSize = 256 * 1024,
            QueueDepth = 1,
            Strategy = CopyStrategy.Buffered,
            EngineFactory = depth => new SimulatedEngine(new SimulationOptions { QueueDepth = depth, Faults = faults }),
        };
        var setup = new CopySetup(options, new CopyReporter(null, null), new RunNames());
        var segment = new Segment(part, isRevoked);
        using (CopyLoop loop = CopyLoops.Create(setup, new CopyLimits(null, TimeProvider.System), TestContext.Current.CancellationToken, out _))
        {
            loop.Run(new One(new CopyContent(job, setup, null, segment)));
        }

        Assert.Equal(!isRevoked, job.Problem is not null);
        NativeFile.RequireBlockDevice(part.Handle);
        CachedPageCounts pages = NativeFile.CachedPages(part.Handle, 0, 0);
        Assert.True(pages.Cached > 0, "nothing was written");
        Assert.Equal((0, 0), (pages.Dirty, pages.Writeback));
        part.Remove();
    }

    private sealed class Segment(UnpublishedFile part, bool isRevoked) : FileSegment(ByteRange.FromBounds(0, 4 * Piece))
    {
        private int _looked;

        internal override bool IsRevoked => isRevoked && ++_looked > 2;

        internal override void Open(FileCopyJob job) => job.Unfinished = part;

        internal override void Close(FileCopyJob job) => job.Unfinished = null;
    }

    private sealed class One(ContentWork work) : IWorkSource
    {
        private ContentWork? _work = work;

        public ContentWork? Take(bool waits)
        {
            ContentWork? next = _work;
            _work = null;
            return next;
        }
    }
}
