using System.IO.Pipelines;
using Landspeed;

namespace StreamSamples;

/// <summary>A download that takes too long: what has arrived is kept, and can be continued.</summary>
internal static class SlowDownload
{
    private const int PieceLength = 10_000;

    public static async Task<string> RunAsync(string path)
    {
        var connection = new Pipe();
        Task server = SendAsync(connection.Writer);
        long arrived;
        using (var patience = new CancellationTokenSource(TimeSpan.FromMilliseconds(300)))
        await using (SequentialWriteStream target = SequentialFile.Create(path))
        {
            try
            {
                await connection.Reader.AsStream(leaveOpen: true).CopyToAsync(target, patience.Token);
            }
            catch (OperationCanceledException)
            {
                // Each write is whole or did not happen: the position says how much there is.
            }

            await target.FlushToDiskAsync();
            arrived = target.Position;
        }

        await connection.Reader.CompleteAsync();
        await server;
        return $"{arrived} bytes arrived and are durable";
    }

    // A server that sends a piece now and then.
    private static async Task SendAsync(PipeWriter client)
    {
        for (byte piece = 0; ; piece++)
        {
            client.GetSpan(PieceLength)[..PieceLength].Fill(piece);
            client.Advance(PieceLength);
            FlushResult sent = await client.FlushAsync();
            if (sent.IsCompleted)
            {
                return;
            }

            await Task.Delay(10);
        }
    }
}
