using Landspeed.Copying.Sharing;

namespace Landspeed.Experiments.Copying;

/// <summary>What the other ranks of a verification counted, added up on rank 0.</summary>
internal sealed class RankCounters
{
    /// <summary>Bytes that they fetched from devices, or null if a counter is missing.</summary>
    internal long? ReadBytes { get; private set; } = 0;

    /// <summary>Their CPU time, nanoseconds.</summary>
    internal long CpuNs { get; private set; }

    /// <summary>True if one of them was stopped.</summary>
    internal bool IsStopped { get; private set; }

    /// <summary>Writes the counters of one rank.</summary>
    internal static void Write(CompactWriter writer, long? readBytes, long cpuNs, bool isStopped)
    {
        writer.Write((readBytes ?? -1) + 1);
        writer.Write(cpuNs);
        writer.Write(isStopped ? 1 : 0);
    }

    /// <summary>Adds the counters of one rank.</summary>
    internal void Add(ref CompactReader reader)
    {
        long read = reader.Number() - 1;
        ReadBytes = read < 0 ? null : ReadBytes + read;
        CpuNs += reader.Number();
        IsStopped |= reader.Number() != 0;
    }
}
