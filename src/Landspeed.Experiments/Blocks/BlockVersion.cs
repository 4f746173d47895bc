namespace Landspeed.Experiments.Blocks;

/// <summary>Which write a block holds: the later of two writes to a block has the larger version.</summary>
/// <param name="Value">The generation in the upper 16 bits, the sequence in the lower 48; 0: no write.</param>
internal readonly record struct BlockVersion(ulong Value)
{
    /// <summary>The most runs that can write to a file.</summary>
    internal const int MostGenerations = ushort.MaxValue;

    private const int SequenceBits = 48;

    /// <summary>Returns the version of a write.</summary>
    /// <param name="generation">Number of its run among those that wrote to the file, from 1.</param>
    /// <param name="sequence">Number of the write among those of one worker in that run, from 1.</param>
    internal static BlockVersion Of(int generation, long sequence) =>
        new(((ulong)generation << SequenceBits) | (ulong)sequence);

    /// <summary>Whether there is a write.</summary>
    internal bool IsWrite => Value != 0;

    /// <summary>Number of the run, from 1.</summary>
    internal int Generation => (int)(Value >> SequenceBits);

    /// <summary>Number of the write, from 1.</summary>
    internal long Sequence => (long)(Value & ((1UL << SequenceBits) - 1));
}
