using Landspeed.Platform;

namespace Landspeed.Experiments.Processing;

/// <summary>Opens files as a .NET program does that takes care of its options.</summary>
internal static class FileStreams
{
    /// <summary>A file to read; it has no buffer of its own.</summary>
    internal static FileStream Read(FilePath path, ReadHint hint) => new(path.Text, new FileStreamOptions
    {
        BufferSize = 0,
        Options = hint == ReadHint.Sequential ? FileOptions.SequentialScan : FileOptions.None,
    });

    /// <summary>A new file to write through a buffer.</summary>
    internal static FileStream Create(FilePath path, int bufferSize) => new(path.Text, new FileStreamOptions
    {
        Mode = FileMode.CreateNew,
        Access = FileAccess.Write,
        Share = FileShare.None,
        BufferSize = bufferSize,
    });
}
