namespace Landspeed.Streams;

/// <summary>Where a worker's lines go; a struct, so that the loop over lines is compiled for it.</summary>
internal interface ILineSink
{
    /// <summary>Takes one line, valid during the call.</summary>
    void Take(ReadOnlySpan<byte> line, LineInfo info);
}
