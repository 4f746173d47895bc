namespace Landspeed.Experiments.Records;

/// <summary>Cuts bytes that come in pieces of any length into whole records.</summary>
/// <param name="judge">Looks at the records that lie in two pieces.</param>
/// <remarks>For one caller at a time; the pieces in order.</remarks>
internal sealed class RecordCutter(RecordJudge judge)
{
    private readonly byte[] _begun = new byte[RecordSet.RecordLength];

    /// <summary>Bytes of a record that has begun and not ended.</summary>
    internal int Surplus { get; private set; }

    /// <summary>Cuts the next piece.</summary>
    /// <param name="bytes">The piece.</param>
    /// <param name="lead">The summary of the record that the piece before has begun and this one ends; of none.</param>
    /// <returns>The whole records in the piece, after that one.</returns>
    internal ReadOnlyMemory<byte> Cut(ReadOnlyMemory<byte> bytes, out RecordSummary lead)
    {
        lead = default;
        if (Surplus > 0)
        {
            int missing = Math.Min(_begun.Length - Surplus, bytes.Length);
            Keep(bytes.Span[..missing]);
            bytes = bytes[missing..];
            if (Surplus < _begun.Length)
            {
                return default;
            }

            lead = judge.Summarize(_begun);
            Surplus = 0;
        }

        int whole = bytes.Length - (bytes.Length % RecordSet.RecordLength);
        Keep(bytes.Span[whole..]);
        return bytes[..whole];
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_begun.AsSpan(Surplus));
        Surplus += bytes.Length;
    }
}
