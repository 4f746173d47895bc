using System.Runtime.CompilerServices;
using Landspeed.Platform;
using Landspeed.Platform.Linux;
using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.UringConstants;

namespace Landspeed.Engine;

/// <summary>
/// io_uring: the kernel takes requests from a ring in shared memory. One system call submits a group and waits for
/// completions; files and memory are registered once if the system allows it.
/// </summary>
/// <remarks>
/// Linux 5.6 or later; often forbidden in containers, see <see cref="Probe"/>. Bound to the thread that created it: a
/// call from any other thread throws <see cref="InvalidOperationException"/>. Sources: io_uring_setup(2),
/// io_uring_enter(2), io_uring_register(2).
/// </remarks>
internal sealed unsafe partial class UringEngine : IIoEngine
{
    private readonly UringRing _ring;
    private readonly AttachedFiles _files = new();
    private readonly AttachedMemory _memory = new();
    private readonly RequestTable _requests;
    private readonly int[] _descriptors = new int[EngineLimits.MaximumFiles];
    private readonly Thread _owner = Thread.CurrentThread;
    private readonly List<string> _features;
    private readonly List<string> _missing;
    private bool _filesRegistered;
    private bool _memoryRegistered;
    private bool _disposed;

    /// <summary>Creates a ring.</summary>
    /// <param name="queueDepth">Maximum number of outstanding requests, 1 to 4,096.</param>
    /// <exception cref="ArgumentOutOfRangeException">The depth is out of range.</exception>
    /// <exception cref="NativeIOException">The system refuses io_uring; the hint says what to try. Nothing is left behind.</exception>
    public UringEngine(int queueDepth)
        : this(queueDepth, NativePlatform.Uring)
    {
    }

    /// <summary>Creates a ring with calls other than the kernel's, for tests.</summary>
    internal UringEngine(int queueDepth, IUringCalls calls)
    {
        QueueDepth = RequestChecks.QueueDepth(queueDepth);
        _requests = new RequestTable(queueDepth);
        NativeResult result = UringRing.TryCreate(calls, queueDepth, out UringRing? ring);
        if (result.Failed)
        {
            throw new NativeIOException("set up io_uring", null, result.Error, hint: HintFor(result.Error));
        }

        _ring = ring!;
        _features = [.. _ring.Features];
        _missing = [.. _ring.Missing];
        try
        {
            RegisterFileTable();
        }
        catch
        {
            _ring.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public EngineDescription Description => new(EngineKind.Uring, [.. _features], [.. _missing]);

    /// <inheritdoc/>
    public int QueueDepth { get; }

    /// <summary>Always 1.</summary>
    public int WorthwhileReap => 1;

    /// <inheritdoc/>
    public int Outstanding => _requests.Count;

    /// <inheritdoc/>
    /// <exception cref="NativeIOException">The kernel refuses to register the file; nothing changed.</exception>
    public EngineFile Attach(SafeFileHandle handle)
    {
        CheckUsable();
        EngineFile file = _files.Add(handle);
        int descriptor = (int)handle.DangerousGetHandle();
        try
        {
            UpdateFileTable(file.Slot, descriptor);
        }
        catch
        {
            _files.Remove(file);
            throw;
        }

        _descriptors[file.Slot] = descriptor;
        return file;
    }

    /// <inheritdoc/>
    public void Detach(EngineFile file)
    {
        CheckUsable();
        _files.Remove(file);
        UpdateFileTable(file.Slot, -1);
    }

    /// <inheritdoc/>
    public bool TryQueue(in IoRequest request)
    {
        CheckUsable();
        RequestChecks.Request(request, _files);
        if (Outstanding == QueueDepth)
        {
            return false;
        }

        Fill(_ring.NextSubmission(), request);
        if (_ring.Unsubmitted >= EngineLimits.SubmissionGroup && Outstanding > EngineLimits.SubmissionGroup)
        {
            // The request is queued whatever this call returns; Submit and Reap pass on the rest, and report why they
            // cannot.
            _ = _ring.Enter(0, 0);
        }

        return true;
    }

    /// <inheritdoc/>
    public void Submit()
    {
        CheckUsable();
        while (_ring.Unsubmitted > 0)
        {
            ThrowIfRefused(Enter(0, 0));
        }
    }

    /// <inheritdoc/>
    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        CheckUsable();
        RequestChecks.Reap(completions.Length, minimum, Outstanding);

        ArmWaker();

        // Deferred task work is delivered only inside enter, so even a check without waiting enters once.
        int ready = Ready();
        bool delivered = ready > 0;
        while (ready < minimum || _ring.Unsubmitted > 0 || !delivered)
        {
            // A passed deadline ends the waiting, but not the submitting, and not before the first check.
            if (Deadline.HasPassed(deadline))
            {
                minimum = 0;
            }

            NativeError refused = Enter((uint)minimum, IORING_ENTER_GETEVENTS, deadline);
            delivered = true;
            ready = Ready();
            if (refused.IsError && ready >= Math.Max(minimum, 1))
            {
                break; // Completions come first; the error comes again with the call that has none to give.
            }

            ThrowIfRefused(refused);
        }

        // Taken only now: a call that throws leaves every completion for the next one.
        int count = Settle(completions[.._ring.Take(completions)]);
        while (count < completions.Length && _ring.Available > 0)
        {
            Span<IoCompletion> rest = completions[count..]; // releases and wakes have made room
            count += Settle(rest[.._ring.Take(rest)]);
        }

        return count;
    }

    /// <summary>Waits for all outstanding requests, then releases ring and descriptors.</summary>
    /// <exception cref="InvalidOperationException">
    /// Called on a thread other than the engine's; nothing changed.
    /// </exception>
    public void Dispose()
    {
        if (_disposed)
        {
            return;
        }

        CheckUsable();
        Span<IoCompletion> drained = stackalloc IoCompletion[16];
        while (Outstanding > 0)
        {
            Reap(drained, 1);
        }

        ReleaseFiles();
        _disposed = true;
        _ring.Dispose();
        _waker?.Dispose();
        _files.Dispose();
    }

    // The kernel returned our numbers: replace them by the callers' tags. Our own completions are not passed on.
    private int Settle(Span<IoCompletion> completions)
    {
        int count = 0;
        foreach (IoCompletion completion in completions)
        {
            if (completion.Tag == WakerTag)
            {
                Rearm();
                continue;
            }

            if (completion.Tag == ReleaseTag)
            {
                _releasing--;
                continue;
            }

            ref readonly IoRequest request = ref _requests.Remove((int)completion.Tag);
            NativeResult result = completion.Result.Error.Kind == NativeErrorKind.Cancelled
                ? CarryOut(request, completion.Result)
                : completion.Result;
            _files.Ended(AttachedFiles.SlotOf(request));
            completions[count++] = new IoCompletion(request.Tag, result);
        }

        return count;
    }

    // We never cancel requests: the kernel does, if the limit of threads leaves it none to wait with. The owner has
    // one.
    private NativeResult CarryOut(in IoRequest request, NativeResult cancelled)
    {
        try
        {
            return _files.Run(NativePlatform.Files, request);
        }
        catch (ObjectDisposedException)
        {
            return cancelled; // the file was closed by its owner
        }
    }

    private void Fill(UringSubmission* submission, in IoRequest request)
    {
        int slot = AttachedFiles.SlotOf(request);
        submission->UserData = (ulong)_requests.Add(request);
        _files.Began(slot);
        if (request.Operation == IoOperation.Nothing)
        {
            submission->Opcode = IORING_OP_NOP;
            return;
        }

        submission->Flags = _filesRegistered ? IOSQE_FIXED_FILE : (byte)0;
        submission->File = _filesRegistered ? request.File.Slot : _descriptors[request.File.Slot];
        switch (request.Operation)
        {
            case IoOperation.FlushData:
                submission->Opcode = IORING_OP_FSYNC;
                submission->OperationFlags = IORING_FSYNC_DATASYNC;
                break;
            case IoOperation.FlushAll:
                submission->Opcode = IORING_OP_FSYNC;
                break;
            default:
                FillTransfer(submission, request);
                break;
        }
    }

    private void FillTransfer(UringSubmission* submission, in IoRequest request)
    {
        bool read = request.Operation == IoOperation.Read;
        int buffer = RegisteredBuffer(request.Address, request.Length);
        submission->Opcode = buffer >= 0
            ? (read ? IORING_OP_READ_FIXED : IORING_OP_WRITE_FIXED)
            : (read ? IORING_OP_READ : IORING_OP_WRITE);
        submission->BufferIndex = (ushort)Math.Max(buffer, 0);
        submission->Offset = (ulong)request.Offset;
        submission->Address = (ulong)request.Address;
        submission->Length = (uint)request.Length;
        submission->OperationFlags = (uint)LinuxFileCalls.PerRequestFlags(request.Flags);
    }

    // The kernel took fewer than offered, was interrupted, or is short of memory for requests: try again. Each round
    // submits, waits for a request in flight, or returns the error that no waiting cures.
    private NativeError Enter(uint minimum, uint flags, long deadline = EngineLimits.NoDeadline)
    {
        NativeError error = _ring.Enter(minimum, flags, deadline).Error;
        if (error.Kind == NativeErrorKind.Interrupted)
        {
            return NativeError.None;
        }

        bool othersInFlight = Outstanding > _ring.Unsubmitted + Ready();
        if (error.Kind is NativeErrorKind.WouldBlock or NativeErrorKind.Busy && othersInFlight)
        {
            _ring.WaitForOneMore(deadline);
            return NativeError.None;
        }

        return error;
    }

    private static void ThrowIfRefused(NativeError refused)
    {
        if (refused.IsError)
        {
            throw new NativeIOException("submit requests to io_uring", null, refused, hint: HintFor(refused));
        }
    }

    private void CheckUsable()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        if (_owner != Thread.CurrentThread)
        {
            throw new InvalidOperationException(
                "an io_uring engine belongs to the thread that made it; make one per thread");
        }
    }
}

/// <summary>The outstanding requests of a ring, by the number that the kernel returns.</summary>
/// <remarks>Not thread-safe. Allocates nothing after construction.</remarks>
internal sealed class RequestTable
{
    private readonly IoRequest[] _requests;
    private readonly int[] _free;
    private int _freeCount;

    /// <summary>Creates an empty table.</summary>
    /// <param name="capacity">Maximum number of requests.</param>
    internal RequestTable(int capacity)
    {
        _requests = new IoRequest[capacity];
        _free = new int[capacity];
        for (_freeCount = 0; _freeCount < capacity; _freeCount++)
        {
            _free[_freeCount] = capacity - 1 - _freeCount;
        }
    }

    /// <summary>Number of requests in the table.</summary>
    internal int Count => _requests.Length - _freeCount;

    /// <summary>Adds a request; there must be room.</summary>
    /// <returns>Its number.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int Add(in IoRequest request)
    {
        int number = _free[--_freeCount];
        _requests[number] = request;
        return number;
    }

    /// <summary>Removes a request.</summary>
    /// <returns>The request, valid until another one is added.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref readonly IoRequest Remove(int number)
    {
        _free[_freeCount++] = number;
        return ref _requests[number];
    }
}
