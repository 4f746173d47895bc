namespace Landspeed.Tests.Streams.Sequential;

/// <summary>The ways in which a stream is asked to read or write.</summary>
public enum CallShape
{
    Array,
    Span,
    Byte,
    ArrayAsync,
    MemoryAsync,
    NativeMemoryAsync,
    BeginEnd,
}
