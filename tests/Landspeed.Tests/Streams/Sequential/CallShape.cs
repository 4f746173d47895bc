namespace Landspeed.Tests.Streams.Sequential;

/// <summary>The shapes of a call that reads or writes.</summary>
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
