using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Records;

/// <summary>Makes the pieces of a file of records and, where asked, adds up their checksum.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RecordSource
{
    /// <summary>
    /// Bytes of a piece: 819,200, a multiple of a record (100) and of every alignment up to 32 KiB. So each piece has whole
    /// records alone.
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

    /// <summary>The checksum of all pieces that were entered; null: nobody asked for it.</summary>
    internal string? Checksum => _judge is null ? null : RecordChecksum.Text(_checksum);

    /// <summary>Makes and enters a piece.</summary>
    internal FileContent Content => (offset, target) =>
    {
        Make(offset, target);
        Enter(target);
    };

    /// <summary>Makes a piece.</summary>
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

/// <summary>The bytes of a file of records, any of them at any time.</summary>
/// <param name="records">Which records.</param>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RecordContent(RecordSet records)
{
    private readonly RecordFiller _filler = RecordFiller.Of(records);

    /// <summary>Makes the bytes of a range; it may begin and end within a record.</summary>
    /// <param name="offset">First byte in the file.</param>
    /// <param name="target">Receives the bytes; within the file.</param>
    /// <remarks>About 4 GB/s and core; each call costs some hundred nanoseconds more, to find the first record's number.</remarks>
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
