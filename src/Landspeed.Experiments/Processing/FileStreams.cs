namespace Landspeed.Experiments.Processing;

/// <summary>Opens files like a .NET program that chooses its options carefully.</summary>
internal static class FileStreams
{
    /// <summary>Opens a file for reading, without a buffer.</summary>
    internal static FileStream Read(FilePath path, ReadHint hint) => new(path.Text, new FileStreamOptions
    {
        BufferSize = 0,
        Options = hint == ReadHint.Sequential ? FileOptions.SequentialScan : FileOptions.None,
    });

    /// <summary>Creates a file for writing through a buffer.</summary>
    internal static FileStream Create(FilePath path, int bufferSize) => new(path.Text, new FileStreamOptions
    {
        Mode = FileMode.CreateNew,
        Access = FileAccess.Write,
        Share = FileShare.None,
        BufferSize = bufferSize,
    });
}
