namespace Landspeed.Tests.Streams.Sequential;

/// <summary>A random use of a stream that reads, made step by step on ours and on a FileStream, which must agree.</summary>
internal sealed class ReadScript
{
    private readonly Random _random;
    private readonly string _path;
    private byte[] _content;

    private ReadScript(int seed, string path)
    {
        _random = new Random(seed);
        _path = path;
        RequestSize = new[] { 512, 4096, 65536, 512, 4096, 65536, 1 << 20 }[_random.Next(7)];
        int request = Scale;
        int length = (_random.Next(request >= 65536 ? 5 : 20) * request) + _random.Next(-1, 2) + (_random.Next(2) * _random.Next(request));
        _content = new byte[Math.Max(0, length)];
        _random.NextBytes(_content);
    }

    private int RequestSize { get; }

    // Requests of 1 MiB are for the short cuts of files below 256 KiB: such a file need not be as long as a request.
    private int Scale => Math.Min(RequestSize, 128 * 1024);

    /// <summary>Runs the script of a seed.</summary>
    internal static async Task RunAsync(int seed, SequentialFileOptions options, string path)
    {
        var script = new ReadScript(seed, path);
        await File.WriteAllBytesAsync(path, script._content).ConfigureAwait(false);
        options = options with
        {
            RequestSize = script.RequestSize,
            QueueDepth = 1 + script._random.Next(4),
            Share = FileShare.ReadWrite,
        };
        await using Stream ours = SequentialFile.OpenRead(path, options);
        await using var theirs = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 0);
        int steps = 4 + script._random.Next(16);
        for (int step = 0; step < steps; step++)
        {
            await script.StepAsync(step, ours, theirs).ConfigureAwait(false);
        }
    }

    private async Task StepAsync(int step, Stream ours, Stream theirs)
    {
        int kind = _random.Next(20);
        switch (kind)
        {
            case < 10:
                await CompareReadAsync(step, ours, theirs).ConfigureAwait(false);
                break;
            case < 12:
                for (int times = _random.Next(4); times >= 0; times--)
                {
                    await SameAsync(step, "ReadByte", ours, theirs, stream => Now(stream.ReadByte())).ConfigureAwait(false);
                }

                break;
            case < 15:
                SeekOrigin origin = (SeekOrigin)_random.Next(3);
                long offset = _random.Next(-_content.Length - 10, _content.Length + 1000);
                await SameAsync(step, $"Seek {offset} {origin}", ours, theirs, stream => Now(stream.Seek(offset, origin))).ConfigureAwait(false);
                break;
            case 15:
                long position = _random.Next(-3, _content.Length + 10);
                await SameAsync(step, $"Position {position}", ours, theirs, stream => Now(stream.Position = position)).ConfigureAwait(false);
                break;
            case 16:
                await CompareCopyAsync(step, ours, theirs).ConfigureAwait(false);
                break;
            case 17:
                await GrowAsync().ConfigureAwait(false);
                break;
            default:
                await SameAsync(step, "Length", ours, theirs, stream => Now(stream.Length)).ConfigureAwait(false);
                break;
        }

        Assert.True(ours.Position == theirs.Position, $"step {step}, kind {kind}: at {ours.Position}, not {theirs.Position}");
    }

    private async Task CompareReadAsync(int step, Stream ours, Stream theirs)
    {
        CallShape shape = StreamCalls.Shapes[_random.Next(StreamCalls.Shapes.Length)];
        int count = shape == CallShape.Byte ? _random.Next(20)
            : _random.Next(4) == 0 ? _random.Next(3 * Scale) : _random.Next(Scale);
        byte[] mine = new byte[count];
        byte[] wanted = new byte[count];
        int filled = await StreamCalls.FillAsync(ours, shape, mine, 0, count).ConfigureAwait(false);
        int expected = await StreamCalls.FillAsync(theirs, CallShape.Span, wanted, 0, count).ConfigureAwait(false);
        Assert.True(expected == filled, $"step {step}: {shape} of {count} gave {filled}, not {expected}");
        Assert.True(wanted.AsSpan().SequenceEqual(mine), $"step {step}: {shape} of {count} gave other bytes");
    }

    private async Task CompareCopyAsync(int step, Stream ours, Stream theirs)
    {
        var (mine, wanted) = (new MemoryStream(), new MemoryStream());
        if (_random.Next(2) == 0)
        {
            ours.CopyTo(mine);
        }
        else
        {
            await ours.CopyToAsync(mine).ConfigureAwait(false);
        }

        await theirs.CopyToAsync(wanted).ConfigureAwait(false);
        Assert.True(wanted.ToArray().AsSpan().SequenceEqual(mine.ToArray()), $"step {step}: the copy differs");
    }

    private async Task GrowAsync()
    {
        byte[] more = new byte[_random.Next(1, 1500)];
        _random.NextBytes(more);
        await using var writer = new FileStream(_path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite, 0);
        writer.Write(more);
        _content = [.. _content, .. more];
    }

    private static ValueTask<long> Now(long value) => new(value);

    /// <summary>Makes a call on both; the results, or the kinds of exception, must be the same.</summary>
    internal static async Task SameAsync(int step, string call, Stream ours, Stream theirs, Func<Stream, ValueTask<long>> run)
    {
        string expected = await OutcomeAsync(theirs, run).ConfigureAwait(false);
        string outcome = await OutcomeAsync(ours, run).ConfigureAwait(false);
        Assert.True(expected == outcome, $"step {step}: {call} gave {outcome}, not {expected}");
    }

    private static async Task<string> OutcomeAsync(Stream stream, Func<Stream, ValueTask<long>> run)
    {
        try
        {
            return FormattableString.Invariant($"{await run(stream).ConfigureAwait(false)}");
        }
        catch (IOException)
        {
            return nameof(IOException);
        }
        catch (Exception failure) when (failure is ArgumentException or NotSupportedException or InvalidOperationException)
        {
            return failure.GetType().Name;
        }
    }
}
