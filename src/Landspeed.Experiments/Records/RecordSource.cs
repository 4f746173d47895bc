using Landspeed.Experiments.Measuring;

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
