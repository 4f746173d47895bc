using System.Runtime.ExceptionServices;
using Landspeed.Copying.Content;
using Landspeed.Copying.Identity;
using Landspeed.Copying.Policy;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>State that all parts of one copy of a tree share.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class TreeRun : IDisposable
{
    // The kernel's coarse clock ticks at least every 10 ms (100 Hz); the 2 s of FAT do not apply to ctime.
    private static readonly TimeSpan s_coarsestTick = TimeSpan.FromMilliseconds(20);

    private readonly CancellationTokenSource _stop;
    private readonly Lock _turn = new();
    private readonly Dictionary<DeviceNumber, ChangedVolume> _targets = [];
    private readonly object _pairGate = new();
    private readonly FileTime _safelyBefore;
    private int _busyPairs;
    private volatile bool _isDisplaced;
    private Exception? _crash;
    private TreeSeparation? _separation;
    private TimeUnits? _units;
    private NameEnds? _nameEnds;

    internal TreeRun(TreeCopyOptions options, CopyReporter reporter, TimeProvider time, CancellationToken cancellation)
    {
        (Options, Reporter, Time) = (options, reporter, time);
        Limits = new CopyLimits(options.BytesPerSecond, time, options.Traffic);
        Retries = new SourceRetries(options.MaxRetries, reporter);
        Preservation = new PreservationContext(NativePlatform.Trees.Identity(), reporter, options.SetIds)
        {
            AttributeLost = options is { RemoveSource: true, MayLoseAttributes: false } ? StaysForItsAttributes : null,
        };
        _stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        Stop = _stop.Token;
        _safelyBefore = SafelyPast();
    }

    internal TreeCopyOptions Options { get; }

    internal CopyReporter Reporter { get; }

    internal TimeProvider Time { get; }

    internal PreservationContext Preservation { get; }

    /// <summary>The run's rate limits.</summary>
    internal CopyLimits Limits { get; }

    /// <summary>Repeats what failed on a source.</summary>
    internal SourceRetries Retries { get; }

    /// <summary>This run's temporary names, claimed in the target.</summary>
    internal required RunNames Names { get; init; }

    /// <summary>Asks all parts to stop, because of the user or a mistake of ours.</summary>
    internal CancellationToken Stop { get; }

    /// <summary>The root of the source.</summary>
    internal required OpenDirectory Source { get; init; }

    internal required OpenDirectory Target { get; init; }

    internal required FileStatus SourceStatus { get; init; }

    internal required FileStatus TargetStatus { get; init; }

    /// <summary>Detects whether directories of the two trees are the same; for the walking thread.</summary>
    internal TreeSeparation Separation => _separation ??=
        new(Source, SourceStatus, Target, TargetStatus, Names, Volumes);

    /// <summary>The kinds of file systems of the two trees.</summary>
    internal VolumeKinds Volumes { get; } = new();

    /// <summary>The units in which the target keeps times.</summary>
    internal TimeUnits Units => _units ??= new(Volumes, Names);

    /// <summary>Determines which names the target cuts off.</summary>
    internal NameEnds NameEnds => _nameEnds ??= new(Target, TargetStatus.Device, Names);

    /// <summary>Called with 1 when a thread waits for work under way, and with -1 when it no longer does.</summary>
    internal Action<int> Hurry { get; set; } = static _ => { };

    /// <summary>The other ranks that copy the same tree, or null if there are none.</summary>
    internal IRankWork? Ranks { get; set; }

    private bool MostAreBusy => Volatile.Read(ref _busyPairs) >= Options.BusyPairs;

    /// <summary>Files with several names.</summary>
    internal HardLinks HardLinks { get; } = new();

    /// <summary>What the file systems turned out not to support.</summary>
    internal TransferAbilities Abilities { get; } = new();

    /// <summary>
    /// Sources that were changed shortly before, so that only the exact time shows whether they have been changed
    /// again.
    /// </summary>
    internal RecentSources Recent { get; } = new();

    /// <summary>
    /// Returns a moment earlier than now by more than the coarsest tick of a file system's clock: 20 ms.
    /// </summary>
    internal FileTime SafelyPast() => FileTime.Of(Time.GetUtcNow() - s_coarsestTick);

    /// <summary>True if a root, or a directory of the target, is no longer under the name that the user gave.</summary>
    internal bool IsDisplaced => _isDisplaced;

    /// <summary>Reports roots that are no longer under the paths that the user gave, each once.</summary>
    internal void CheckPaths()
    {
        CheckPath(Target, TargetIsDisplaced);
        CheckPath(Source, SourceIsDisplaced);
    }

    // When the device is gone no path can be looked up: the device failed, and the directory was not moved.
    private void CheckPath(OpenDirectory root, Action<OpenDirectory> displaced)
    {
        if (_isDisplaced || NamedDirectory.IsUnderItsPath(root, out NativeError error))
        {
            return;
        }

        _isDisplaced = true;
        if (error.Kind == NativeErrorKind.DeviceFailure)
        {
            Reporter.Noticed(CopyProblems.Of("ask again about", root.Path, error));
        }
        else
        {
            displaced(root);
        }
    }

    /// <summary>Reports a directory of the target that lost its name during the copy.</summary>
    internal void TargetIsDisplaced(OpenDirectory directory)
    {
        _isDisplaced = true;
        FilePath path = directory.Path;
        Reporter.Noticed(new CopyProblem(
            CopyProblemKind.Failed,
            path,
            $"{path.Display} was moved, removed, replaced or covered while it was copied into: what was copied is not under that name; "
                + NamedDirectory.Whereabouts(directory)));
    }

    /// <summary>Reports a directory of the source that lost its name during the copy.</summary>
    internal void SourceIsDisplaced(OpenDirectory directory)
    {
        FilePath path = directory.Path;
        Reporter.Noticed(new CopyProblem(
            CopyProblemKind.SourceChanged,
            path,
            $"{path.Display} was moved, removed, replaced or covered while it was copied: what was copied is what had the name before; "
                + NamedDirectory.Whereabouts(directory)));
    }

    /// <summary>Decides what happens to entries that already have a target's name.</summary>
    internal TargetPolicy Policy => TargetPolicy.Of(Options, isTree: true);

    /// <summary>
    /// Remembers a source that was changed shortly before the run or later, if that matters afterwards.
    /// </summary>
    internal void RememberIfRecent(in FileStatus status)
    {
        if (Options.RemoveSource && status.Changed >= _safelyBefore)
        {
            Recent.Remember(status);
        }
    }

    /// <summary>True if a source is unchanged since it was read.</summary>
    internal bool IsAsRead(in FileStatus status) =>
        status.Changed < _safelyBefore || Recent.IsUnchanged(status);

    /// <summary>
    /// Stops everything because of an exception of ours or of a listener, which is thrown when all parts have stopped.
    /// </summary>
    internal void Crash(Exception mistake)
    {
        Interlocked.CompareExchange(ref _crash, mistake, null);
        _stop.Cancel();
    }

    /// <summary>Asks all parts to stop because another rank does.</summary>
    internal void RequestStop() => _stop.Cancel();

    /// <summary>Throws the exception that ended the run; a refusal of the machine is thrown as such.</summary>
    internal void ThrowIfCrashed()
    {
        Exception? crash = _crash is ListenerException listener ? listener.Thrown : _crash;
        if (crash is IOException or OutOfMemoryException)
        {
            ExceptionDispatchInfo.Throw(crash);
        }

        if (crash is { } mistake)
        {
            throw new InvalidOperationException($"the copy was given up: {mistake.Message}", mistake);
        }
    }

    /// <summary>Records that an entry could not be copied; the copy goes on.</summary>
    internal void Failed(CopyProblem problem, FilePath below, long bytes = 0)
    {
        StaysInSource(below);
        Reporter.Happened(new CopyEvent(
            problem.Kind is CopyProblemKind.Refused or CopyProblemKind.Skipped ? CopyAction.Skipped : CopyAction.Failed,
            below,
            bytes)
        { Problem = problem });
    }

    /// <summary>
    /// Records that an entry was not copied: it is not removed from the source, whatever the target has under its name.
    /// </summary>
    internal void StaysInSource(FilePath below)
    {
        if (Options.RemoveSource)
        {
            Recent.Keep(below);
        }
    }

    private void StaysForItsAttributes(DirectoryEntry target)
    {
        FilePath below = target.Name.Bytes.SequenceEqual("."u8)
            ? target.Directory.PathBelowRoot : target.Directory.PathBelowRootOf(target.Name);
        if (!Recent.IsKept(below))
        {
            Recent.Keep(below);
            Reporter.Noticed(CopyProblems.StaysForItsAttributes(
                below.Bytes.SequenceEqual("."u8) ? Source.Path : Source.Path.Join(below)));
        }
    }

    /// <summary>Remembers a file system of the target so that it is made durable.</summary>
    internal void UsesTarget(in FileStatus status, OpenDirectory directory)
    {
        lock (_turn)
        {
            if (!_targets.ContainsKey(status.Device))
            {
                var volume = new ChangedVolume(status.Device, directory.Retain(), Durability.FlushOf(directory.Handle));
                _targets.Add(status.Device, volume);
                if (volume.Flush == VolumeFlush.Nothing)
                {
                    TargetFlush.ReportNothing(directory, Reporter);
                }
            }
        }
    }

    /// <summary>Returns the file systems of the target.</summary>
    internal IReadOnlyList<ChangedVolume> Targets()
    {
        lock (_turn)
        {
            return [.. _targets.Values];
        }
    }

    /// <summary>True if each file and directory on a file system of the target must be flushed separately.</summary>
    internal bool FlushesEach(DeviceNumber device)
    {
        lock (_turn)
        {
            return _targets.TryGetValue(device, out ChangedVolume? volume) && volume.Flush == VolumeFlush.Each;
        }
    }

    /// <summary>Records that a directory has entries under way and keeps descriptors open.</summary>
    internal void PairBecameBusy()
    {
        Ranks?.Begin();
        Interlocked.Increment(ref _busyPairs);
    }

    /// <summary>Records that a directory has no more entries under way.</summary>
    internal void PairBecameIdle()
    {
        Interlocked.Decrement(ref _busyPairs);
        lock (_pairGate)
        {
            Monitor.PulseAll(_pairGate);
        }

        Ranks?.End();
    }

    /// <summary>Waits while too many directories have entries under way.</summary>
    internal void WaitForPairs()
    {
        if (MostAreBusy)
        {
            WaitWhile(() => MostAreBusy);
        }
    }

    /// <summary>
    /// Waits until no directory has entries under way, except those whose entries other ranks have: these ranks may be
    /// waiting for this one.
    /// </summary>
    internal void WaitForOwnPairs() => WaitWhile(() => Volatile.Read(ref _busyPairs) > (Ranks?.BusyForOthers ?? 0));

    private void WaitWhile(Func<bool> isTooEarly)
    {
        Hurry(1);
        lock (_pairGate)
        {
            while (isTooEarly() && !Stop.IsCancellationRequested)
            {
                Monitor.Wait(_pairGate, TimeSpan.FromMilliseconds(100));
            }
        }

        Hurry(-1);
    }

    public void Dispose()
    {
        foreach (ChangedVolume volume in _targets.Values)
        {
            volume.Directory.Dispose();
        }

        Names.Dispose();
        _stop.Dispose();
    }
}
