using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;

namespace Landspeed.Experiments.Processing;

/// <summary>Reads a whole file, works on its lines, writes the whole file: memory use grows with the file.</summary>
internal sealed class BufferingWork(ProcessTask task, ProcessTally tally, CancellationToken stop) : IFileWork
{
    public void Process(int index)
    {
        byte[] content = Read(task.Input.PathOf(index));
        int open = LineWork.EndsOpen(content) ? 1 : 0;
        long lines = LineWork.Encrypt(content, task.Settings.Passes, stop) + open;
        using FileStream target = FileStreams.Create(task.TargetOf(index), bufferSize: 0);
        for (int done = 0; done < content.Length;)
        {
            stop.ThrowIfCancellationRequested();
            int count = Piece(content.Length - done);
            target.Write(content, done, count);
            done += count;
        }

        tally.Add(content.Length, lines);
    }

    private byte[] Read(FilePath path)
    {
        using FileStream source = FileStreams.Read(path, task.Settings.Hint);
        long length = source.Length;
        if (length > Array.MaxLength)
        {
            throw new ExperimentException(
                Outcome.Failed,
                FormattableString.Invariant($"cannot buffer {path.Display}: its {length} bytes are more than an array ")
                + "of .NET holds; leave buffering out, or use smaller files");
        }

        byte[] content = GC.AllocateUninitializedArray<byte>((int)length);
        for (int done = 0; done < content.Length;)
        {
            stop.ThrowIfCancellationRequested();
            int read = source.Read(content, done, Piece(content.Length - done));
            done += read > 0 ? read : throw InputChanges.Shorter(path, length, done);
        }

        return content;
    }

    private int Piece(int left) => (int)Math.Min(left, task.Settings.BufferSize.Bytes);
}
