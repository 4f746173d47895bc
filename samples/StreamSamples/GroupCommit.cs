using System.Threading.Channels;
using Landspeed;

namespace StreamSamples;

/// <summary>A log that answers once a record is durable: one flush for all that arrived during the last one.</summary>
internal static class GroupCommit
{
    private const int Writers = 16;
    private const int RecordsOfEach = 50;

    public static async Task<string> RunAsync(string path)
    {
        var arrived = Channel.CreateUnbounded<(byte[] Record, TaskCompletionSource Durable)>();
        Task<int> commits = CommitAsync(path, arrived.Reader);
        await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => WriteAsync(writer, arrived.Writer)));
        arrived.Writer.Complete();
        int flushes = await commits;
        return $"{Lines.Count(path)} records, each durable before the next of its writer; fewer flushes than records: "
            + $"{flushes < Writers * RecordsOfEach}";
    }

    private static async Task WriteAsync(int writer, ChannelWriter<(byte[] Record, TaskCompletionSource Durable)> log)
    {
        for (int number = 0; number < RecordsOfEach; number++)
        {
            var durable = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            await log.WriteAsync((System.Text.Encoding.UTF8.GetBytes($"{writer} {number}\n"), durable));
            await durable.Task;
        }
    }

    // One flush takes about as long as any other: while it runs, records gather for the next.
    private static async Task<int> CommitAsync(
        string path, ChannelReader<(byte[] Record, TaskCompletionSource Durable)> arrived)
    {
        int flushes = 0;
        List<TaskCompletionSource> waiting = [];

        // Read: those who follow the log may open it meanwhile.
        await using SequentialWriteStream log = SequentialFile.Create(path, new() { Share = FileShare.Read });
        while (await arrived.WaitToReadAsync())
        {
            while (arrived.TryRead(out (byte[] Record, TaskCompletionSource Durable) next))
            {
                await log.WriteAsync(next.Record);
                waiting.Add(next.Durable);
            }

            await log.FlushToDiskAsync();
            flushes++;
            waiting.ForEach(durable => durable.SetResult());
            waiting.Clear();
        }

        return flushes;
    }
}
