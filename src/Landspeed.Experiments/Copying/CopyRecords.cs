using System.Globalization;
using Landspeed.Copying;
using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>Converts the copier's reports into records of results.</summary>
public static class CopyRecords
{
    // A copy has one case.
    private const string CellName = "copy";

    /// <summary>Converts what happened to one entry.</summary>
    /// <param name="happened">The copier's report.</param>
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
            Strategy = happened.Decision is { } chosen ? CopyOutcomes.Word(chosen.Strategy) : null,
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

    private static CopyStrategyRecord Of(CopyStrategyTotal total) => new()
    {
        Strategy = CopyOutcomes.Word(total.Decision.Strategy),
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
        SourceVerifiedBytes = result.SourceBytesVerified,
        SourceVerifiedThroughCacheBytes = result.SourceBytesVerifiedThroughCache,
    };

    /// <summary>Creates the one run of a copy: metrics, section and verdicts.</summary>
    internal static RunRecord Run(
        CopyTask task,
        CopyEvidence evidence,
        CopyTrafficRecord? traffic,
        TimeSpan? longestStall,
        long? peakResidentBytes,
        HostRecord host)
    {
        CopyResult result = evidence.Result;

        // The devices of other hosts are not counted here.
        bool isCounted = !task.IsDryRun && result.Ranks <= 1;
        DeviceRecord? source = isCounted ? evidence.SourceDevice : null;
        DeviceRecord? target = isCounted ? evidence.TargetDevice : null;
        long bytes = result.BytesCopied;
        long files = result.FilesCopied + result.FilesReflinked;
        TimeSpan elapsed = result.ElapsedToDurable > TimeSpan.Zero ? result.ElapsedToDurable : result.ElapsedToWritten;
        var run = new RunRecord
        {
            Cell = CellName,
            Round = 0,
            Partial = result.Outcome == CopyOutcome.Stopped,
            Metrics = Metrics.Of(
            [
                (Metrics.Elapsed, Known(result.ElapsedToWritten)),
                (Metrics.ElapsedToDurable, Known(result.ElapsedToDurable)),
                (Metrics.ElapsedToVerified, Known(result.ElapsedToVerified)),
                (Metrics.LongestStall, longestStall?.TotalNanoseconds),
                (Metrics.BytesRead, bytes + result.BytesVerified + result.SourceBytesVerified),
                (Metrics.BytesWritten, bytes),
                (Metrics.Throughput, Rate(bytes, result.ElapsedToDurable)),
                (Metrics.ThroughputToReturn, Rate(bytes, result.ElapsedToWritten)),
                (Metrics.FileRate, files > 1 ? Rate(files, elapsed) : null),
                .. CpuAccount.Of((long)result.CpuTime.TotalNanoseconds, bytes, host),
                (Metrics.PeakResident, peakResidentBytes),
                .. CopyRequests.Metrics(source, target),
            ]),
            Copy = new CopySection
            {
                Outcome = CopyOutcomes.Word(result.Outcome),
                DryRun = task.IsDryRun,
                Counts = Counts(result),
                Bytes = Bytes(result),
                Engine = result.Engine,
                Traffic = traffic,
                SourceDevice = source,
                TargetDevice = target,
                TargetReads = CopyTruth.TargetReads(evidence),
                SecondReads = CopyTruth.SecondReads(evidence),
                Strategies = [.. result.Strategies.Select(Of)],
                Problems = [.. result.Problems.Select(Of)],
            },
            Reads = CopyTruth.Reads(evidence),
            Writes = CopyTruth.Writes(evidence),
        };
        return !isCounted ? run : run with
        {
            Facts = CopyRequests.Shared(run, evidence),
            Copy = run.Copy with { Limit = Limit(task, evidence, run) },
        };
    }

    // Of a copy that did not succeed it is unknown what it would have waited for.
    private static CopyLimitRecord? Limit(CopyTask task, CopyEvidence evidence, RunRecord run) =>
        evidence.Result.Outcome == CopyOutcome.Done && CopyWork.Of(task, evidence, run) is { } work
            ? CopyLimit.Of(work) : null;

    /// <summary>Returns the requested options, by name.</summary>
    internal static IReadOnlyDictionary<string, string> Options(CopyOptions options)
    {
        var tree = options as TreeCopyOptions;
        (string Name, string? Value)[] all =
        [
            ("strategy", CopyOutcomes.Word(options.Strategy)),
            ("request_size_bytes", Number(options.RequestSize)),
            ("queue_depth", Number(options.QueueDepth)),
            ("engine", options.Engine is { } engine ? CopyOutcomes.Word(engine) : "automatic"),
            ("reflink", CopyOutcomes.Word(options.Reflink)),
            ("holes", options.FillHoles ? "fill" : "keep"),
            ("overwrite", CopyOutcomes.Word(options.Overwrite)),
            ("resume", CopyOutcomes.Word(options.Resume)),
            ("verify", Word(options.Verify)),
            ("verify_source", Word(options.VerifySource)),
            ("retries", Number(options.MaxRetries)),
            ("digests", string.Join(',', options.Digests.Select(CopyOutcomes.Word))),
            ("limit_bytes_per_s", options.BytesPerSecond is { } limit ? Number(limit) : null),
            ("setuid", CopyOutcomes.Word(options.SetIds)),
            ("remove_source", Word(options.RemoveSource)),
            ("lose_attributes", Word(options.MayLoseAttributes)),
            ("delete", tree is null ? null : Word(tree.DeleteExtraneous)),
            ("dry_run", tree is null ? null : Word(tree.DryRun)),
            ("cross_mounts", tree is null ? null : Word(tree.CrossMounts)),
            ("special", tree is null ? null : Word(tree.Special)),
            ("small_file_threads", tree is null ? null : Number(tree.SmallFileThreads)),
            ("small_file_limit_bytes", tree is null ? null : Number(tree.SmallFileLimit)),
        ];
        return all.Where(option => option.Value is not null)
            .ToDictionary(option => option.Name, option => option.Value!, StringComparer.Ordinal);
    }

    internal static string? Base64(FilePath path) => path.IsUtf8 ? null : Convert.ToBase64String(path.Bytes);

    private static string? Mode(IoMode? mode) => mode is { } known ? CopyOutcomes.Word(known) : null;

    private static string Word(bool value) => value ? "yes" : "no";

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static double? Known(TimeSpan time) => time > TimeSpan.Zero ? time.TotalNanoseconds : null;

    private static double? Rate(long bytes, TimeSpan time) =>
        bytes > 0 && time > TimeSpan.Zero ? bytes / time.TotalSeconds : null;
}
