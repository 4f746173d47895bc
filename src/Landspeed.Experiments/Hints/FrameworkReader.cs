using Landspeed.Platform;

namespace Landspeed.Experiments.Hints;

/// <summary>Reads through a FileStream without a buffer of its own, so that the system sees each read.</summary>
internal sealed class FrameworkReader(FileOptions options, int longest) : IFileReader
{
    private readonly byte[] _buffer = new byte[longest];

    /// <inheritdoc/>
    public long Read(FilePath path, ReadOnlySpan<(long Offset, int Length)> ranges)
    {
        using var stream = new FileStream(path.Text, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0, options);
        long got = 0;
        foreach ((long offset, int length) in ranges)
        {
            stream.Position = offset;
            got += stream.ReadAtLeast(_buffer.AsSpan(0, length), length, throwOnEndOfStream: false);
        }

        return got;
    }
}
