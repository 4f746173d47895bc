using Landspeed.Platform;

namespace Landspeed.Tests.Engine;

/// <summary>Page-aligned native memory, backed, and excluded from fork.</summary>
internal sealed unsafe class NativeBuffer : IDisposable
{
    private readonly IMemoryCalls _memory = NativePlatform.Memory;

    internal NativeBuffer(int length)
    {
        Length = (length + _memory.PageSize - 1) / _memory.PageSize * _memory.PageSize;
        Assert.True(_memory.MapAnonymous(Length, out nint address).Succeeded);
        Address = address;
        Assert.True(_memory.Advise(Address, Length, MemoryAdvice.ExcludeFromFork).Succeeded);
        Span.Clear();
    }

    internal nint Address { get; }

    internal int Length { get; }

    internal Span<byte> Span => new((void*)Address, Length);

    public void Dispose() => _memory.Unmap(Address, Length);
}
