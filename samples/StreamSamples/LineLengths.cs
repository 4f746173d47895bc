using System.Buffers;
using System.Buffers.Text;
using System.IO.Pipelines;
using Landspeed;

namespace StreamSamples;

/// <summary>A parser from pipe to pipe: it sees the blocks of one file and fills the blocks of another.</summary>
internal static class LineLengths
{
    public static async Task<string> RunAsync(string path)
    {
        PipeReader reader = BlockReader.Open(path).AsPipeReader();
        PipeWriter writer = BlockWriter.Create(path + ".lengths").AsPipeWriter();
        long lines = 0;
        ReadResult read;
        do
        {
            read = await reader.ReadAsync();
            ReadOnlySequence<byte> rest = read.Buffer;
            while (TryTakeLine(ref rest, read.IsCompleted, out long length))
            {
                WriteNumber(writer, length);
                lines++;
            }

            reader.AdvanceTo(consumed: rest.Start, examined: rest.End);
            await writer.FlushAsync();
        }
        while (!read.IsCompleted);

        await reader.CompleteAsync();
        await writer.CompleteAsync();
        return $"wrote the lengths of {lines} lines to {path}.lengths";
    }

    // The last line may have no end of its own.
    private static bool TryTakeLine(ref ReadOnlySequence<byte> rest, bool isLastBuffer, out long length)
    {
        if (rest.PositionOf((byte)'\n') is { } end)
        {
            length = rest.Slice(0, end).Length;
            rest = rest.Slice(rest.GetPosition(1, end));
            return true;
        }

        length = rest.Length;
        bool isLine = isLastBuffer && length > 0;
        rest = isLine ? rest.Slice(rest.End) : rest;
        return isLine;
    }

    private static void WriteNumber(PipeWriter writer, long number)
    {
        Span<byte> room = writer.GetSpan(20);
        Utf8Formatter.TryFormat(number, room, out int written);
        room[written] = (byte)'\n';
        writer.Advance(written + 1);
    }
}
