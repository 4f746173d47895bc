using Landspeed.Experiments.Rounds;
namespace Landspeed.Experiments.Processing;

/// <summary>Reads a line, works on it, writes it: little memory, but the disk waits while the CPU works.</summary>
internal sealed class StreamingWork(ProcessTask task, ProcessTally tally, CancellationToken stop) : IFileWork
{
    public void Process(int index)
    {
        ProcessSettings settings = task.Settings;
        int bufferSize = (int)settings.BufferSize.Bytes;
        using FileStream source = FileStreams.Read(task.Input.PathOf(index), settings.Hint);
        using FileStream target = FileStreams.Create(task.TargetOf(index), bufferSize);
        var lines = new LineReader(source, bufferSize);
        long count = 0;
        while (lines.TryRead(out Span<byte> line, out bool isEnded))
        {
            stop.ThrowIfCancellationRequested();
            LineCipher.Encrypt(line, settings.Passes, stop);
            target.Write(line);
            if (isEnded)
            {
                target.WriteByte(LineWork.LineEnd);
            }

            count++;
        }

        tally.Add(target.Position, count);
    }
}
