using System.Text;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// Reads a line through StreamReader, encodes it, works on its bytes, writes it through StreamWriter: the author's
/// streaming.
/// </summary>
/// <remarks>
/// Each byte is one character (Latin-1), so that the work may produce any byte. StreamReader also ends lines at CR, and
/// drops the line ends: files with CR are refused first.
/// </remarks>
internal sealed class ReaderWork(ProcessTask task, ProcessTally tally, CancellationToken stop) : IFileWork
{
    public void Process(int index)
    {
        ProcessSettings settings = task.Settings;
        int bufferSize = (int)settings.BufferSize.Bytes;
        FilePath path = task.Input.PathOf(index);
        using FileStream source = FileStreams.Read(path, settings.Hint);
        long length = source.Length;
        using FileStream target = FileStreams.Create(task.TargetOf(index), bufferSize: 0);
        using var reader = new StreamReader(source, Encoding.Latin1, detectEncodingFromByteOrderMarks: false, bufferSize);
        using var writer = new StreamWriter(target, Encoding.Latin1, bufferSize) { NewLine = "\n" };
        (long lines, long done) = (0, 0);
        while (reader.ReadLine() is { } line)
        {
            stop.ThrowIfCancellationRequested();
            byte[] bytes = Encoding.Latin1.GetBytes(line);
            LineCipher.Encrypt(bytes, settings.Passes, stop);
            writer.Write(Encoding.Latin1.GetString(bytes));
            done += bytes.Length;
            lines++;

            // The last line may have no end.
            if (done < length)
            {
                writer.WriteLine();
                done++;
            }
        }

        if (done != length)
        {
            throw InputChanges.Other(path);
        }

        tally.Add(length, lines);
    }

    /// <summary>Refuses files that contain CR; reads all of them.</summary>
    /// <exception cref="ExperimentException">A file contains CR.</exception>
    internal static void RefuseCarriageReturns(InputDirectory input, CancellationToken stop)
    {
        byte[] block = new byte[256 * 1024];
        for (int index = 0; index < input.Files.Count; index++)
        {
            using FileStream file = FileStreams.Read(input.PathOf(index), ReadHint.Sequential);
            while (file.Read(block) is > 0 and var length)
            {
                stop.ThrowIfCancellationRequested();
                if (block.AsSpan(0, length).Contains((byte)'\r'))
                {
                    throw new ExperimentException(
                        Outcome.Failed,
                        $"{input.PathOf(index).Display} contains CR: StreamReader also ends lines there and drops it, so its result differs; "
                        + "leave streamreader out, or remove the CR");
                }
            }
        }
    }
}
