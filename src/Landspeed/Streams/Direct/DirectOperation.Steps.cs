using Landspeed.Engine;
using Landspeed.Files;

namespace Landspeed.Streams.Direct;

/// <content>The steps. Each returns false if the operation waits and is made ready later.</content>
internal sealed unsafe partial class DirectOperation
{
    private DirectPlan _plan;
    private DirectSegment _segment;
    private Hold _hold;
    private BounceMemory? _bounce;
    private int _bounceTicket;
    private nint _bounceAddress;
    private long _lengthBefore;
    private bool _endsEarly;

    private enum Hold
    {
        Nothing,

        /// <summary>A write of whole sectors inside the file.</summary>
        FreeWrite,

        /// <summary>It needs the turn of the writes.</summary>
        Turn,

        /// <summary>It needs the turn of the writes, because it lengthens the file.</summary>
        Growth,

        /// <summary>It needs the turn of the flushes.</summary>
        FlushTurn,
    }

    private bool IsWrite => _kind == IoOperation.Write;

    private long End => _plan.Offset + _plan.Count;

    private Span<byte> CallersPart => new((void*)(_plan.Address + Done), _segment.Count);

    private Span<byte> BouncePart => new((void*)(_bounceAddress + _segment.Skip), _segment.Count);

    private bool Advance() => _step switch
    {
        DirectStep.Begin => Begin(),
        DirectStep.HasTurn => HasTurn(),
        DirectStep.Plan => PlanNext(),
        DirectStep.HasBounce => HasBounce(),
        DirectStep.Filled => Filled(),
        DirectStep.Moved => AfterMove(),
        DirectStep.HasFlushTurn => HasFlushTurn(),
        DirectStep.Flushed => Flushed(),
        _ => Finish(),
    };

    private void SetAddress(nint address) => _plan = _plan with { Address = address };

    private bool Begin()
    {
        if (_kind is IoOperation.FlushData or IoOperation.FlushAll)
        {
            _owner.Ready();
            return TakeTicket(_owner.FlushTurn, DirectStep.HasFlushTurn);
        }

        if (_plan.Count == 0)
        {
            return GoTo(DirectStep.Finish);
        }

        if (!_isInline)
        {
            _pin = _memory.Pin();
            SetAddress((nint)_pin.Pointer);
        }

        return IsWrite ? BeginWrite() : BeginRead();
    }

    private bool BeginRead()
    {
        // For an inline operation the caller has already tried the cache.
        int cached = _isInline ? -1 : _owner.ReadCached(_plan.Offset, _plan.Address, _plan.Count);
        if (cached >= 0)
        {
            Done = cached;
            return GoTo(DirectStep.Finish);
        }

        UseRules();
        _plan = _plan with { Count = _owner.ReadableCount(_plan.Offset, _plan.Count) };
        return GoTo(DirectStep.Plan);
    }

    private bool BeginWrite()
    {
        UseRules();
        if (_plan.Offset > long.MaxValue - _plan.Count - _plan.Alignment)
        {
            return GoTo(DirectStep.Finish, DirectFailure.OfSize(_owner.File, _plan));
        }

        bool isWhole = Alignment.IsAligned(_plan.Offset, _plan.Alignment)
            && Alignment.IsAligned(_plan.Count, _plan.Alignment);
        if (isWhole && _owner.Order.TryEnterFree(End))
        {
            _hold = Hold.FreeWrite;
            return GoTo(DirectStep.Plan);
        }

        return TakeTicket(_owner.Order.Turn, DirectStep.HasTurn);
    }

    private void UseRules() => _plan = _owner.Ready().Rules(IsWrite) with
    {
        Offset = _plan.Offset,
        Count = _plan.Count,
        Address = _plan.Address,
    };

    private bool HasTurn()
    {
        if (Ticket == NoTicket)
        {
            return GoTo(DirectStep.Finish, new OperationCanceledException(_cancellation));
        }

        _hold = Hold.Turn;
        _lengthBefore = _owner.Order.CurrentLength();
        if (Alignment.AlignUp(End, _plan.Alignment) > _lengthBefore)
        {
            _owner.Order.BeginGrowth();
            _hold = Hold.Growth;
        }

        return GoTo(DirectStep.Plan);
    }

    private bool PlanNext()
    {
        if (Done == _plan.Count || _endsEarly)
        {
            return GoTo(DirectStep.Finish);
        }

        _segment = _plan.Next(Done);
        if (_segment.IsBounced)
        {
            _bounce = _owner.Ready().BounceFor(_segment.Length);
            return TakeTicket(_bounce.Turns, DirectStep.HasBounce);
        }

        return Carry(_kind, _plan.Address + Done, _segment.Length, DirectStep.Moved);
    }

    private bool HasBounce()
    {
        _bounceTicket = Ticket;
        if (Ticket == NoTicket)
        {
            return GoTo(DirectStep.Finish, new OperationCanceledException(_cancellation));
        }

        _bounceAddress = _bounce!.AddressOf(_bounceTicket);
        if (!IsWrite)
        {
            return Carry(_kind, _bounceAddress, _segment.Skip + _segment.Count, DirectStep.Moved);
        }

        if (!KeepsBytes())
        {
            return WriteBounce(0);
        }

        int needed = (int)Math.Min(_segment.Length, _lengthBefore - _segment.Offset);
        return Carry(IoOperation.Read, _bounceAddress, needed, DirectStep.Filled);
    }

    // True if the sectors hold bytes of the file before or after the caller's.
    private bool KeepsBytes() =>
        (_segment.Skip > 0 && _segment.Offset < _lengthBefore)
        || (_segment.End < _segment.Offset + _segment.Length && _segment.End < _lengthBefore);

    private bool Filled() => HasFailed
        ? GoTo(DirectStep.Finish, DirectFailure.OfFill(_owner.File, this, _segment, End))
        : WriteBounce((int)Math.Min(Moved, Math.Max(0, _lengthBefore - _segment.Offset)));

    // The block holds bytes of earlier requests, so whatever is beyond the file's end is cleared.
    private bool WriteBounce(int kept)
    {
        var sectors = new Span<byte>((void*)_bounceAddress, _segment.Length);
        int end = _segment.Skip + _segment.Count;
        sectors[Math.Min(kept, _segment.Skip).._segment.Skip].Clear();
        sectors[Math.Max(kept, end)..].Clear();
        CallersPart.CopyTo(BouncePart);
        return Carry(IoOperation.Write, _bounceAddress, _segment.Length, DirectStep.Moved);
    }

    private bool AfterMove()
    {
        if (HasFailed)
        {
            return GoTo(DirectStep.Finish, DirectFailure.Of(_owner.File, _kind, this, _segment, End));
        }

        int moved = Math.Clamp(Moved - _segment.Skip, 0, _segment.Count);
        if (_segment.IsBounced && !IsWrite)
        {
            BouncePart[..moved].CopyTo(CallersPart);
        }

        _endsEarly = moved < _segment.Count;
        if (_endsEarly && _plan.Alignment > 1)
        {
            _owner.Order.CurrentLength(); // Another process has cut the file.
        }

        Done += moved;
        ReleaseBounce();
        return GoTo(DirectStep.Plan);
    }

    private bool HasFlushTurn()
    {
        if (Ticket == NoTicket)
        {
            return GoTo(DirectStep.Finish, new OperationCanceledException(_cancellation));
        }

        _hold = Hold.FlushTurn;
        if (_owner.File.IsCondemned)
        {
            return GoTo(DirectStep.Finish, Durability.Failure(_owner.File));
        }

        PrepareFlush(new IoRequest { Operation = _kind });
        return Carry(DirectStep.Flushed);
    }

    private bool Flushed()
    {
        _owner.File.Condemn(Error);
        return GoTo(DirectStep.Finish, _owner.File.IsCondemned ? Durability.Failure(_owner.File) : null);
    }

    private bool Finish()
    {
        ReleaseBounce();
        Hold hold = _hold;
        _hold = Hold.Nothing;
        switch (hold)
        {
            case Hold.FreeWrite:
                _owner.Order.LeaveFree();
                break;
            case Hold.Turn:
                _owner.Order.Turn.Release(0);
                break;
            case Hold.Growth:
                EndGrowth();
                _owner.Order.Turn.Release(0);
                break;
            case Hold.FlushTurn:
                _owner.FlushTurn.Release(0);
                break;
        }

        return GoTo(DirectStep.Ended);
    }

    // A failed write leaves the length unchanged: no reader sees padding, or half of what was to be appended.
    private void EndGrowth()
    {
        long exact = _failure is null ? Math.Max(_lengthBefore, End) : _lengthBefore;
        bool isExact = _failure is null && Alignment.AlignUp(End, _plan.Alignment) == exact;
        if (!isExact && _owner.TrySetLength(exact) is { Failed: true } refused)
        {
            _failure ??= DirectFailure.OfCut(_owner.File, refused.Error, exact);
        }

        _owner.Order.EndGrowth(exact);
    }

    private void ReleaseBounce()
    {
        if (_bounceTicket != NoTicket && !_owner.IsMemoryLost)
        {
            _bounce!.Turns.Release(_bounceTicket);
        }

        _bounceTicket = NoTicket;
    }

    private bool Carry(IoOperation operation, nint address, int needed, DirectStep next)
    {
        var request = new IoRequest
        {
            Operation = operation,
            Offset = _segment.Offset,
            Address = address,
            Length = _segment.Length,
            Flags = _owner.File.TransferFlags,
        };
        PrepareTransfer(request, _plan.Alignment, _plan.MemoryAlignment, needed);
        return Carry(next);
    }
}
