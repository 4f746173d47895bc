namespace Landspeed.Experiments.Hints;

/// <summary>Reads through a FileStream without its own buffer, so that the system sees each read.</summary>
internal sealed class FrameworkReader(FileOptions options, int longest) : IFileReader
{
    private readonly byte[] _buffer = new byte[longest];

    /// <inheritdoc/>
    public long Read(FilePath path, HintRanges ranges)
    {
        using var stream = new FileStream(path.Text, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0, options);
        long got = 0;
        for (long index = 0; index < ranges.Count; index++)
        {
            (long offset, int length) = ranges[index];
            stream.Position = offset;
            got += stream.ReadAtLeast(_buffer.AsSpan(0, length), length, throwOnEndOfStream: false);
        }

        return got;
    }
}
