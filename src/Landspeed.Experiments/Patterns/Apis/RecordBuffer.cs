using System.Runtime.InteropServices;
using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>
/// Memory for records that every API accepts: an array that does not move, with its content aligned for direct I/O.
/// </summary>
internal sealed class RecordBuffer
{
    /// <summary>The largest record: 1,048,576 bytes (1 MiB).</summary>
    internal const int MostRecordSize = 1 << 20;

    private const int Alignment = 4096;

    /// <summary>Allocates it, filled with incompressible data.</summary>
    /// <param name="seed">Seed of the data.</param>
    internal RecordBuffer(ulong seed)
    {
        Array = GC.AllocateUninitializedArray<byte>(MostRecordSize + Alignment, pinned: true);
        nint address = Marshal.UnsafeAddrOfPinnedArrayElement(Array, 0);
        Start = (int)((Alignment - (address % Alignment)) % Alignment);
        new IncompressibleData(seed).Fill(Array.AsSpan(Start, MostRecordSize));
    }

    /// <summary>The array; what is before <see cref="Start"/> is not used.</summary>
    internal byte[] Array { get; }

    /// <summary>Index of the first byte.</summary>
    internal int Start { get; }

    /// <summary>
    /// Returns the index of the data for an offset: the data is repeated every 1 MiB, so that a record whose size is a
    /// power of two, at a multiple of its size, needs no copy.
    /// </summary>
    internal int IndexOf(long offset) => Start + (int)(offset & (MostRecordSize - 1));
}
