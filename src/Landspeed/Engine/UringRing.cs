using System.Runtime.CompilerServices;
using Landspeed.Platform;
using Landspeed.Platform.Linux;
using static Landspeed.Platform.Linux.UringConstants;

namespace Landspeed.Engine;

/// <summary>
/// A ring: its descriptor, its mapped memory, and the two queues in it. Knows nothing of files and requests.
/// </summary>
/// <remarks>Belongs to the thread that created it. The layout is that of io_uring_setup(2).</remarks>
internal sealed unsafe class UringRing : IDisposable
{
    // From the flags we want down to those the oldest kernel accepts; only "invalid argument" leads to the next step.
    // Clamping came with Linux 5.6, as did the plain read and write on which requests are based: a kernel without it is
    // too old.
    private static readonly (uint Flags, string Name)[] s_ladder =
    [
        (Always | IORING_SETUP_SUBMIT_ALL | IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN
            | IORING_SETUP_NO_SQARRAY, "single issuer, deferred task work, no submission array"),
        (Always | IORING_SETUP_SUBMIT_ALL | IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
            "single issuer, deferred task work"),
        (Always | IORING_SETUP_SUBMIT_ALL | IORING_SETUP_COOP_TASKRUN, "cooperative task work"),
        (Always, "clamped ring sizes"),
    ];

    private const uint Always = IORING_SETUP_CLAMP;

    // Sleep between two checks if the kernel has no timed wait: 100,000 ns, as short as one request to a flash device.
    private const long PollNs = 100_000;

    private readonly IUringCalls _calls;
    private readonly List<(nint Address, long Length)> _mappings = [];
    private int _descriptor = -1;
    private int _registered = -1;
    private uint* _submissionTail;
    private uint* _completionHead;
    private uint* _completionTail;
    private UringSubmission* _submissions;
    private UringCompletion* _completions;
    private uint _submissionMask;
    private uint _completionMask;
    private uint _tail;
    private bool _hasTimedWait;

    private UringRing(IUringCalls calls) => _calls = calls;

    /// <summary>Set-up features in use.</summary>
    internal List<string> Features { get; } = [];

    /// <summary>Set-up features refused, with the reason.</summary>
    internal List<string> Missing { get; } = [];

    /// <summary>Requests in the submission queue that have not been submitted.</summary>
    internal uint Unsubmitted { get; private set; }

    /// <summary>Number of available completions; never more than the ring holds.</summary>
    internal int Available => unchecked((int)(Volatile.Read(ref *_completionTail) - *_completionHead));

    /// <summary>
    /// True if a file registered with a tag produces a completion with that tag once it is no longer in use.
    /// </summary>
    internal bool TellsReleases { get; private set; }

    /// <summary>Creates a ring with room for a number of requests.</summary>
    /// <param name="calls">The kernel's calls.</param>
    /// <param name="entries">Number of requests, 1 to 4,096.</param>
    /// <param name="ring">The ring, or null on failure.</param>
    /// <returns>0, or the error of the call that failed; nothing is left behind.</returns>
    internal static NativeResult TryCreate(IUringCalls calls, int entries, out UringRing? ring)
    {
        ring = new UringRing(calls);
        NativeResult result = ring.SetUp((uint)entries);
        if (result.Failed)
        {
            ring.Dispose();
            ring = null;
            return result;
        }

        ring.RegisterItself();
        return default;
    }

    /// <summary>
    /// Returns a cleared entry of the submission queue. There is always one, because requests never exceed the entries.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal UringSubmission* NextSubmission()
    {
        UringSubmission* submission = _submissions + (_tail & _submissionMask);
        *submission = default;
        unchecked
        {
            _tail++;
        }

        Unsubmitted++;
        return submission;
    }

    /// <summary>Submits the queued requests and waits for completions.</summary>
    /// <param name="minimum">
    /// Number of completions to wait for; with 0 the kernel only delivers what is available.
    /// </param>
    /// <param name="flags">IORING_ENTER_GETEVENTS, or 0 to submit only.</param>
    /// <param name="deadline">When to stop waiting.</param>
    /// <returns>Number of requests taken, or the error.</returns>
    internal NativeResult Enter(uint minimum, uint flags, long deadline = EngineLimits.NoDeadline)
    {
        Volatile.Write(ref *_submissionTail, _tail);
        NativeResult result = Enter(Unsubmitted, minimum, flags, deadline);
        if (result.Succeeded)
        {
            Unsubmitted -= (uint)result.Value;
        }

        return result;
    }

    /// <summary>
    /// Sleeps, without submitting, until there is one completion more than now, a signal comes, or the deadline passes.
    /// </summary>
    internal void WaitForOneMore(long deadline) => Enter(0, (uint)Available + 1, IORING_ENTER_GETEVENTS, deadline);

    /// <summary>Takes available completions without a system call.</summary>
    /// <param name="completions">Receives them; the tag is the number with which the request was submitted.</param>
    /// <returns>Number of completions taken.</returns>
    internal int Take(Span<IoCompletion> completions)
    {
        uint head = *_completionHead;
        int count = Math.Min(Available, completions.Length);
        for (int index = 0; index < count; index++)
        {
            UringCompletion* native = _completions + (unchecked(head + (uint)index) & _completionMask);
            completions[index] = new IoCompletion(native->UserData, new NativeResult(native->Result));
        }

        Volatile.Write(ref *_completionHead, unchecked(head + (uint)count));
        return count;
    }

    /// <summary>Removes the available completions with a tag; the others stay, in their order.</summary>
    /// <returns>Number of completions removed.</returns>
    internal int Remove(ulong tag)
    {
        uint head = *_completionHead;
        int available = Available;
        int kept = 0;

        // What stays moves towards the tail, because only the head belongs to us.
        for (int index = available; index-- > 0;)
        {
            UringCompletion completion = _completions[unchecked(head + (uint)index) & _completionMask];
            if (completion.UserData != tag)
            {
                kept++;
                _completions[unchecked(head + (uint)(available - kept)) & _completionMask] = completion;
            }
        }

        Volatile.Write(ref *_completionHead, unchecked(head + (uint)(available - kept)));
        return available - kept;
    }

    /// <summary>Registers resources with the ring.</summary>
    /// <returns>0 or a count, or the error.</returns>
    internal NativeResult Register(uint operation, void* argument, uint count) =>
        _calls.Register(_descriptor, operation, argument, count);

    /// <summary>Releases the ring. The caller must have drained it.</summary>
    public void Dispose()
    {
        if (_registered >= 0)
        {
            var update = new UringFilesUpdate { Offset = (uint)_registered };
            Register(IORING_UNREGISTER_RING_FDS, &update, 1);
            _registered = -1;
        }

        foreach ((nint address, long length) in _mappings)
        {
            NativePlatform.Memory.Unmap(address, length);
        }

        _mappings.Clear();
        if (_descriptor >= 0)
        {
            _calls.CloseRing(_descriptor);
            _descriptor = -1;
        }
    }

    private NativeResult Enter(uint submit, uint minimum, uint flags, long deadline)
    {
        long timeoutNs = minimum == 0 ? -1 : Deadline.RemainingNs(deadline);
        bool mustPoll = timeoutNs >= 0 && !_hasTimedWait;
        (int ring, uint more) = _registered >= 0 ? (_registered, IORING_ENTER_REGISTERED_RING) : (_descriptor, 0);
        NativeResult result = _calls.Enter(ring, submit, mustPoll ? 0 : minimum, flags | more, mustPoll ? -1 : timeoutNs);
        if (mustPoll && result.Succeeded && Available < minimum)
        {
            // Linux before 5.11 cannot end the wait: sleep in steps, and let the caller check again.
            int tail = unchecked((int)Volatile.Read(ref *_completionTail));
            NativePlatform.Threads.WaitOnAddress((nint)_completionTail, tail, Math.Min(timeoutNs, PollNs));
        }

        return result;
    }

    private NativeResult SetUp(uint entries)
    {
        UringParameters parameters = default;
        NativeResult result = default;
        foreach ((uint flags, string name) in s_ladder)
        {
            parameters = new UringParameters { Flags = flags };
            result = _calls.Setup(entries, &parameters);
            if (result.Succeeded)
            {
                Features.Add(name);
                break;
            }

            if (result.Error.Kind != NativeErrorKind.InvalidArgument)
            {
                return result;
            }

            Missing.Add($"{name}: the kernel is too old ({result.Error.Name})");
        }

        if (result.Failed)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.NotSupported));
        }

        _descriptor = (int)result.Value;
        _hasTimedWait = (parameters.Features & IORING_FEAT_EXT_ARG) != 0;
        TellsReleases = (parameters.Features & IORING_FEAT_RSRC_TAGS) != 0;
        return MapQueues(parameters);
    }

    private NativeResult MapQueues(in UringParameters p)
    {
        bool hasArray = (p.Flags & IORING_SETUP_NO_SQARRAY) == 0;
        long arrayEnd = hasArray ? p.SubmissionArray + ((long)p.SubmissionEntries * sizeof(uint)) : 0;
        long completionsEnd = p.CompletionArray + ((long)p.CompletionEntries * sizeof(UringCompletion));

        // One mapping holds both queues since Linux 5.4.
        NativeResult result = Map(Math.Max(arrayEnd, completionsEnd), IORING_OFF_SQ_RING, out nint queues);
        if (result.Failed)
        {
            return result;
        }

        result = Map((long)p.SubmissionEntries * sizeof(UringSubmission), IORING_OFF_SQES, out nint entries);
        if (result.Failed)
        {
            return result;
        }

        _submissions = (UringSubmission*)entries;
        _submissionTail = (uint*)(queues + (nint)p.SubmissionTail);
        _submissionMask = *(uint*)(queues + (nint)p.SubmissionMask);
        _completionHead = (uint*)(queues + (nint)p.CompletionHead);
        _completionTail = (uint*)(queues + (nint)p.CompletionTail);
        _completionMask = *(uint*)(queues + (nint)p.CompletionMask);
        _completions = (UringCompletion*)(queues + (nint)p.CompletionArray);
        if (hasArray)
        {
            // Entry i of the queue is always request i: the indirection is never used.
            var array = (uint*)(queues + (nint)p.SubmissionArray);
            for (uint index = 0; index < p.SubmissionEntries; index++)
            {
                array[index] = index;
            }
        }

        return default;
    }

    private NativeResult Map(long length, long part, out nint address)
    {
        NativeResult result = _calls.Map(_descriptor, length, part, out address);
        if (result.Succeeded)
        {
            _mappings.Add((address, length));
            NativePlatform.Memory.Advise(address, RoundUpToPages(length), MemoryAdvice.ExcludeFromFork);
        }

        return result;
    }

    private static long RoundUpToPages(long length)
    {
        long page = NativePlatform.Memory.PageSize;
        return (length + page - 1) / page * page;
    }

    // Saves looking up the descriptor at each enter: 15 to 20 ns.
    private void RegisterItself()
    {
        var update = new UringFilesUpdate { Offset = uint.MaxValue, Data = (ulong)_descriptor };
        NativeResult result = Register(IORING_REGISTER_RING_FDS, &update, 1);
        if (result.Succeeded && result.Value == 1)
        {
            _registered = (int)update.Offset;
            Features.Add("registered ring");
        }
        else
        {
            Missing.Add($"registered ring: {result.Error.Name}");
        }
    }
}
