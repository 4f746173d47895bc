using System.Diagnostics.CodeAnalysis;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Trees;
using Landspeed.Engine;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Platform.Observation;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>
/// Opens several files of a directory and reads their beginnings together. A separate read puts its thread to sleep,
/// and wakes the device or the host of a virtual machine, for one small file; together the reads need only a few calls.
/// </summary>
/// <remarks>
/// For use by the thread that created it. What it cannot do is left to the code that reads files one by one, which also
/// reports the error.
/// </remarks>
internal sealed class FirstReads : IDisposable
{
    // Most small files are shorter.
    private const int ReadSize = 64 * 1024;

    private readonly TreeRun _run;
    private readonly IIoEngine _engine;
    private readonly AlignedBufferPool _memory;
    private readonly FirstRead?[] _files;
    private readonly EngineFile[] _attached;
    private readonly IoCompletion[] _completions;

    private FirstReads(TreeRun run, IIoEngine engine, int files)
    {
        (_run, _engine) = (run, engine);
        _memory = new AlignedBufferPool(files, ReadSize);
        engine.AttachMemory(_memory.Address, _memory.Length);
        _files = new FirstRead?[files];
        _attached = new EngineFile[files];
        _completions = new IoCompletion[files];
    }

    /// <summary>Maximum number of files per batch.</summary>
    internal int Capacity => _files.Length;

    /// <summary>Creates an instance if the run's options and the system allow several requests in flight.</summary>
    /// <returns>Null if they do not: reading one by one already has a thread per request.</returns>
    internal static FirstReads? TryCreate(TreeRun run)
    {
        TreeCopyOptions options = run.Options;
        int files = DescriptorBudget.FilesReadTogether(options.SmallFileThreads);
        bool isWanted = files > 1 && options.SmallFileLimit > 0 && options.BytesPerSecond is null
            && options.Engine is null or EngineKind.Uring;
        if (!isWanted)
        {
            return null;
        }

        IIoEngine engine = IoEngines.CreateBest(files, out string? fallback);
        if (fallback is null)
        {
            try
            {
                return new FirstReads(run, engine, files);
            }
            catch
            {
                engine.Dispose();
                throw;
            }
        }

        engine.Dispose();
        return null;
    }

    /// <summary>Opens the files, reads them, and waits until all have been read.</summary>
    /// <param name="directory">Their directory.</param>
    /// <param name="entries">Entries of any kind, as many as fit; all except regular files are skipped.</param>
    /// <exception cref="NativeIOException">The engine no longer works.</exception>
    internal void Read(OpenDirectory directory, ReadOnlySpan<(FilePath Name, FileKind Kind)> entries)
    {
        TransferFlags flags = _run.Options.Strategy == CopyStrategy.Buffered ? TransferFlags.None : _run.Abilities.Reading;
        for (int index = 0; index < entries.Length; index++)
        {
            if (entries[index].Kind == FileKind.Regular
                && TryOpen(new DirectoryEntry(directory, entries[index].Name), index, out FirstRead? file))
            {
                _files[index] = file;
                _attached[index] = _engine.Attach(file.Handle);
                _engine.TryQueue(new IoRequest
                {
                    Operation = IoOperation.Read,
                    File = _attached[index],
                    Address = file.Address,
                    Length = ReadSize,
                    Flags = flags,
                    Tag = (ulong)index,
                });
            }
        }

        using var reading = new TrafficScope(_run.Options.Traffic, TrafficKind.SourceRead);
        while (_engine.Outstanding > 0)
        {
            int count = _engine.Reap(_completions, _engine.Outstanding);
            foreach (IoCompletion completion in _completions.AsSpan(0, count))
            {
                NativeResult read = completion.Result;
                IoMeter.Took(isWrite: false, read);
                _files[completion.Tag]!.Length = read.Succeeded ? (int)read.Value : null;
                reading.Moved(_files[completion.Tag]!.Length ?? 0);
                _engine.Detach(_attached[completion.Tag]);
                if (read.Error.Kind == NativeErrorKind.NotSupported && flags != TransferFlags.None)
                {
                    _run.Abilities.CannotReadUncached();
                }
            }
        }
    }

    /// <summary>Returns what was read of an entry, or null if nothing was. The caller closes its handle.</summary>
    internal FirstRead? Take(int index)
    {
        FirstRead? file = _files[index];
        _files[index] = null;
        return file;
    }

    /// <summary>Closes the files that were not taken.</summary>
    internal void CloseTheRest()
    {
        for (int index = 0; index < _files.Length; index++)
        {
            Take(index)?.Handle.Dispose();
        }
    }

    public void Dispose()
    {
        CloseTheRest();
        _engine.Dispose();
        _memory.Dispose();
    }

    private bool TryOpen(DirectoryEntry entry, int index, [NotNullWhen(true)] out FirstRead? file)
    {
        file = null;
        SafeFileHandle? handle = null;
        try
        {
            handle = Entries.OpenSource(entry, out bool unnoticed);

            // The listed entry may be something else by now, and a ring would take bytes out of a pipe.
            FileStatus before = Entries.Status(handle, entry);
            if (before.Kind == FileKind.Regular)
            {
                file = new FirstRead(handle, unnoticed ? null : before, _memory.AddressOf(index));
                return true;
            }

            handle.Dispose();
            return false;
        }
        catch (NativeIOException)
        {
            handle?.Dispose();
            return false;
        }
    }
}

/// <summary>A file that was opened and read from its beginning together with others.</summary>
/// <param name="handle">The file; closed by the caller that takes it.</param>
/// <param name="before">
/// Its status before it was read, or null if reading leaves no trace, so that querying it later is as good.
/// </param>
/// <param name="address">Address of its bytes, valid until the next batch is read.</param>
internal sealed class FirstRead(SafeFileHandle handle, FileStatus? before, nint address)
{
    internal SafeFileHandle Handle { get; } = handle;

    internal FileStatus? Before { get; } = before;

    internal nint Address { get; } = address;

    /// <summary>Bytes read, or null if that failed; reading again shows why.</summary>
    internal int? Length { get; set; }
}
