using Landspeed.Copying.Journal;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>A file of records, each of which is durable before the next step.</summary>
/// <param name="file">Open; owned by the caller.</param>
/// <param name="path">Its path, for messages.</param>
/// <remarks>For use by one thread.</remarks>
internal sealed class DurableLog(SafeFileHandle file, FilePath path)
{
    private readonly RecordLog _log = new(new WholeTransfer(file, path));

    /// <summary>Appends a record; it is durable when the call returns.</summary>
    /// <exception cref="NativeIOException">It is not durable.</exception>
    internal void Append(int kind, ReadOnlySpan<byte> payload)
    {
        _log.Append(kind, payload);
        Flush();
    }

    /// <summary>Reads all records; later ones are appended after them.</summary>
    /// <param name="found">Called with kind and content of each record.</param>
    /// <returns>How the file ends.</returns>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal LogEnd Read(LogRecord found) => _log.Read(found);

    /// <summary>
    /// Cuts off what follows the last complete record: if a shorter one were written over an incomplete one, the rest
    /// of that would follow it.
    /// </summary>
    /// <exception cref="NativeIOException">It cannot be cut off.</exception>
    internal void CutOff()
    {
        Require(Interruptions.Retry(() => NativePlatform.Files.SetLength(file, _log.Length)), "set the length of");
        Flush();
    }

    private void Flush() => Require(Interruptions.Retry(() => NativePlatform.Files.FlushAll(file)), "flush");

    private void Require(NativeResult result, string operation)
    {
        if (result.Failed)
        {
            throw new NativeIOException(operation, path, result.Error);
        }
    }
}
