using System.Runtime.InteropServices;

namespace Landspeed.Mpi;

/// <summary>A non-blocking call of MPI and the memory that it uses.</summary>
/// <remarks>
/// From its beginning until it has ended the memory belongs to the library. What is disposed earlier stays allocated for good: the library may
/// still write there.
/// </remarks>
internal sealed unsafe class MpiTransfer : IDisposable
{
    // A request is a pointer or an integer, by the library; 16 bytes keep the data behind it aligned.
    private const int RequestBytes = 16;
    private readonly byte* _memory;

    /// <summary>Takes memory.</summary>
    /// <param name="length">Bytes of data.</param>
    internal MpiTransfer(int length)
    {
        Length = length;
        _memory = (byte*)NativeMemory.AllocZeroed((nuint)(RequestBytes + length));
    }

    /// <summary>Bytes of data.</summary>
    internal int Length { get; }

    /// <summary>Where the library keeps the request.</summary>
    internal nint* Request => (nint*)_memory;

    /// <summary>The data.</summary>
    internal Span<byte> Data => new(_memory + RequestBytes, Length);

    /// <summary>The data's address.</summary>
    internal byte* Address => _memory + RequestBytes;

    /// <summary>Whether the library has given the memory back.</summary>
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
