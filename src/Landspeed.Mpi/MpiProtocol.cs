using System.Runtime.InteropServices;

namespace Landspeed.Mpi;

/// <summary>The messages between ranks, as steps for the MPI thread.</summary>
/// <remarks>All methods that return steps run on that thread.</remarks>
internal sealed partial class MpiProtocol(MpiLibrary library, TimeProvider clock)
{
    // On a quiet network the shortest of 16 is within a few percent of the shortest of many, and on a busy one it is
    // rarely far off.
    private const int Comparisons = 16;

    // MPI counts in 32 bits; larger arrays are sent in pieces of 64 MiB, one of which is copied outside the array at
    // a time.
    private const int PieceBytes = 64 << 20;

    private const int ClockTag = 1;
    private const int GatherTag = 2;

    /// <summary>This rank.</summary>
    internal int Rank { get; private set; }

    /// <summary>Number of ranks.</summary>
    internal int Size { get; private set; }

    /// <summary>Gets rank and size from the library.</summary>
    internal void Introduce() => (Rank, Size) = (library.Rank(), library.Size());

    /// <summary>Waits until all ranks have arrived.</summary>
    internal IEnumerable<bool> Meet()
    {
        using MpiTransfer barrier = library.Barrier();
        while (!library.Test(barrier))
        {
            yield return false;
        }
    }

    /// <summary>Adds the values of all ranks in place, after comparing lengths.</summary>
    internal IEnumerable<bool> Add(long[] values, bool[] equal)
    {
        // Numbers are equal exactly if the sum of their squares times their count equals the square of their sum.
        long[] lengths = [values.Length, (long)values.Length * values.Length];
        foreach (bool step in AddEqual(lengths))
        {
            yield return step;
        }

        equal[0] = (Int128)lengths[1] * Size == (Int128)lengths[0] * lengths[0];
        if (equal[0] && values.Length > 0)
        {
            foreach (bool step in AddEqual(values))
            {
                yield return step;
            }
        }
    }

    /// <summary>Collects bytes on rank 0.</summary>
    internal IEnumerable<bool> Collect(byte[] bytes, List<byte[]> all)
    {
        long[] lengths = new long[Size];
        lengths[Rank] = bytes.Length;
        foreach (bool step in AddEqual(lengths))
        {
            yield return step;
        }

        if (Rank > 0)
        {
            foreach (bool step in Send(0, GatherTag, bytes))
            {
                yield return step;
            }

            yield break;
        }

        all.Add(bytes);
        for (int rank = 1; rank < Size; rank++)
        {
            byte[] other = new byte[lengths[rank]];
            foreach (bool step in Receive(rank, GatherTag, other))
            {
                yield return step;
            }

            all.Add(other);
        }
    }

    /// <summary>Compares clocks with rank 0, and receives the start.</summary>
    internal IEnumerable<bool> Agree(TimeSpan delay, AgreedStart[] agreed) => Rank == 0 ? Propose(delay, agreed) : Accept(agreed);

    private static byte[] Bytes(long[] numbers) => MemoryMarshal.AsBytes(numbers.AsSpan()).ToArray();

    private IEnumerable<bool> Propose(TimeSpan delay, AgreedStart[] agreed)
    {
        var others = new ClockComparison[Size];
        long largest = 0;
        for (int rank = 1; rank < Size; rank++)
        {
            others[rank] = new ClockComparison();
            for (int round = 0; round < Comparisons; round++)
            {
                using MpiTransfer answer = library.Receive(rank, ClockTag, sizeof(long));
                long asked = clock.GetTimestamp();
                using MpiTransfer question = library.Send(rank, ClockTag, []);
                while (!library.Test(question) || !library.Test(answer))
                {
                    yield return false;
                }

                others[rank].Add(asked, answer.Numbers[0], clock.GetTimestamp());
            }

            largest = Math.Max(largest, others[rank].Error);
        }

        long moment = clock.GetTimestamp() + (long)(delay.TotalSeconds * clock.TimestampFrequency);
        for (int rank = 1; rank < Size; rank++)
        {
            using MpiTransfer message = library.Send(rank, ClockTag, Bytes([moment + others[rank].Offset, others[rank].Error, largest]));
            while (!library.Test(message))
            {
                yield return false;
            }
        }

        agreed[0] = new AgreedStart(moment, TimeSpan.Zero, Time(largest));
    }

    private IEnumerable<bool> Accept(AgreedStart[] agreed)
    {
        for (int round = 0; round < Comparisons; round++)
        {
            using MpiTransfer question = library.Receive(0, ClockTag, 0);
            while (!library.Test(question))
            {
                yield return false;
            }

            using MpiTransfer answer = library.Send(0, ClockTag, Bytes([clock.GetTimestamp()]));
            while (!library.Test(answer))
            {
                yield return false;
            }
        }

        using MpiTransfer message = library.Receive(0, ClockTag, 3 * sizeof(long));
        while (!library.Test(message))
        {
            yield return false;
        }

        agreed[0] = new AgreedStart(message.Numbers[0], Time(message.Numbers[1]), Time(message.Numbers[2]));
    }

    private IEnumerable<bool> AddEqual(long[] values)
    {
        using MpiTransfer sum = library.Sum(values);
        while (!library.Test(sum))
        {
            yield return false;
        }

        sum.Numbers[values.Length..].CopyTo(values);
    }

    private IEnumerable<bool> Send(int rank, int tag, byte[] bytes, int from = 0)
    {
        for (int offset = from; offset < bytes.Length; offset += PieceBytes)
        {
            using MpiTransfer piece = library.Send(rank, tag, bytes.AsSpan(offset, Math.Min(PieceBytes, bytes.Length - offset)));
            while (!library.Test(piece))
            {
                yield return false;
            }
        }
    }

    private IEnumerable<bool> Receive(int rank, int tag, byte[] bytes, int from = 0)
    {
        for (int offset = from; offset < bytes.Length; offset += PieceBytes)
        {
            using MpiTransfer piece = library.Receive(rank, tag, Math.Min(PieceBytes, bytes.Length - offset));
            while (!library.Test(piece))
            {
                yield return false;
            }

            piece.Data.CopyTo(bytes.AsSpan(offset));
        }
    }

    // Rounded up to the 100 ns of a TimeSpan, so that a reported error is never too small.
    private TimeSpan Time(long ticks) => new((long)Math.Ceiling(ticks * (double)TimeSpan.TicksPerSecond / clock.TimestampFrequency));
}
