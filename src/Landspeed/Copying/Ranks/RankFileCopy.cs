using Landspeed.Copying.Journal;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Sharing;
using Landspeed.Copying.Single;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Ranks;

/// <summary>
/// One rank's part of the copy of a single large file; rank 0 alone copies a file that is not worth splitting.
/// </summary>
internal sealed class RankFileCopy
{
    private readonly ICopyRanks _ranks;
    private readonly FilePath _source;
    private readonly FilePath _target;
    private readonly RankSettings _settings;
    private readonly RankProgress _voice;
    private readonly CopySetup _setup;
    private readonly CancellationToken _cancellation;
    private bool _isShared;
    private bool _wasTold;
    private string? _engine;

    private RankFileCopy(
        ICopyRanks ranks, FilePath source, FilePath target, CopyOptions options, RankSettings settings, RankProgress voice, CancellationToken cancellation)
    {
        (_ranks, _source, _target, _settings, _voice, _cancellation) = (ranks, source, target, settings, voice, cancellation);
        var reporter = new CopyReporter(options.Events, voice) { Traffic = options.Traffic };
        _setup = new CopySetup(options, reporter, new RunNames()) { JournalThreshold = 0 };
    }

    /// <summary>Runs it. Collective.</summary>
    /// <param name="ranks">The ranks.</param>
    /// <param name="source">A regular file that all ranks see; a symbolic link is followed.</param>
    /// <param name="target">Name of the copy itself, in a directory that all ranks see.</param>
    /// <param name="options">Settings, the same on all ranks.</param>
    /// <param name="settings">How finely the copy is divided.</param>
    /// <param name="progress">Receives the state of the whole copy on rank 0.</param>
    /// <param name="cancellation">Stops all ranks.</param>
    /// <returns>On rank 0 the result of the copy.</returns>
    /// <exception cref="CopyException">The copy failed; the target is unchanged.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    internal static CopyResult Execute(
        ICopyRanks ranks,
        FilePath source,
        FilePath target,
        CopyOptions options,
        RankSettings settings,
        IProgress<CopyProgress>? progress,
        CancellationToken cancellation)
    {
        Content.CopyLoops.Check(options);
        var voice = new RankProgress(ranks, progress, options.Events);
        CopyOptions own = options with { BytesPerSecond = RankCopy.Part(options.BytesPerSecond, ranks.Size), Events = ranks.Rank == 0 ? voice : null };
        var copy = new RankFileCopy(ranks, source, target, own, settings, voice, cancellation);
        if (ranks.Rank > 0)
        {
            return copy.Follow();
        }

        // When rank 0 copies alone, it has the whole limit.
        CopySetup setup = settings.IsWorthSplitting(options, Length(source)) ? copy._setup : copy._setup with { Options = own with { BytesPerSecond = options.BytesPerSecond } };
        using var run = new FileCopyRun(source, target, setup, cancellation) { Shared = copy.Lead };
        CopyResult whole = MayNotWrite.Named(ranks, source, run.Execute, () => !copy._isShared);
        if (!copy._isShared)
        {
            copy.Tell(null, isAlone: true);
            return whole;
        }

        CopyResult[] others = [.. ranks.Gather("copy: results", []).Skip(1).Select(bytes => CopyForms.Result(bytes))];
        return RankTraffic.Sum(whole, others) with
        {
            BytesVerified = whole.BytesVerified + others.Sum(result => result.BytesVerified),
            BytesVerifiedThroughCache = whole.BytesVerifiedThroughCache + others.Sum(result => result.BytesVerifiedThroughCache),
            BytesVerifiedOnDevice = whole.BytesVerifiedOnDevice + others.Sum(result => result.BytesVerifiedOnDevice),
            Engine = RankCopy.Engines(ranks, [copy._engine, .. others.Select(result => result.Engine)]),
        };
    }

    private static long Length(FilePath source) => NativePlatform.Files.StatusOf(source, out FileStatus status).Succeeded ? status.Length : 0;

    // Tells the other ranks what is copied, and whether by rank 0 alone, or that there is nothing to do.
    private void Tell(FileCopyJob? job, bool isAlone)
    {
        if (_wasTold)
        {
            return;
        }

        _wasTold = true;
        var writer = new CompactWriter();
        writer.Write(job is null ? [] : CopyJournal.SourceRecord(job.SourceStatus));
        writer.Write(job is null ? [] : BitConverter.GetBytes(Entries.Status(job.Target with { Name = RankPaths.Root }).Inode));
        writer.Write(isAlone ? 1 : 0);
        _ranks.Spread("copy: one file", writer.ToArray());
    }

    private bool Lead(FileCopyJob job)
    {
        bool isAlone = !_settings.IsWorthSplitting(_setup.Options, job.SourceStatus.Length);
        if (isAlone)
        {
            TellAndAsk(job, isAlone);
            return false;
        }

        MayNotWrite.Named(_ranks, _source, () =>
        {
            RankRoots.TryWriting(_setup.Names, job.Target.Directory, _ranks.Rank);
            return true;
        });
        _isShared = true;
        TellAndAsk(job, isAlone);
        using var written = new ManualResetEventSlim();
        Work(job.Source.Directory, job.Target.Directory, (work, share) =>
        {
            try
            {
                SplitFile.Begin(job, _setup, _settings, work, _ => written.Set());
                written.Wait(CancellationToken.None); // also when all are stopped
                _setup.Reporter.Clock.MarkWritten();
                Finish(job, work);
            }
            finally
            {
                share.End();
            }
        });
        SingleWork.Check(job, null, _cancellation);
        return true;
    }

    // Even what rank 0 copies alone must be what all ranks were asked to copy; otherwise it would be right only in rank
    // 0's view.
    private void TellAndAsk(FileCopyJob job, bool isAlone)
    {
        Tell(job, isAlone);
        string[] complaints = [.. _ranks.Gather("copy: one file seen", []).Index()
            .Where(answer => answer.Item.Length > 0).Select(answer => $"{_ranks.NameOf(answer.Index)}: {Text(answer.Item)}")];
        if (complaints.Length > 0)
        {
            throw SingleWork.Failed(new CopyProblem(CopyProblemKind.Refused, _target, string.Join("; ", complaints)), null);
        }
    }

    // Durable before it is compared, and compared before it has its name.
    private void Finish(FileCopyJob job, RankWork work)
    {
        if (job is not { Problem: null, Unfinished: not null })
        {
            job.IsStopped = job.Problem is null;
            return;
        }

        try
        {
            SingleWork.Flush(job, _setup);
        }
        catch (NativeIOException failure)
        {
            job.Problem = CopyProblems.Of(failure, _target);
        }

        if (job.Problem is null && _setup.Options.Verify)
        {
            _setup.Reporter.Entered(CopyPhase.Verifying, _source);
            work.Verify([job]);
            _setup.Reporter.Clock.MarkVerified(); // by whichever ranks
            job.IsStopped = job is { Problem: null, Unfinished: null };
        }
    }

    private CopyResult Follow()
    {
        (byte[] record, byte[] inode, bool isAlone) = Told(_ranks.Spread("copy: one file", []));
        if (record.Length == 0)
        {
            return _setup.Reporter.Result();
        }

        var traffic = new RankTraffic();
        (OpenDirectory Source, OpenDirectory Target)? opened = null;
        string? complaint = null;
        try
        {
            opened = OpenSame(record, inode, !isAlone);
        }
        catch (IOException failure)
        {
            complaint = failure.Message;
        }

        _ranks.Gather("copy: one file seen", complaint is null ? [] : Bytes(complaint));
        if (opened is not var (source, target))
        {
            throw new OperationCanceledException($"rank 0 was told: {complaint}");
        }

        using (source)
        using (target)
        {
            if (isAlone)
            {
                return _setup.Reporter.Result();
            }

            Work(source, target, static (_, _) => { });
        }

        CopyResult own = _setup.Reporter.Clock.Complete(_setup.Reporter.Result());
        own = traffic.Complete(own) with { Engine = _engine };
        _ranks.Gather("copy: results", CopyForms.Result(own));
        return own;
    }

    private (OpenDirectory Source, OpenDirectory Target) OpenSame(byte[] record, byte[] inode, bool writes)
    {
        OpenDirectory source = OpenDirectory.Holding(_source.Parent);
        OpenDirectory? target = null;
        try
        {
            target = OpenDirectory.Holding(_target.Parent);
            if (Difference(source, target, record, inode) is { } difference)
            {
                throw new IOException(difference);
            }

            if (writes)
            {
                RankRoots.TryWriting(_setup.Names, target, _ranks.Rank);
            }

            return (source, target);
        }
        catch
        {
            target?.Dispose();
            source.Dispose();
            throw;
        }
    }

    private string? Difference(OpenDirectory source, OpenDirectory target, byte[] record, byte[] inode)
    {
        using SafeFileHandle handle = CopyEnds.OpenSource(_source, out FileStatus status);
        return !CopyJournal.SourceRecord(status).AsSpan().SequenceEqual(record)
                ? $"{_source.Display} is another file here than on rank 0: mount the same file system on all hosts"
            : Entries.Status(new DirectoryEntry(target, RankPaths.Root)).Inode != BitConverter.ToUInt64(inode)
                ? $"{target.Path.Display} is not the same directory here as on rank 0: mount the same file system on all hosts"
            : null;
    }

    private void Work(OpenDirectory source, OpenDirectory target, Action<RankWork, WorkShare> body)
    {
        CopyOptions files = _setup.Options;
        var options = new TreeCopyOptions
        {
            Verify = files.Verify,
            VerifySource = files.VerifySource,
            MaxRetries = files.MaxRetries,
            Strategy = files.Strategy,
            Traffic = files.Traffic,
            BytesPerSecond = files.BytesPerSecond,
            SmallFileLimit = 0,
        };
        using var run = new TreeRun(options, _setup.Reporter, TimeProvider.System, _cancellation)
        {
            Source = source,
            Target = target,
            Names = new RunNames(),
            SourceStatus = Entries.Status(new DirectoryEntry(source, RankPaths.Root)),
            TargetStatus = Entries.Status(new DirectoryEntry(target, RankPaths.Root)),
        };
        using var large = new LargeFileThread(_setup, run.Limits, run.Crash, run.Stop);
        var work = new RankWork(_setup, _settings, RankPhase.NewShare(_ranks, run), run.Options.BusyPairs);
        using var content = new RankContent(run, work, large) { Single = _source };
        new RankPhase(_ranks, run, _voice) { Work = work, Content = content, Settings = _settings }
            .Run(static share => share.Begin(), share => body(work, share));
        run.ThrowIfCrashed();
        _engine = large.Description;
    }

    private static (byte[] Record, byte[] Inode, bool IsAlone) Told(byte[] told)
    {
        var reader = new CompactReader(told);
        return (reader.Bytes(), reader.Bytes(), reader.Number() != 0);
    }

    private static byte[] Bytes(string complaint)
    {
        var writer = new CompactWriter();
        CopyForms.Write(writer, complaint);
        return writer.ToArray();
    }

    private static string? Text(byte[] complaint)
    {
        var reader = new CompactReader(complaint);
        return CopyForms.Text(ref reader);
    }
}
