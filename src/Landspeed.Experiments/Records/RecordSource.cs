using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Records;

/// <summary>Generates the pieces of a file of records and, if requested, adds up their checksum.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RecordSource
{
    /// <summary>
    /// Bytes of a piece: 819,200, a multiple of a record (100) and of every alignment up to 32 KiB. So each piece
    /// consists of whole records.
    /// </summary>
    internal const int PieceLength = 819_200;

    private readonly Lock _turn = new();
    private readonly RecordContent _content;
    private readonly RecordJudge? _judge;
    private UInt128 _checksum;

    internal RecordSource(RecordGeneration task)
    {
        _content = new RecordContent(task.Records);
        _judge = task.ComputesChecksum ? new RecordJudge(ignoresCase: false) : null;
    }

    /// <summary>The checksum of all pieces that were added, or null if it was not requested.</summary>
    internal string? Checksum => _judge is null ? null : RecordChecksum.Text(_checksum);

    /// <summary>Generates a piece and adds it.</summary>
    internal FillContent Content => (offset, target) =>
    {
        Make(offset, target);
        Enter(target);
    };

    /// <summary>Generates a piece.</summary>
    internal void Make(long offset, Span<byte> target) => _content.Fill(offset, target);

    /// <summary>Adds a piece to the checksum.</summary>
    internal void Enter(ReadOnlySpan<byte> piece)
    {
        if (_judge is null)
        {
            return;
        }

        UInt128 added = _judge.Summarize(piece).Checksum;
        lock (_turn)
        {
            _checksum = unchecked(_checksum + added);
        }
    }
}

/// <summary>The bytes of a file of records, accessible in any order.</summary>
/// <param name="records">The records.</param>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RecordContent(RecordSet records)
{
    private readonly RecordFiller _filler = RecordFiller.Of(records);

    /// <summary>Generates the bytes of a range, which may start and end within a record.</summary>
    /// <param name="offset">First byte in the file.</param>
    /// <param name="target">Receives the bytes; within the file.</param>
    /// <remarks>
    /// About 4 GB/s per core; each call costs some hundred nanoseconds more, to find the first record's number.
    /// </remarks>
    internal void Fill(long offset, Span<byte> target)
    {
        (long record, long inside) = Math.DivRem(offset, RecordSet.RecordLength);
        ulong number = unchecked(records.Start + (ulong)record);
        if (inside > 0)
        {
            int begun = Math.Min(target.Length, RecordSet.RecordLength - (int)inside);
            FillPart(number, (int)inside, target[..begun]);
            number = unchecked(number + 1);
            target = target[begun..];
        }

        int whole = target.Length / RecordSet.RecordLength;
        _filler.Fill(number, target[..(whole * RecordSet.RecordLength)]);
        FillPart(unchecked(number + (ulong)whole), 0, target[(whole * RecordSet.RecordLength)..]);
    }

    private void FillPart(ulong number, int start, Span<byte> target)
    {
        if (target.IsEmpty)
        {
            return;
        }

        Span<byte> record = stackalloc byte[RecordSet.RecordLength];
        _filler.Fill(number, record);
        record.Slice(start, target.Length).CopyTo(target);
    }
}
