using Landspeed.Results;

namespace Landspeed.Experiments.Load;

/// <summary>What one worker counted of a mix, beside what it counts of all requests.</summary>
/// <remarks>Written by the worker; for others when its phase has ended.</remarks>
internal sealed class MixTally
{
    /// <summary>The requests that read.</summary>
    internal PartTally Reads { get; } = new();

    /// <summary>The requests that write.</summary>
    internal PartTally Writes { get; } = new();

    /// <summary>Returns those that write, or those that read.</summary>
    internal PartTally Of(bool writes) => writes ? Writes : Reads;

    /// <summary>Clears all counts.</summary>
    internal void Clear()
    {
        Reads.Clear();
        Writes.Clear();
    }

    /// <summary>Adds the counts of another worker.</summary>
    internal void Merge(MixTally other)
    {
        Reads.Merge(other.Reads);
        Writes.Merge(other.Writes);
    }

    /// <summary>Returns it for a result.</summary>
    /// <param name="load">What was due; null: they have no rate.</param>
    internal MixRecord ToRecord(LoadTally? load = null) => load is { Due: [var reads, var writes] }
        ? new(Reads.ToRecord(reads), Writes.ToRecord(writes))
        : new(Reads.ToRecord(), Writes.ToRecord());
}
