using System.Runtime.InteropServices;

namespace Landspeed.Mpi;

/// <summary>A non-blocking MPI call and the memory it uses.</summary>
/// <remarks>
/// From its start until it has ended, the memory belongs to the library. If it is disposed earlier, the memory stays
/// allocated for good, because the library may still write to it.
/// </remarks>
internal sealed unsafe class MpiTransfer : IDisposable
{
    // A request is a pointer or an integer, depending on the library; 16 bytes keep the data after it aligned.
    private const int RequestBytes = 16;
    private readonly byte* _memory;

    /// <summary>Allocates the memory.</summary>
    /// <param name="length">Length of the data in bytes.</param>
    internal MpiTransfer(int length)
    {
        Length = length;
        _memory = (byte*)NativeMemory.AllocZeroed((nuint)(RequestBytes + length));
    }

    /// <summary>Length of the data in bytes.</summary>
    internal int Length { get; }

    /// <summary>Address at which the library keeps the request.</summary>
    internal nint* Request => (nint*)_memory;

    /// <summary>The data.</summary>
    internal Span<byte> Data => new(_memory + RequestBytes, Length);

    /// <summary>The data's address.</summary>
    internal byte* Address => _memory + RequestBytes;

    /// <summary>True if the library no longer uses the memory.</summary>
    internal bool HasEnded { get; set; }

    /// <summary>The data as numbers.</summary>
    internal Span<long> Numbers => MemoryMarshal.Cast<byte, long>(Data);

    /// <inheritdoc/>
    public void Dispose()
    {
        if (HasEnded)
        {
            HasEnded = false;
            NativeMemory.Free(_memory);
        }
    }
}
