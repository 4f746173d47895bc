using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;
using static System.FormattableString;

namespace Landspeed.Engine;

/// <summary>
/// The files attached to one engine: a table of <see cref="EngineLimits.MaximumFiles"/> slots. A descriptor stays open
/// while it is in the table, even if its owner closes the handle; the same file may be in it twice.
/// </summary>
/// <remarks>Not thread-safe. Allocates nothing after construction.</remarks>
internal sealed class AttachedFiles : IDisposable
{
    private const int NoFile = EngineLimits.MaximumFiles;

    private readonly SafeFileHandle?[] _handles = new SafeFileHandle?[EngineLimits.MaximumFiles];

    // Outstanding requests by slot: a descriptor must not be closed, and reused for another file, under a request. One
    // more slot counts the requests without a file.
    private readonly int[] _outstanding = new int[EngineLimits.MaximumFiles + 1];

    /// <summary>Returns the handle of an attached file.</summary>
    /// <param name="file">A file for which <see cref="Contains"/> holds.</param>
    internal SafeFileHandle this[EngineFile file] => _handles[file.Slot]!;

    /// <summary>Checks whether a file is attached.</summary>
    internal bool Contains(EngineFile file) =>
        file.Slot >= 0 && file.Slot < _handles.Length && _handles[file.Slot] is not null;

    /// <summary>Puts a file into the first free slot and takes a reference to its descriptor.</summary>
    /// <param name="handle">An open file; owned by the caller.</param>
    /// <exception cref="ObjectDisposedException">The handle is closed; nothing changed.</exception>
    /// <exception cref="InvalidOperationException">All slots are taken; nothing changed.</exception>
    internal EngineFile Add(SafeFileHandle handle)
    {
        ArgumentNullException.ThrowIfNull(handle);
        int slot = Array.IndexOf(_handles, null);
        if (slot < 0)
        {
            throw new InvalidOperationException(
                $"{EngineLimits.MaximumFiles} files are attached, as many as an engine holds: detach one first");
        }

        bool added = false;
        handle.DangerousAddRef(ref added);
        _handles[slot] = handle;
        return new EngineFile(slot);
    }

    /// <summary>Frees a file's slot and releases its reference.</summary>
    /// <param name="file">An attached file without outstanding requests.</param>
    /// <exception cref="InvalidOperationException">
    /// The file is not attached, or requests are outstanding; nothing changed.
    /// </exception>
    internal void Remove(EngineFile file)
    {
        if (!Contains(file))
        {
            throw new InvalidOperationException(Invariant($"no file is attached in slot {file.Slot}"));
        }

        if (_outstanding[file.Slot] != 0)
        {
            throw new InvalidOperationException(
                Invariant($"{_outstanding[file.Slot]} requests on file {file.Slot} are outstanding: reap them first"));
        }

        SafeFileHandle handle = this[file];
        _handles[file.Slot] = null;
        handle.DangerousRelease();
    }

    /// <summary>
    /// Returns the slot that counts a request: its file's, or <see cref="NoFile"/> for a request that does nothing.
    /// </summary>
    internal static int SlotOf(in IoRequest request) =>
        request.Operation == IoOperation.Nothing ? NoFile : request.File.Slot;

    /// <summary>Executes a checked request on the calling thread; see <see cref="RequestExecution"/>.</summary>
    internal NativeResult Run(IFileCalls calls, in IoRequest request) =>
        RequestExecution.Run(calls, request.Operation == IoOperation.Nothing ? null! : this[request.File], request);

    /// <summary>Counts a request that was queued.</summary>
    /// <param name="slot">From <see cref="SlotOf"/>.</param>
    internal void Began(int slot) => _outstanding[slot]++;

    /// <summary>Counts a request that was reaped.</summary>
    /// <param name="slot">From <see cref="SlotOf"/>.</param>
    internal void Ended(int slot) => _outstanding[slot]--;

    /// <summary>Releases all references; no request may be outstanding.</summary>
    public void Dispose()
    {
        foreach (ref SafeFileHandle? handle in _handles.AsSpan())
        {
            handle?.DangerousRelease();
            handle = null;
        }
    }
}

/// <summary>The range of memory attached to one engine: none, or one for the engine's whole life.</summary>
internal sealed class AttachedMemory
{
    /// <summary>Start of the range, or 0 if there is none.</summary>
    internal nint Address { get; private set; }

    /// <summary>Length of the range in bytes, or 0 if there is none.</summary>
    internal long Length { get; private set; }

    /// <summary>Checks whether a range is entirely inside the attached one.</summary>
    internal bool Contains(nint address, long length) =>
        address >= Address && length <= Length && address - Address <= Length - length;

    /// <summary>Attaches the range.</summary>
    /// <param name="address">Start, aligned to pages.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <param name="outstanding">Requests outstanding in the engine.</param>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The start is not a page boundary, or the length is not positive; nothing changed.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// Memory is already attached, or requests are outstanding; nothing changed.
    /// </exception>
    internal void Attach(nint address, long length, int outstanding)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(length);
        if (address == 0 || address % Environment.SystemPageSize != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(address), address, Invariant($"memory starts on a boundary of {Environment.SystemPageSize} bytes"));
        }

        if (Length != 0)
        {
            throw new InvalidOperationException("memory was attached before; an engine takes one range");
        }

        if (outstanding != 0)
        {
            throw new InvalidOperationException(
                Invariant($"{outstanding} requests are outstanding: reap them, then attach the memory"));
        }

        (Address, Length) = (address, length);
    }
}
