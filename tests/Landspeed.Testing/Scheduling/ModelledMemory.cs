namespace Landspeed.Testing.Scheduling;

/// <summary>
/// The native memory of an explored program. What it unmaps stays mapped until the run has ended, filled with a pattern:
/// who reads it gets wrong bytes, and who writes to it is found at the end.
/// </summary>
internal sealed class ModelledMemory
{
    private const byte Gone = 0xDB;

    private readonly List<AlignedBufferPool> _mapped = [];
    private readonly List<AlignedBufferPool> _unmapped = [];

    internal void Map(AlignedBufferPool pool) => _mapped.Add(pool);

    /// <summary>Unmaps memory; the second time does nothing.</summary>
    internal unsafe void Unmap(AlignedBufferPool pool)
    {
        if (_mapped.Remove(pool))
        {
            _unmapped.Add(pool);
            new Span<byte>((void*)pool.Address, checked((int)pool.Length)).Fill(Gone);
        }
    }

    /// <summary>Whether a range was mapped and is so no more.</summary>
    internal bool IsGone(nint address, int length) => _unmapped.Exists(
        pool => address < pool.Address + (nint)pool.Length && pool.Address < address + length);

    /// <summary>Really unmaps everything.</summary>
    /// <returns>What the program did wrong, or null.</returns>
    internal unsafe string? End()
    {
        string? failure = _mapped.Count == 0 ? null : "memory was never unmapped";
        foreach (AlignedBufferPool pool in _unmapped)
        {
            if (new Span<byte>((void*)pool.Address, checked((int)pool.Length)).ContainsAnyExcept(Gone))
            {
                failure = "memory was written after it was unmapped";
            }

            pool.Dispose();
        }

        _mapped.ForEach(pool => pool.Dispose());
        return failure;
    }
}
