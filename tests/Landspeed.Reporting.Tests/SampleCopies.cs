using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

/// <summary>Made-up copies between made-up disks.</summary>
internal static class SampleCopies
{
    public static readonly IReadOnlyDictionary<string, CopyDocument> All =
        new Dictionary<string, CopyDocument>(StringComparer.Ordinal)
        {
            ["file-verified"] = File(),
            ["file-reflink"] = Reflink(),
            ["tree-problems"] = Tree(),
            ["tree-dry-run"] = DryRun(),
            ["stream-stopped"] = Stopped(),
        };

    private static CopyDocument File()
    {
        MeasurementDocument place = SampleDocuments.All["read-device"];
        return new CopyDocument
        {
            ToolVersion = "0.1.0",
            StartedAt = place.StartedAt,
            Host = place.Host,
            Source = place.Environment,
            Target = place.Environment with { Path = "/mnt/backup/größe.dat", Device = "vdb", MountPoint = "/mnt/backup" },
            Kind = "file",
            Outcome = "done",
            Options = Options(),
            Counts = Counts() with { FilesCopied = 1 },
            Bytes = Bytes() with { CopiedBytes = 4_294_967_296, VerifiedBytes = 4_294_967_296 },
            ElapsedToWrittenNs = 4_330_000_000,
            ElapsedToDurableNs = 6_650_000_000,
            ThroughputToWrittenBytesPerS = 4_294_967_296 / 4.33,
            ThroughputToDurableBytesPerS = 4_294_967_296 / 6.65,
            CpuNs = 490_000_000,
            CpuNsPerByte = 0.49 / 4.294967296,
            PeakResidentBytes = 58_720_256,
            Engine = "uring",
            Ways = [Way("direct", "it is large and not in the page cache", 1, 4_294_967_296)],
            Reads = Truth(Verdict.Device, "the device moved 100.0 % of the 8589934592 bytes", 8_589_934_592),
            Writes = Truth(Verdict.Device, "the device moved 100.1 % of the 4294967296 bytes", 4_294_967_296),
            Problems = [],
        };
    }

    private static CopyDocument Reflink()
    {
        TruthRecord none = Truth(Verdict.Unknown, "no byte was moved: the copy shares the source's blocks", 0) with { DeviceSharePct = null };
        CopyDocument file = File();
        return file with
        {
            Counts = Counts() with { FilesReflinked = 1 },
            Bytes = Bytes(),
            ThroughputToWrittenBytesPerS = null,
            ThroughputToDurableBytesPerS = null,
            CpuNsPerByte = null,
            Engine = null,
            Ways = [Way("direct", "both lie on btrfs, which can share blocks", 1, 4_294_967_296) with { Reflink = true }],
            Reads = none,
            Writes = none,
        };
    }

    private static CopyDocument Tree() => File() with
    {
        Kind = "tree",
        Outcome = "failed",
        Options = Options() with { Delete = true, CrossMounts = false, Special = false, SmallFileThreads = 4, SmallFileLimitBytes = 1 << 20 },
        Counts = Counts() with
        {
            FilesCopied = 19_998, FilesUpToDate = 12, FilesReflinked = 3, Directories = 200, SymbolicLinks = 7, HardLinks = 1,
            Removed = 4, EntriesSkipped = 1, EntriesFailed = 2, Problems = 14,
        },
        Bytes = Bytes() with { CopiedBytes = 204_780_000, ResumedBytes = 10_240, HoleBytes = 1_048_576 },
        Ways =
        [
            Way("buffered", "at most 1 MiB: one read and one write", 19_990, 200_000_000) with { SourceMode = "buffered", TargetMode = "buffered" },
            Way("direct", "it is large and not in the page cache", 8, 4_780_000),
        ],
        Reads = Truth(Verdict.Mixed, "the device moved 60.0 % of the 204780000 bytes; the rest was in the page cache, or had never been written", 204_780_000),
        Writes = Truth(Verdict.Unknown, "overlay keeps files on another file system, which it does not name", 204_780_000),
        Problems =
        [
            new CopyProblemRecord { Kind = "failed", Path = "/data/x\\x0A", Message = "cannot open /data/x\\x0A for reading: EACCES (permission denied)" },
            new CopyProblemRecord
            {
                Kind = "source_changed", Path = "/data/\\xFF", PathBase64 = "L2RhdGEv/w==", Message = "/data/\\xFF changed while it was read",
                OffsetBytes = 0, LengthBytes = 4096,
            },
            new CopyProblemRecord { Kind = "skipped", Path = "/data/pipe", Message = "/data/pipe is a FIFO; --special makes it anew" },
            .. Enumerable.Range(0, 11).Select(n => new CopyProblemRecord
            {
                Kind = "not_preserved", Path = FormattableString.Invariant($"/data/[red]{n}"),
                Message = FormattableString.Invariant($"/data/[red]{n}: its owner could not be kept"),
            }),
        ],
    };

    private static CopyDocument DryRun() => Tree() with
    {
        Outcome = "done",
        Options = Tree().Options with { DryRun = true },
        Counts = Counts() with { FilesCopied = 3 },
        Bytes = Bytes() with { CopiedBytes = 30_000 },
        ElapsedToWrittenNs = null,
        ElapsedToDurableNs = null,
        ThroughputToWrittenBytesPerS = null,
        ThroughputToDurableBytesPerS = null,
        CpuNsPerByte = null,
        Ways = [],
        Problems = [],
    };

    private static CopyDocument Stopped() => File() with
    {
        Kind = "stream",
        Outcome = "stopped",
        Source = null,
        Counts = Counts(),
        Bytes = Bytes(),
        ElapsedToWrittenNs = null,
        ElapsedToDurableNs = null,
        ThroughputToWrittenBytesPerS = null,
        ThroughputToDurableBytesPerS = null,
        CpuNsPerByte = null,
        PeakResidentBytes = null,
        Engine = null,
        Ways = [],
        Reads = Truth(Verdict.Unknown, "no byte was moved", 0),
        Writes = Truth(Verdict.Unknown, "no byte was moved", 0),
    };

    private static CopyOptionsRecord Options() => new()
    {
        Way = "automatic", RequestSizeBytes = 1 << 20, QueueDepth = 8, Reflink = "automatic", Holes = "keep", Overwrite = "never",
        Resume = "continue", Verify = true, Digests = ["sha256"], RemoveSource = false, DryRun = false,
    };

    private static CopyCountsRecord Counts() => new()
    {
        FilesCopied = 0, FilesReflinked = 0, FilesUpToDate = 0, EntriesSkipped = 0, EntriesFailed = 0, Directories = 0,
        SymbolicLinks = 0, HardLinks = 0, SpecialFiles = 0, Removed = 0, Problems = 0,
    };

    private static CopyBytesRecord Bytes() => new()
    {
        CopiedBytes = 0, ResumedBytes = 0, HoleBytes = 0, VerifiedBytes = 0, VerifiedThroughCacheBytes = 0,
    };

    private static CopyWayRecord Way(string way, string reason, long files, long bytes) => new()
    {
        Way = way, SourceMode = way, TargetMode = way, Reflink = false, Reason = reason, Files = files, Bytes = bytes,
    };

    private static TruthRecord Truth(Verdict verdict, string reason, long bytes) => new()
    {
        Verdict = verdict, Reason = reason, AppBytes = bytes, DeviceBytes = bytes, DeviceSharePct = 100, ForeignDeviceBytes = 0,
        Sources = ["process_io", "block_device"],
    };
}
