using Landspeed.Copying;
using Landspeed.Experiments.Results;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>Turns what the copier says into records of results.</summary>
public static class CopyRecords
{
    /// <summary>What happened to one entry.</summary>
    /// <param name="happened">What the copier said.</param>
    /// <returns>The record.</returns>
    public static CopyEventRecord Of(CopyEvent happened)
    {
        ArgumentNullException.ThrowIfNull(happened);
        return new CopyEventRecord
        {
            Action = CopyOutcomes.Word(happened.Action),
            Path = happened.Path.Display,
            PathBase64 = Base64(happened.Path),
            Bytes = happened.Bytes,
            Way = happened.Decision is { } chosen ? CopyOutcomes.Word(chosen.Way) : null,
            SourceMode = Mode(happened.Decision?.SourceMode),
            TargetMode = Mode(happened.Decision?.TargetMode),
            Reason = happened.Decision?.Reason,
            Digests = happened.Digests,
            Problem = happened.Problem is { } problem ? Of(problem) : null,
        };
    }

    internal static CopyProblemRecord Of(CopyProblem problem) => new()
    {
        Kind = CopyOutcomes.Word(problem.Kind),
        Path = problem.Path.Display,
        PathBase64 = Base64(problem.Path),
        Message = problem.Message,
        OffsetBytes = problem.Range?.Offset,
        LengthBytes = problem.Range?.Length,
    };

    internal static CopyWayRecord Of(CopyWayTotal total) => new()
    {
        Way = CopyOutcomes.Word(total.Decision.Way),
        SourceMode = Mode(total.Decision.SourceMode)!,
        TargetMode = Mode(total.Decision.TargetMode)!,
        Reflink = total.Decision.IsReflink,
        Reason = total.Decision.Reason,
        Files = total.Files,
        Bytes = total.Bytes,
    };

    internal static CopyCountsRecord Counts(CopyResult result) => new()
    {
        FilesCopied = result.FilesCopied,
        FilesReflinked = result.FilesReflinked,
        FilesUpToDate = result.FilesUpToDate,
        EntriesSkipped = result.EntriesSkipped,
        EntriesFailed = result.EntriesFailed,
        Directories = result.Directories,
        SymbolicLinks = result.SymbolicLinks,
        HardLinks = result.HardLinks,
        SpecialFiles = result.SpecialFiles,
        Removed = result.Removed,
        Problems = result.ProblemCount,
    };

    internal static CopyBytesRecord Bytes(CopyResult result) => new()
    {
        CopiedBytes = result.BytesCopied,
        ResumedBytes = result.BytesResumed,
        HoleBytes = result.HoleBytes,
        VerifiedBytes = result.BytesVerified,
        VerifiedThroughCacheBytes = result.BytesVerifiedThroughCache,
    };

    internal static CopyOptionsRecord Of(CopyOptions options)
    {
        var tree = options as TreeCopyOptions;
        return new CopyOptionsRecord
        {
            Way = CopyOutcomes.Word(options.Way),
            RequestSizeBytes = options.RequestSize,
            QueueDepth = options.QueueDepth,
            Engine = options.Engine is { } engine ? CopyOutcomes.Word(engine) : null,
            Reflink = CopyOutcomes.Word(options.Reflink),
            Holes = CopyOutcomes.Word(options.Holes),
            Overwrite = CopyOutcomes.Word(options.Overwrite),
            Resume = CopyOutcomes.Word(options.Resume),
            Verify = options.Verify,
            Digests = [.. options.Digests.Select(CopyOutcomes.Word)],
            LimitBytesPerS = options.BytesPerSecond,
            RemoveSource = options.RemoveSource,
            Delete = tree?.Delete,
            DryRun = tree?.DryRun ?? false,
            CrossMounts = tree?.CrossMounts,
            Special = tree?.Special,
            SmallFileThreads = tree?.SmallFileThreads,
            SmallFileLimitBytes = tree?.SmallFileLimit,
        };
    }

    internal static string? Base64(FilePath path) => path.IsUtf8 ? null : Convert.ToBase64String(path.Bytes);

    private static string? Mode(IoMode? mode) => mode is { } known ? CopyOutcomes.Word(known) : null;
}
