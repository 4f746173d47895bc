namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Opens the test file as a stream.</summary>
internal static class TestStream
{
    /// <summary>.NET's default buffer: 4,096 bytes.</summary>
    internal const int DefaultBuffer = 4096;

    internal static FileStream Open(RecordWork work, int bufferSize, FileOptions options = FileOptions.None) => new(
        work.File.Text, FileMode.Open, work.Writes ? FileAccess.ReadWrite : FileAccess.Read, FileShare.Read, bufferSize, options);

    /// <summary>Reads a record: with one call if the stream returns all of it at once, as it usually does.</summary>
    /// <returns>Bytes read, fewer only at the end.</returns>
    internal static int ReadRecord(Stream stream, byte[] buffer, int start, int length)
    {
        int read = stream.Read(buffer, start, length);
        return read == length || read == 0
            ? read
            : read + stream.ReadAtLeast(buffer.AsSpan(start + read, length - read), length - read, throwOnEndOfStream: false);
    }
}
