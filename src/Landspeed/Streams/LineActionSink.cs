namespace Landspeed.Streams;

/// <summary>Lines go to an action that all workers share.</summary>
internal readonly struct LineActionSink(LineAction action) : ILineSink
{
    /// <inheritdoc/>
    public void Take(ReadOnlySpan<byte> line, LineInfo info) => action(line, info);
}
