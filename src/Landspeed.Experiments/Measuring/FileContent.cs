namespace Landspeed.Experiments.Measuring;

/// <summary>Makes bytes of a file.</summary>
/// <param name="offset">Of the first of them in the file.</param>
/// <param name="target">Receives them.</param>
internal delegate void FileContent(long offset, Span<byte> target);
