using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// The work on a line: the requested number of passes over its bytes, each of which combines every byte with the number
/// of the pass (exclusive or). It is the same for all strategies, so that only their file I/O differs.
/// </summary>
/// <remarks>
/// <para>Passes count from 1 unless asked otherwise, so that a pass left out shows: the passes 0 to 99 cancel out, 1 to 100 do not. All passes
/// together are one exclusive or with a single number; the work is nevertheless done pass by pass over memory, because
/// it stands for work that cannot be cut short.</para>
/// <para>Bytes are worked one by one, so that a line may be worked in pieces. Safe for all threads.</para>
/// </remarks>
public static unsafe class LineCipher
{
    private const int WorkBetweenLooks = 64 << 20; // 64 MiB, some milliseconds

    /// <summary>Processes one line, or a piece of it, in place.</summary>
    /// <param name="line">Its bytes, without the line end.</param>
    /// <param name="passes">Number of passes, and the first one; with none the line is unchanged.</param>
    /// <param name="stop">Ends it between two passes: on a long line all passes may take minutes.</param>
    /// <exception cref="OperationCanceledException">Stopped; the line is partly processed.</exception>
    public static void Encrypt(Span<byte> line, LinePasses passes, CancellationToken stop)
    {
        int together = Math.Max(1, WorkBetweenLooks / Math.Max(1, line.Length));
        fixed (byte* start = line)
        {
            for (int done = 0; done < passes.Count;)
            {
                stop.ThrowIfCancellationRequested();
                int next = done + Math.Min(together, passes.Count - done);
                while (done < next)
                {
                    Pass(start, line.Length, unchecked((byte)(passes.First + done)));
                    done++;
                }
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Pass(byte* start, int length, byte key)
    {
        byte* at = start;
        byte* end = start + length;
        Vector256<byte> wide = Vector256.Create(key);
        for (; end - at >= Vector256<byte>.Count; at += Vector256<byte>.Count)
        {
            (Vector256.Load(at) ^ wide).Store(at);
        }

        if (end - at >= Vector128<byte>.Count)
        {
            (Vector128.Load(at) ^ wide.GetLower()).Store(at);
            at += Vector128<byte>.Count;
        }

        if (end - at >= sizeof(ulong))
        {
            Unsafe.WriteUnaligned(at, Unsafe.ReadUnaligned<ulong>(at) ^ wide.AsUInt64().ToScalar());
            at += sizeof(ulong);
        }

        if (end - at >= sizeof(uint))
        {
            Unsafe.WriteUnaligned(at, Unsafe.ReadUnaligned<uint>(at) ^ wide.AsUInt32().ToScalar());
            at += sizeof(uint);
        }

        for (; at < end; at++)
        {
            *at ^= key;
        }
    }
}
