using System.IO.Pipelines;
using Landspeed;

namespace StreamSamples;

/// <summary>A download whose server falls silent: what has arrived is kept, and can be continued.</summary>
internal static class SlowDownload
{
    private const int PieceLength = 10_000;
    private const byte Pieces = 20;

    public static async Task<string> RunAsync(string path)
    {
        var connection = new Pipe();
        Task server = SendAsync(connection.Writer);
        long arrived;
        using (var patience = new CancellationTokenSource())
        await using (SequentialWriteStream target = SequentialFile.Create(path))
        {
            Task download = connection.Reader.AsStream(leaveOpen: true).CopyToAsync(target, patience.Token);
            await Task.WhenAny(server, download);
            patience.CancelAfter(TimeSpan.FromMilliseconds(300));
            try
            {
                await download;
            }
            catch (OperationCanceledException)
            {
                // Each write is whole or did not happen: the position says how much there is.
            }

            await target.FlushToDiskAsync();
            arrived = target.Position;
        }

        await connection.Reader.CompleteAsync();
        return $"{arrived} bytes arrived and are durable";
    }

    // A server that sends a piece now and then, and falls silent without a word.
    private static async Task SendAsync(PipeWriter client)
    {
        for (byte piece = 0; piece < Pieces; piece++)
        {
            client.GetSpan(PieceLength)[..PieceLength].Fill(piece);
            client.Advance(PieceLength);
            await client.FlushAsync();
            await Task.Delay(10);
        }
    }
}
