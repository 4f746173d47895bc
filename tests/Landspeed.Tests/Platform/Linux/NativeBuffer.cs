using System.Runtime.InteropServices;

namespace Landspeed.Tests.Platform.Linux;

/// <summary>Page-aligned native memory of one test.</summary>
internal sealed unsafe class NativeBuffer : IDisposable
{
    public NativeBuffer(int length)
    {
        Length = length;
        Assert.Equal(0, NativePlatform.Memory.MapAnonymous(length, out nint address).Value);
        Address = address;
    }

    public nint Address { get; }

    public int Length { get; }

    public Span<byte> Bytes => new((void*)Address, Length);

    /// <summary>Fills it with pseudo-random bytes.</summary>
    public NativeBuffer Fill(int seed)
    {
        new Random(seed).NextBytes(Bytes);
        return this;
    }

    /// <summary>The 32-bit word at the start, shared between threads.</summary>
    public ref int Word => ref MemoryMarshal.AsRef<int>(Bytes);

    public void Dispose() => NativePlatform.Memory.Unmap(Address, Length);
}
