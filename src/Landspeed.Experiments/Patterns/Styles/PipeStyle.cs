using System.Buffers;
using System.IO.Pipelines;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>A pipe over a stream, awaited.</summary>
internal static class PipeStyle
{
    internal static RecordStyle Style { get; } = new("pipe", "PipeReader, PipeWriter over FileStream")
    {
        Create = (path, records, monitor) => CreateAsync(path, records, monitor).GetAwaiter().GetResult(),
        Read = (path, monitor) => ReadAsync(path, monitor).GetAwaiter().GetResult(),
    };

    private static async Task CreateAsync(string path, long records, ProgressMonitor monitor)
    {
        PipeWriter writer = PipeWriter.Create(
            new FileStream(path, FileMode.CreateNew, FileAccess.Write),
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

    private static async Task<RecordTotal> ReadAsync(string path, ProgressMonitor monitor)
    {
        PipeReader reader = PipeReader.Create(
            new FileStream(path, FileMode.Open, FileAccess.Read),
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
