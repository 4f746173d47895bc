using Landspeed.Platform;

namespace Landspeed.Experiments.Processing;

/// <summary>One file to process, as it was when the directory was listed.</summary>
/// <param name="Name">Its name in the directory; the result has the same.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Modified">Last change of its content.</param>
public sealed record InputFile(FilePath Name, long Length, FileTime Modified);
