using System.Globalization;
using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;
using static System.FormattableString;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// Creates files of random size until the volume is as full as requested, and removes some of them again.
/// </summary>
/// <remarks>For use by one thread. The same seed gives the same names, sizes and deletions on equal volumes.</remarks>
internal sealed class FillWork : IDisposable
{
    // What is missing from the requested share when space that existed before runs out: another process took it.
    private const double Tolerance = 0.01;

    // After this many bytes of one large file the volume is queried again.
    private const long FillerStep = 256L << 20;
    private static readonly FilePath s_filler = FilePath.FromText("filler");

    private readonly FillOptions _options;
    private readonly FillLimits _limits;
    private readonly FillVolume _volume;
    private readonly FillDirectory _directory;
    private readonly FillJournal _journal;
    private readonly FillTree _tree;
    private readonly Random _random;
    private readonly int _levels;
    private readonly List<OwnFile> _files = [];

    /// <summary>Starts in a new directory.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="directory">The directory; owned by the caller.</param>
    /// <param name="journal">Its journal; owned by the caller.</param>
    internal FillWork(FillPlan plan, FillDirectory directory, FillJournal journal)
    {
        (_options, _limits, _directory, _journal) = (plan.Options, plan.Limits, directory, journal);
        _volume = new FillVolume(directory.Handle, directory.Device, directory.Path, plan.Use);
        _tree = new FillTree(directory, new FilledEntries());
        _random = SeededRandom.Of(_options.Seed);
        long leaves = (_options.MostFiles + (long)_options.FilesPerDirectory - 1) / _options.FilesPerDirectory;
        for (long places = 1; places < leaves; places *= _options.DirectoriesPerDirectory)
        {
            _levels++;
        }
    }

    /// <summary>The volume.</summary>
    internal FillVolume Volume => _volume;

    /// <summary>Total number of files created.</summary>
    internal int Made { get; private set; }

    /// <summary>Total number of files removed.</summary>
    internal int Removed { get; private set; }

    /// <summary>Number of existing files.</summary>
    internal int Files => _files.Count;

    /// <summary>Bytes that they occupy.</summary>
    internal long Bytes { get; private set; }

    /// <summary>Share of the volume in use, by our own count.</summary>
    internal double UsedPct => 100.0 * (_volume.Before.UsedBytes + Bytes) / _volume.Before.CapacityBytes;

    /// <summary>Creates files.</summary>
    /// <param name="isTimeUp">Tells whether to create no more.</param>
    /// <param name="report">Receives the number of existing bytes, after each file.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>What ended it: <c>fill</c>, <c>files</c>, <c>time</c> or <c>reserve</c>.</returns>
    /// <exception cref="NativeIOException">The system refused; what was created is counted.</exception>
    /// <exception cref="ExperimentException">Another process takes the space, or has replaced a directory.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal string Fill(Func<bool> isTimeUp, Action<long> report, CancellationToken stop)
    {
        for (int made = 0; ; made++)
        {
            stop.ThrowIfCancellationRequested();
            long missing = Alignment.AlignDown(_limits.TargetBytes - Bytes, Block);
            if (missing <= 0)
            {
                return "fill";
            }

            if (made >= _options.FilesPerCycle || Made >= _options.MostFiles)
            {
                return "files";
            }

            if (isTimeUp())
            {
                return "time";
            }

            long wanted = Math.Min(_random.NextInt64(_limits.SmallestBytes, _limits.LargestBytes + 1), missing);
            long room = Room(wanted);
            if (room < Block)
            {
                return missing <= _volume.Before.CapacityBytes * Tolerance ? "reserve" : throw Taken(missing);
            }

            Make(Math.Min(wanted, room));
            report(Bytes);
        }
    }

    /// <summary>Removes files in random order until the requested amount is left.</summary>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Bytes freed.</returns>
    /// <inheritdoc cref="Fill" path="/exception"/>
    internal long Empty(CancellationToken stop)
    {
        long before = Bytes;
        _random.Shuffle(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(_files));
        while (Bytes > _limits.KeptBytes && _files.Count > 0)
        {
            stop.ThrowIfCancellationRequested();
            Remove(_files[^1]);
        }

        return before - Bytes;
    }

    /// <summary>Creates one file that fills the requested share, and frees every second piece of it.</summary>
    /// <param name="monitor">Stops it, and receives the progress.</param>
    /// <returns>Bytes that the file occupied, and bytes freed.</returns>
    /// <inheritdoc cref="Fill" path="/exception"/>
    internal (long Taken, long Freed) Punch(ProgressMonitor monitor)
    {
        FilePath path = _directory.Path.Join(s_filler);
        using StorageFile file = StorageFile.AdoptProven(MakeNamed(0, s_filler, path, 0), path, new StorageFileOptions { Access = FileAccessKind.ReadWrite });
        var filler = new HoledFiller(file, _options.HoleLength!.Value);
        try
        {
            for (long reserved = 0; reserved < _limits.TargetBytes;)
            {
                _directory.RequireStill();
                long next = Math.Min(_limits.TargetBytes, reserved + FillerStep);
                if (Room(next - reserved) < next - reserved)
                {
                    throw Taken(_limits.TargetBytes - reserved);
                }

                filler.Reserve(next, monitor);
                Bytes = reserved = next;
                monitor.Report(reserved, _limits.TargetBytes);
            }

            long freed = filler.Punch(monitor);
            Bytes -= freed;
            long untorn = filler.TakeUntorn(Math.Min(
                _volume.Before.AvailableBytes - _limits.TargetBytes, _volume.Flushed().AvailableBytes - _limits.ReserveBytes));
            Bytes += untorn;
            return (_limits.TargetBytes + untorn, freed);
        }
        catch (Exception e) when (e is NativeIOException or OperationCanceledException)
        {
            // It empties the file if blocks are refused, and may be stopped between two holes.
            Bytes = file.Status().AllocatedBytes;
            throw;
        }
    }

    /// <summary>Closes directories.</summary>
    public void Dispose() => _tree.Dispose();

    private long Block => _volume.Before.BlockBytes;

    // The system's count may lag behind, and ours ignores other processes: the system's is used once it has written its
    // delayed data.
    private long Room(long wanted)
    {
        long room = _volume.Now().AvailableBytes - _limits.ReserveBytes;
        room = room < wanted ? _volume.Flushed().AvailableBytes - _limits.ReserveBytes : room;
        return room < wanted ? Alignment.AlignDown(Math.Max(0, room), Block) : room;
    }

    private void Make(long length)
    {
        _directory.RequireStill();
        int directory = _tree.Make(Way(Made), _journal);
        FilePath name = FilePath.FromText(Invariant($"f{Made:000000}"));
        FilePath path = _tree.PathOf(directory).Join(name);
        MakeNamed(directory, name, path, length).Dispose();
        Bytes += Alignment.AlignUp(length, Block);
    }

    // Without a name until it is marked and in the journal: a run that is killed earlier leaves nothing.
    private SafeFileHandle MakeNamed(int directory, FilePath name, FilePath path, long length)
    {
        SafeFileHandle parent = _tree.Open(directory);
        Require(
            NativePlatform.Trees.Open(parent, FilePath.FromBytes("."u8), EntryOpening.CreateUnnamed, FilePermissions.OwnFile, out SafeFileHandle? handle), "create", path, 0);
        try
        {
            var file = new OwnFile(Made, directory, name, length, OwnMark.Set(handle!, path));
            NativeResult reserved = length == 0
                ? default : Interruptions.Retry(() => NativePlatform.Files.Reserve(handle!, 0, length, SpaceReservation.SetLength));
            if (reserved.Failed)
            {
                // After a failure ext4 keeps the blocks that it had found, until the file is removed.
                NativePlatform.Files.SetLength(handle!, 0);
                Require(reserved, "reserve", path, length);
            }

            _journal.NoteMade(file);
            Require(NativePlatform.Trees.LinkUnnamed(handle!, parent, name), "name", path, 0);
            _files.Add(file);
            Made++;
            return handle!;
        }
        catch
        {
            handle!.Dispose();
            throw;
        }
    }

    private void Remove(OwnFile file)
    {
        _directory.RequireStill();
        SafeFileHandle parent = _tree.Open(file.Directory);
        FilePath path = _tree.PathOf(file.Directory).Join(file.Name);
        Require(NativePlatform.Trees.Status(parent, file.Name, out _), "ask about", path, 0);
        bool wasOurs = OwnRemoval.TryRemove(
            parent,
            file.Name,
            name => NativePlatform.Trees.Status(parent, name, out FileStatus named).Succeeded
                && OwnIdentity.Of(named) == file.Identity,
            out NativeError error);
        if (!wasOurs)
        {
            throw new ExperimentException(
                Outcome.Failed,
                $"{path.Display} is not the file that was made: it was replaced; it stays");
        }

        Require(error.IsError ? NativeResult.Failure(error) : default, "remove", path, 0);
        _journal.NoteRemoved(file);
        _files.RemoveAt(_files.Count - 1);
        Removed++;
        Bytes -= Alignment.AlignUp(file.Length, Block);
    }

    // The digits of the leaf's number, with the number of directories per directory as the base.
    private FilePath[] Way(int file)
    {
        long leaf = file / _options.FilesPerDirectory;
        var names = new FilePath[_levels];
        for (int level = _levels - 1; level >= 0; level--, leaf /= _options.DirectoriesPerDirectory)
        {
            names[level] = FilePath.FromText(string.Create(CultureInfo.InvariantCulture, $"d{leaf % _options.DirectoriesPerDirectory}"));
        }

        return names;
    }

    private ExperimentException Taken(long missing) => new(
        Outcome.OutOfSpace,
        Invariant($"stopped at the {new Quantities.ByteCount(_limits.ReserveBytes).ToDisplay()} that must stay free, ")
        + $"{new Quantities.ByteCount(missing).ToDisplay()} before "
        + Invariant($"--fill {_options.FillPct}: another program fills the volume, ")
        + "or the file system needs more for itself");

    private void Require(NativeResult result, string operation, FilePath path, long length)
    {
        if (result.Succeeded)
        {
            return;
        }

        NativeErrorKind kind = result.Error.Kind;
        bool noInodes = kind == NativeErrorKind.NoSpace && _volume.Before.Files > 0 && _volume.Now().Files == 0;
        string? hint = noInodes
            ? $"The volume has no inode left for another file: give larger files (--smallest, --largest)."
            : kind == NativeErrorKind.QuotaExceeded
            ? $"The quota is smaller than the volume: give a smaller --fill."
            : kind == NativeErrorKind.FileTooLarge
            ? $"To fill the volume anyway, give a smaller --largest."
            : kind == NativeErrorKind.NoSpace
            ? $"The file system has less space than it reports: give a smaller --fill."
            : null;
        throw new NativeIOException(operation, path, result.Error, null, length > 0 ? length : null, hint);
    }
}
