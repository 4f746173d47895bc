namespace Landspeed.Tests.Streams.Sequential;

/// <summary>A random use of a stream that writes, made step by step on ours and on a FileStream over a twin file.</summary>
internal sealed class WriteScript
{
    private readonly Random _random;
    private readonly string _path;
    private readonly string _twin;

    private WriteScript(int seed, string path)
    {
        _random = new Random(seed);
        (_path, _twin) = (path, path + ".twin");
        RequestSize = new[] { 512, 4096, 65536, 512, 4096, 65536, 1 << 20 }[_random.Next(7)];
    }

    private int RequestSize { get; }

    // Requests of 1 MiB are for the short cuts of files below 256 KiB: such a file need not be as long as a request.
    private int Scale => Math.Min(RequestSize, 128 * 1024);

    /// <summary>Runs the script of a seed.</summary>
    internal static async Task RunAsync(int seed, SequentialFileOptions options, string path)
    {
        var script = new WriteScript(seed, path);
        await script.RunAsync(options).ConfigureAwait(false);
    }

    private async Task RunAsync(SequentialFileOptions options)
    {
        options = options with
        {
            RequestSize = RequestSize,
            QueueDepth = 1 + _random.Next(4),
            Share = FileShare.ReadWrite,
            SpaceGrowth = (SpaceGrowth)_random.Next(2),
            PreallocationSize = _random.Next(4) == 0 ? _random.Next(4 * Scale) : 0,
        };
        byte[] content = new byte[_random.Next(3) == 0 ? 0 : _random.Next(4 * Scale)];
        _random.NextBytes(content);
        await File.WriteAllBytesAsync(_path, content).ConfigureAwait(false);
        await File.WriteAllBytesAsync(_twin, content).ConfigureAwait(false);
        SequentialWriteStream ours = Open(options, out FileStream theirs);
        await using (theirs)
        await using (ours)
        {
            int steps = 2 + _random.Next(14);
            for (int step = 0; step < steps; step++)
            {
                await StepAsync(step, ours, theirs).ConfigureAwait(false);
            }
        }

        Assert.True(Seen(_twin).AsSpan().SequenceEqual(Seen(_path)), "the files differ in the end");
    }

    private SequentialWriteStream Open(SequentialFileOptions options, out FileStream theirs)
    {
        int kind = _random.Next(3);
        FileMode mode = kind == 0 ? FileMode.Create : kind == 1 ? FileMode.OpenOrCreate : FileMode.Append;
        theirs = new FileStream(_twin, mode, FileAccess.Write, FileShare.ReadWrite, _random.Next(2) * 4096);
        return kind == 0 ? SequentialFile.Create(_path, options)
            : kind == 1 ? SequentialFile.OpenWrite(_path, options)
            : SequentialFile.Append(_path, options);
    }

    private async Task StepAsync(int step, Stream ours, Stream theirs)
    {
        int kind = _random.Next(20);
        switch (kind)
        {
            case < 10:
                await WriteAsync(ours, theirs).ConfigureAwait(false);
                break;
            case 10:
                byte value = (byte)_random.Next(256);
                ours.WriteByte(value);
                theirs.WriteByte(value);
                break;
            case < 14:
                await SeekAsync(step, ours, theirs).ConfigureAwait(false);
                break;
            case < 16:
                long length = _random.Next(-1, (int)theirs.Length + (2 * Scale));
                await ReadScript.SameAsync(step, $"SetLength {length}", ours, theirs, stream =>
                {
                    stream.SetLength(length);
                    return new(stream.Length);
                }).ConfigureAwait(false);
                break;
            case < 18:
                await FlushAsync(step, ours, theirs).ConfigureAwait(false);
                break;
            default:
                break;
        }

        Assert.True(
            (ours.Position, ours.Length) == (theirs.Position, theirs.Length),
            $"step {step}, kind {kind}: at {ours.Position} of {ours.Length}, not {theirs.Position} of {theirs.Length}");
    }

    private async Task WriteAsync(Stream ours, Stream theirs)
    {
        CallShape shape = StreamCalls.Shapes[_random.Next(StreamCalls.Shapes.Length)];
        int count = shape == CallShape.Byte ? _random.Next(20)
            : _random.Next(4) == 0 ? _random.Next(3 * Scale)
            : _random.Next(4) == 0 ? Scale + _random.Next(-1, 2)
            : _random.Next(Scale);
        byte[] content = new byte[count];
        _random.NextBytes(content);
        await StreamCalls.WriteAsync(ours, shape, content, 0, count).ConfigureAwait(false);
        theirs.Write(content);
    }

    private async Task SeekAsync(int step, Stream ours, Stream theirs)
    {
        int length = (int)theirs.Length;
        long offset = _random.Next(-length - 10, length + (2 * Scale));
        SeekOrigin origin = (SeekOrigin)_random.Next(3);
        if (_random.Next(3) == 0)
        {
            await ReadScript.SameAsync(step, $"Position {offset}", ours, theirs, stream => new(stream.Position = offset)).ConfigureAwait(false);
            return;
        }

        await ReadScript.SameAsync(step, $"Seek {offset} {origin}", ours, theirs, stream => new(stream.Seek(offset, origin))).ConfigureAwait(false);
    }

    private async Task FlushAsync(int step, Stream ours, Stream theirs)
    {
        theirs.Flush();
        if (_random.Next(2) == 0)
        {
            ours.Flush();
        }
        else
        {
            await ours.FlushAsync().ConfigureAwait(false);
        }

        Assert.True(Seen(_twin).AsSpan().SequenceEqual(Seen(_path)), $"step {step}: the files differ after a flush");
    }

    private static byte[] Seen(string path)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 0);
        byte[] seen = new byte[stream.Length];
        stream.ReadExactly(seen);
        return seen;
    }
}
