namespace Landspeed.Experiments.Measuring;

/// <summary>A range of a file from which several threads take pieces, in order.</summary>
/// <param name="start">First byte; aligned when the file is direct.</param>
/// <param name="end">Byte after the last one.</param>
/// <remarks>Safe for all threads.</remarks>
internal sealed class FillRange(long start, long end)
{
    private readonly Lock _turn = new();
    private long _next = start;

    /// <summary>Takes the next piece.</summary>
    /// <param name="size">Bytes wanted; fewer at the end.</param>
    /// <param name="offset">Its first byte.</param>
    /// <param name="length">Its bytes.</param>
    /// <returns>False: nothing is left.</returns>
    internal bool TryTake(int size, out long offset, out int length)
    {
        lock (_turn)
        {
            offset = _next;
            length = (int)Math.Min(size, end - _next);
            _next += Math.Max(0, length);
            return length > 0;
        }
    }
}
