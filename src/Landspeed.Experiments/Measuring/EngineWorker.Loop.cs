using System.Diagnostics;
using Landspeed.Engine;
using Landspeed.Experiments.Orders;
using Landspeed.Files;
using Landspeed.Files.Transfers;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>
/// The loop: reap, count, submit the next. It makes no allocation, and takes one time stamp per reaped group.
/// </summary>
internal sealed partial class EngineWorker
{
    /// <inheritdoc/>
    public void RunPhase(in PhaseLimits limits)
    {
        PhaseLimits whole = BeginHundred(limits);
        long allocatedBefore = GC.GetAllocatedBytesForCurrentThread();
        long now = Stopwatch.GetTimestamp();
        long deadline = limits.DurationTicks > long.MaxValue - now ? long.MaxValue : now + limits.DurationTicks;
        Tally.Begin(now, limits.SampleTicks);
        Exception? failure = _atRate is null && _thinking is null
            ? RunFull(whole, now, deadline) : RunWhenDue(whole, now, deadline);
        Tally.AllocatedBytes = GC.GetAllocatedBytesForCurrentThread() - allocatedBefore;
        if (failure is not null)
        {
            throw failure;
        }
    }

    // Shares are exact in each hundred requests, so each phase begins with a new hundred.
    private PhaseLimits BeginHundred(in PhaseLimits limits)
    {
        _mix?.BeginRound();
        return _sizes is null ? limits
            : limits with { Requests = Math.Min(limits.Requests, _sizes.BeginWithin(limits.Bytes)) };
    }

    private Exception? RunFull(in PhaseLimits limits, long now, long deadline)
    {
        long remaining = limits.Requests;
        Exception? failure = null;
        for (int slot = 0; slot < _settings.QueueDepth && remaining > 0; slot++, remaining--)
        {
            Issue(slot, now);
        }

        while (_engine.Outstanding > 0)
        {
            int count = _engine.Reap(_completions, Math.Min(_engine.WorthwhileReap, _engine.Outstanding));
            now = Stopwatch.GetTimestamp();
            for (int index = 0; index < count; index++)
            {
                ref readonly IoCompletion completion = ref _completions[index];
                int slot = (int)completion.Tag;
                if (!Settle(slot, completion, now, ref failure))
                {
                    continue;
                }

                if (Examine(slot, now))
                {
                    now = Stopwatch.GetTimestamp();
                }

                if (now < deadline && remaining > 0 && !_control.StopRequested)
                {
                    remaining--;
                    Issue(slot, now);
                }
            }
        }

        Tally.EndTicks = now;
        return failure;
    }

    private void Issue(int slot, long now)
    {
        bool writes = _mix is null ? slot >= _firstWriting : _mix.Next() > 0;
        (long offset, int expected) = NextPlace(writes ? _writeSequence : _sequence);
        _offset[slot] = offset;
        _expected[slot] = expected;
        _writes[slot] = writes;
        bool mayStart = _blocks is null || _blocks.TryStart(slot, offset, writes, _buffers.SpanOf(BufferOf(slot)));
        if (_blocks is not null || _content.Prepare(BufferOf(slot), offset, expected))
        {
            now = Stopwatch.GetTimestamp(); // generating the data is not part of the device's latency
        }

        _submitted[slot] = now;
        if (mayStart)
        {
            _engine.TryQueue(RequestFor(slot));
        }
    }

    private (long Offset, int Bytes) NextPlace(IOffsetSequence sequence)
    {
        long length = _sizes?.Next() ?? 1;
        long offset = _settings.Options.Offset + (_settings.Layout.PlaceOf(sequence.Next(length)) * _grain);
        return (offset, (int)Math.Min(length * _grain, _settings.FileLength - offset));
    }

    /// <summary>Examines what a request read, as far as requested.</summary>
    /// <returns>Whether that took long enough to matter.</returns>
    private bool Examine(int slot, long now)
    {
        if (_blocks is null)
        {
            return _content.Inspect(BufferOf(slot), _expected[slot]);
        }

        _blocks.End(slot, _buffers.SpanOf(BufferOf(slot))[.._expected[slot]], now);
        while (_blocks.TryNext(slot, out int next))
        {
            _submitted[next] = Stopwatch.GetTimestamp();
            _engine.TryQueue(RequestFor(next));
        }

        return true;
    }

    // A direct request ends on a boundary even if the file does not: a read stops at the end of the file by itself, and
    // a write past it is cut off when the run ends.
    private IoRequest RequestFor(int slot) => new()
    {
        Operation = _writes[slot] ? IoOperation.Write : IoOperation.Read,
        File = _file,
        Offset = _offset[slot],
        Address = _buffers.AddressOf(BufferOf(slot)),
        Length = (int)Alignment.AlignUp(_expected[slot], _alignment),
        Flags = _writes[slot] ? _writeFlags : _flags,
        Tag = (ulong)slot,
    };

    // What a mix reads must not be written: it may be zeros, which a device compresses.
    private int BufferOf(int slot) => _writes[slot] ? _settings.FirstWritten + slot : slot;

    /// <summary>Counts a completion.</summary>
    /// <returns>Whether the slot is free for the next request; false while a short request is being continued, or after
    /// a failure.</returns>
    private bool Settle(int slot, in IoCompletion completion, long now, ref Exception? failure)
    {
        bool whole = !_continued[slot] && completion.Result.Raw >= _expected[slot];
        if (!whole && !Continue(slot, completion.Result, ref failure))
        {
            return false;
        }

        long ended = completion.CompletedAt != 0 ? completion.CompletedAt : now;
        Tally.Count(ended, _submitted[slot], _expected[slot], _writes[slot]);
        if (!_writes[slot] && Tally.Zeros.IsDue(Tally.Requests))
        {
            Tally.Zeros.Look(Tally.Requests, _buffers.SpanOf(BufferOf(slot))[.._expected[slot]]);
        }

        return true;
    }

    /// <summary>Continues a short or interrupted transfer.</summary>
    /// <returns>Whether it is complete.</returns>
    private bool Continue(int slot, NativeResult result, ref Exception? failure)
    {
        ref Transfer transfer = ref _transfers[slot];
        if (!_continued[slot])
        {
            transfer = new Transfer(RequestFor(slot), _alignment, _expected[slot]);
            _continued[slot] = true;
            Tally.ShortRequests++;
        }

        TransferState state = transfer.Take(result);
        if (state == TransferState.Unfinished)
        {
            _engine.TryQueue(transfer.Next);
            return false;
        }

        _continued[slot] = false;
        if (state != TransferState.Done)
        {
            failure ??= Describe(slot, transfer);
            _control.RequestStop();
        }

        return state == TransferState.Done;
    }

    private Exception Describe(int slot, in Transfer transfer) => transfer.State == TransferState.EndOfFile
        ? FileChanged.Shorter(_settings.File, _settings.FileLength, _offset[slot] + transfer.Moved)
        : RequestErrors.Describe(_writes[slot] ? "write" : "read", _settings.File, transfer);
}
