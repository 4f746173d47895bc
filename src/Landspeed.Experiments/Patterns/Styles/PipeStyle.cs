using System.IO.Pipelines;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>A pipe over a stream, awaited.</summary>
internal static class PipeStyle
{
    internal static RecordStyle Style { get; } = Of(null) with { TimedBy = Of };

    private static RecordStyle Of(PoolTimer? timer) => new("pipe", "PipeReader, PipeWriter over FileStream")
    {
        Create = (path, records, monitor) => CreateAsync(path, records, timer, monitor).GetAwaiter().GetResult(),
        Read = (path, monitor) => ReadAsync(path, timer, monitor).GetAwaiter().GetResult(),
    };

    private static async Task CreateAsync(string path, long records, PoolTimer? timer, ProgressMonitor monitor)
    {
        timer?.Begin();
        PipeWriter writer = PipeWriter.Create(
            PoolTimedStream.Of(new FileStream(path, FileMode.CreateNew, FileAccess.Write), timer),
            new StreamPipeWriterOptions(minimumBufferSize: RecordLoop.BlockLength));
        Exception? failure = null;
        try
        {
            for (long number = 0; number < records; number += RecordLoop.RecordsPerBlock)
            {
                int length = (int)Math.Min(RecordLoop.RecordsPerBlock, records - number) * SampleRecords.Length;
                SampleRecords.Fill(number, writer.GetSpan(length)[..length]);
                writer.Advance(length);
                await writer.FlushAsync(monitor.Stop).ConfigureAwait(false);
            }
        }
        catch (Exception caught)
        {
            failure = caught;
            throw;
        }
        finally
        {
            await writer.CompleteAsync(failure).ConfigureAwait(false);
        }
    }

    private static async Task<RecordTotal> ReadAsync(string path, PoolTimer? timer, ProgressMonitor monitor)
    {
        timer?.Begin();
        PipeReader reader = PipeReader.Create(
            PoolTimedStream.Of(new FileStream(path, FileMode.Open, FileAccess.Read), timer),
            new StreamPipeReaderOptions(bufferSize: RecordLoop.BlockLength));
        try
        {
            var total = default(RecordTotal);
            while (true)
            {
                ReadResult result = await reader.ReadAsync(monitor.Stop).ConfigureAwait(false);
                foreach (ReadOnlyMemory<byte> part in result.Buffer)
                {
                    total.Add(part.Span);
                }

                reader.AdvanceTo(result.Buffer.End);
                if (result.IsCompleted)
                {
                    return total;
                }
            }
        }
        finally
        {
            await reader.CompleteAsync().ConfigureAwait(false);
        }
    }
}
