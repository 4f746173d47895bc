using System.Globalization;
using Landspeed.Copying;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Observing;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>Checks a tree against a manifest.</summary>
/// <remarks>One at a time: the counters are those of the whole process.</remarks>
public sealed class VerificationRun
{
    private readonly VerificationTask _task;
    private readonly IProgress<CopyProgress>? _progress;
    private readonly CancellationToken _stop;
    private readonly VerificationTally _tally;
    private readonly SequentialFileOptions _reading;
    private string? _incomplete;

    /// <summary>Initialises the verification; touches nothing yet.</summary>
    /// <param name="task">What is checked.</param>
    /// <param name="found">Receives each line and each additional file, in the manifest's order, on the running thread;
    /// or null.</param>
    /// <param name="progress">Receives the progress often, on one thread at a time; or null.</param>
    /// <param name="stop">Ends it early.</param>
    public VerificationRun(
        VerificationTask task,
        Action<VerificationEntryRecord>? found,
        IProgress<CopyProgress>? progress,
        CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        ArgumentOutOfRangeException.ThrowIfLessThan(task.Threads, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(task.Threads, 64);
        (_task, _progress, _stop) = (task, progress, stop);
        _tally = new VerificationTally(found);
        _reading = new SequentialFileOptions { Mode = task.Mode, RequireMode = task.RequireMode };
    }

    /// <summary>The ranks that check the manifest together with this process, or null if it is alone.</summary>
    public IVerificationRanks? Ranks { get; init; }

    /// <summary>Reads every file that the manifest names.</summary>
    /// <param name="clock">The source of the time of day in the result.</param>
    /// <returns>What was found.</returns>
    /// <exception cref="IOException">The manifest or the directory cannot be read.</exception>
    /// <exception cref="ExperimentException">The manifest has no line that can be read.</exception>
    public ResultDocument Execute(TimeProvider clock)
    {
        ArgumentNullException.ThrowIfNull(clock);
        DateTimeOffset startedAt = clock.GetLocalNow();
        HostRecord host = HostProbe.Capture();
        PlaceRecord place = EnvironmentProbe.Place(PlaceRoles.Directory, _task.Directory);
        List<ManifestEntry> entries = ReadManifest();
        BlockDeviceLocation device = BlockDeviceLocator.Find(_task.Directory);
        using OpenDirectory directory = OpenDirectory.Holding(_task.Directory);
        SharedFindings? shared = Ranks is null ? null : new SharedFindings(Ranks, _task, entries);
        shared?.Agree();
        var observation = Observation.Begin(device);
        TimeSpan? longestStall = CheckAll(entries, clock, shared);
        Observed observed = observation.End();
        if (shared is not null)
        {
            AddAll(shared, observed);
        }

        long? extra = _task.FindExtra && (Ranks is null or { Rank: 0 }) && !_stop.IsCancellationRequested ? FindExtra(entries) : null;
        CheckDirectory(directory);
        long elapsed = observed.ElapsedNs;
        long cpu = observed.Process.TotalNs + (shared?.Elsewhere.CpuNs ?? 0);
        long bytes = _tally.Bytes;
        var run = new RunRecord
        {
            Cell = ResultKinds.Verify,
            Round = 0,
            Partial = _stop.IsCancellationRequested || shared is { Elsewhere.IsStopped: true },
            Metrics = Metrics.Of(
            [
                (Metrics.Elapsed, elapsed),
                (Metrics.LongestStall, longestStall?.TotalNanoseconds),
                (Metrics.BytesRead, bytes),
                (Metrics.Throughput, bytes > 0 ? bytes * 1e9 / elapsed : null),
                .. CpuAccount.Of(cpu, bytes, host),
            ]),
            Reads = ReadingTruth.OfSource(new Readings
            {
                Source = device,
                Target = device,
                SourceBytes = bytes,
                ProcessBytes = observed.ProcessReadBytes + (shared?.Elsewhere.ReadBytes ?? 0),
                SourceDeviceBytes = observed.Places[0].Traffic?.ReadBytes,
            }),
            Verification = _tally.Section(_task.Manifest.Display, extra),
        };
        FindingRecord? incomplete = _incomplete is null ? null
            : FindingCodes.ManifestIncomplete.Says(
                $"the manifest {_task.Manifest.Display} is incomplete: {_incomplete}");
        FindingRecord?[] findings = [FindingRules.Stalled(run), incomplete, Nothing(run)];
        run = run with { Findings = [.. findings.OfType<FindingRecord>()] };
        return SingleRun.Document((ResultKinds.Verify, null), startedAt, (host, [place]), Options(), run);
    }

    // If missing files are ignored, a wrong directory would pass like any other.
    private FindingRecord? Nothing(RunRecord run) =>
        _task.IgnoreMissing && !run.Partial && (Ranks is null or { Rank: 0 })
        && run.Verification is { FilesOk: 0, FilesDifferent: 0, FilesUnreadable: 0, LinesMalformed: 0 }
            ? FindingCodes.NothingVerified.Says(
                $"no file was verified: no file named in {_task.Manifest.Display} exists "
                    + $"in the directory {_task.Directory.Display}")
            : null;

    private void AddAll(SharedFindings shared, Observed observed)
    {
        foreach (VerificationFinding finding in
            shared.Gather(observed.ProcessReadBytes, observed.Process.TotalNs, _stop))
        {
            _tally.Add(finding);
        }
    }

    // Otherwise some files would have been read here and some there, and no directory would have been verified
    // completely.
    private void CheckDirectory(OpenDirectory directory)
    {
        if (!NamedDirectory.IsUnderItsPath(directory))
        {
            _tally.Add(VerificationFinding.Of(
                VerificationState.Unreadable,
                directory.Path,
                "the directory was moved, removed, replaced or covered while its files were read; " + NamedDirectory.Whereabouts(directory)));
        }
    }

    private Dictionary<string, string> Options() => new(StringComparer.Ordinal)
    {
        ["manifest"] = _task.Manifest.Display,
        ["algorithm"] = _task.Algorithm is { } algorithm ? CopyOutcomes.Word(algorithm) : "automatic",
        ["mode"] = _task.Mode is { } mode ? CopyOutcomes.Word(mode) : "automatic",
        ["threads"] = _task.Threads.ToString(CultureInfo.InvariantCulture),
    };

    private List<ManifestEntry> ReadManifest()
    {
        using Stream stream = _task.OpenManifest?.Invoke() ?? OpenFile(_task.Manifest);
        List<ManifestEntry> entries =
            [.. ChecksumManifest.Read(stream, _task.Algorithm, reason => _incomplete ??= reason)];
        if (entries.Any(entry => entry.Line is not null))
        {
            return entries;
        }

        string why = entries.Count == 0 ? "it is empty" : FormattableString.Invariant(
            $"line {entries[0].LineNumber}: {entries[0].Problem}");
        throw new ExperimentException(
            Outcome.Failed, $"{_task.Manifest.Display} has no line with a checksum: {why}");
    }

    // This includes a FIFO or a shell's <(…): .NET waits for the process that writes to it.
    private static Stream OpenFile(FilePath manifest) =>
        NativePlatform.Files.StatusOf(manifest, out FileStatus status).Succeeded
        && status.Kind is FileKind.Fifo or FileKind.CharacterDevice
            ? TextPath.Use(manifest, File.OpenRead)
            : SequentialFile.OpenRead(manifest, new SequentialFileOptions { Mode = IoMode.Buffered });

    private TimeSpan? CheckAll(List<ManifestEntry> entries, TimeProvider clock, SharedFindings? shared)
    {
        var stalls = new CopyStalls(_progress, clock, TimeSpan.Zero);
        if (shared is not null)
        {
            // What the other ranks read is unknown until the end.
            var own = new VerificationProgress(stalls, 0, 0);
            shared.CheckAll(entry => Check(entry, own));
            return stalls.Longest;
        }

        var work = new VerificationProgress(stalls, Lengths(entries), entries.Count);
        IEnumerable<VerificationFinding?> findings = System.Collections.Concurrent.Partitioner
            .Create(entries, loadBalance: true)
            .AsParallel().AsOrdered()
            .WithDegreeOfParallelism(_task.Threads)
            .WithMergeOptions(ParallelMergeOptions.NotBuffered)
            .Select(entry => Check(entry, work));
        foreach (VerificationFinding? finding in findings)
        {
            if (finding is not null)
            {
                _tally.Add(finding);
            }
        }

        return stalls.Longest;
    }

    private long Lengths(List<ManifestEntry> entries) => entries.Sum(entry =>
        entry.Line is { } line && NativePlatform.Files.StatusOf(PathOf(line.Name), out FileStatus status).Succeeded
            && status.Kind == FileKind.Regular ? status.Length : 0);

    private VerificationFinding? Check(ManifestEntry entry, VerificationProgress work)
    {
        if (_stop.IsCancellationRequested)
        {
            return null;
        }

        if (entry.Line is not { } line)
        {
            return new VerificationFinding(VerificationState.Malformed, entry, null, null, entry.Problem);
        }

        FilePath path = PathOf(line.Name);
        try
        {
            work.Begin(line.Name);
            ReadDigest read = FileDigests.Read(path, [line.Digest.Algorithm], _reading, work.Moved, _stop);
            bool same = read.Digests[0] == line.Digest;
            return new VerificationFinding(same ? VerificationState.Ok : VerificationState.Different, entry, line, read, null);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return _task.IgnoreMissing ? null : new VerificationFinding(VerificationState.Missing, entry, line, null, null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new VerificationFinding(VerificationState.Unreadable, entry, line, null, FrameworkErrors.Message(e).TrimEnd('.'));
        }
        catch (OperationCanceledException)
        {
            return null;
        }
        finally
        {
            work.End();
        }
    }

    private long FindExtra(List<ManifestEntry> entries)
    {
        var named = new HashSet<FilePath>(entries.Where(entry => entry.Line is not null)
            .Select(entry => TreeFiles.Plain(entry.Line!.Name)));
        long count = 0;
        TreeFiles.Visit(_task.Directory, Judge, _stop);
        return count;

        void Judge(FilePath name, string? problem)
        {
            bool isManifest = NativePlatform.Files.StatusOf(_task.Directory.Join(name), out FileStatus file).Succeeded
                && NativePlatform.Files.StatusOf(_task.Manifest, out FileStatus manifest).Succeeded
                && (file.Device, file.Inode) == (manifest.Device, manifest.Inode);
            if (problem is not null)
            {
                _tally.Add(VerificationFinding.Of(VerificationState.Unreadable, name, problem));
            }
            else if (!isManifest && !named.Contains(name))
            {
                count++;
                _tally.Add(VerificationFinding.Of(VerificationState.Extra, name, null));
            }
        }
    }

    private FilePath PathOf(FilePath name) =>
        name.Bytes[0] == (byte)'/' || _task.Directory.Bytes.SequenceEqual("."u8) ? name : _task.Directory.Join(name);
}

/// <summary>The progress of a verification, collected from its threads.</summary>
internal sealed class VerificationProgress
{
    private readonly Lock _turn = new();
    private readonly IProgress<CopyProgress>? _listener;
    private CopyProgress _now;

    /// <summary>Starts at zero.</summary>
    /// <param name="listener">Receives the progress, on one thread at a time; or null.</param>
    /// <param name="bytes">Bytes that will be read.</param>
    /// <param name="files">Files that will be read.</param>
    internal VerificationProgress(IProgress<CopyProgress>? listener, long bytes, long files)
    {
        _listener = listener;
        _now = new CopyProgress(CopyPhase.Verifying, 0, bytes, 0, files, isComplete: files > 0, current: null);
    }

    /// <summary>Records that more files will be read.</summary>
    internal void Found(int files) => Report(now => now with { TotalFiles = now.TotalFiles + files });

    /// <summary>Records that a file was started.</summary>
    internal void Begin(FilePath file) => Report(now => now with { Current = file });

    /// <summary>Records that bytes were read.</summary>
    internal void Moved(long bytes) => Report(now => now with { Bytes = now.Bytes + bytes });

    /// <summary>Records that a file is finished.</summary>
    internal void End() => Report(now => now with { Files = now.Files + 1 });

    private void Report(Func<CopyProgress, CopyProgress> change)
    {
        lock (_turn)
        {
            _now = change(_now);
            _listener?.Report(_now);
        }
    }
}
