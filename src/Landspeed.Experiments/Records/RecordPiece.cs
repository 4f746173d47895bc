using Landspeed.Streams;

namespace Landspeed.Experiments.Records;

/// <summary>Bytes in a row, lent until they are given back.</summary>
/// <param name="bytes">The bytes; none at the end.</param>
/// <param name="block">What holds them, or nothing.</param>
internal readonly struct RecordPiece(ReadOnlyMemory<byte> bytes, ReadBlock block) : IDisposable
{
    /// <summary>The bytes; none at the end.</summary>
    internal ReadOnlyMemory<byte> Bytes => bytes;

    /// <summary>Gives them back.</summary>
    public void Dispose() => block.Dispose();
}
