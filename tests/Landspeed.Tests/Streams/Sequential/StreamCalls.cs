namespace Landspeed.Tests.Streams.Sequential;

#pragma warning disable CA1835 // The array overloads are what is tested.

/// <summary>Reads and writes in every shape, so that each test is one for all of them.</summary>
internal static class StreamCalls
{
    internal static readonly CallShape[] Shapes = Enum.GetValues<CallShape>();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>One read; a stream may give fewer bytes than asked.</summary>
    internal static async ValueTask<int> ReadAsync(Stream stream, CallShape shape, byte[] buffer, int offset, int count)
    {
        switch (shape)
        {
            case CallShape.Array:
                return stream.Read(buffer, offset, count);
            case CallShape.Span:
                return stream.Read(buffer.AsSpan(offset, count));
            case CallShape.Byte:
                return count == 0 ? 0 : ReadByte(stream, buffer, offset);
            case CallShape.ArrayAsync:
                return await stream.ReadAsync(buffer, offset, count, Token).ConfigureAwait(false);
            case CallShape.MemoryAsync:
                return await stream.ReadAsync(buffer.AsMemory(offset, count), Token).ConfigureAwait(false);
            case CallShape.BeginEnd:
                return stream.EndRead(stream.BeginRead(buffer, offset, count, null, null));
            default:
                using (var native = new NativeMemory(count))
                {
                    int read = await stream.ReadAsync(native.Memory, Token).ConfigureAwait(false);
                    native.Memory[..read].CopyTo(buffer.AsMemory(offset));
                    return read;
                }
        }
    }

    /// <summary>Reads until the buffer is full or the stream ends.</summary>
    internal static async ValueTask<int> FillAsync(Stream stream, CallShape shape, byte[] buffer, int offset, int count)
    {
        int filled = 0;
        while (filled < count)
        {
            int read = await ReadAsync(stream, shape, buffer, offset + filled, count - filled).ConfigureAwait(false);
            if (read == 0)
            {
                break;
            }

            filled += read;
        }

        return filled;
    }

    internal static async ValueTask WriteAsync(Stream stream, CallShape shape, byte[] buffer, int offset, int count)
    {
        switch (shape)
        {
            case CallShape.Array:
                stream.Write(buffer, offset, count);
                break;
            case CallShape.Span:
                stream.Write(buffer.AsSpan(offset, count));
                break;
            case CallShape.Byte:
                for (int index = offset; index < offset + count; index++)
                {
                    stream.WriteByte(buffer[index]);
                }

                break;
            case CallShape.ArrayAsync:
                await stream.WriteAsync(buffer, offset, count, Token).ConfigureAwait(false);
                break;
            case CallShape.MemoryAsync:
                await stream.WriteAsync(buffer.AsMemory(offset, count), Token).ConfigureAwait(false);
                break;
            case CallShape.BeginEnd:
                stream.EndWrite(stream.BeginWrite(buffer, offset, count, null, null));
                break;
            default:
                using (var native = new NativeMemory(count))
                {
                    buffer.AsMemory(offset, count).CopyTo(native.Memory);
                    await stream.WriteAsync(native.Memory, Token).ConfigureAwait(false);
                }

                break;
        }
    }

    private static int ReadByte(Stream stream, byte[] buffer, int offset)
    {
        int value = stream.ReadByte();
        if (value < 0)
        {
            return 0;
        }

        buffer[offset] = (byte)value;
        return 1;
    }
}
