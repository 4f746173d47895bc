using Landspeed.Tests.Streams.Threading;

namespace Landspeed.Tests.Streams.Sequential;

/// <summary>What a stream that reads a file keeps.</summary>
public sealed class ReadStreamConformance : StreamConformance
{
    private const int Guard = 3;

    protected override Stream Open(StreamSubject subject) => subject.OpenRead(MakeFile(10_000).Path);

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Every_shape_reads_every_length_in_every_size(StreamSubject subject)
    {
        foreach (int length in Lengths)
        {
            (string path, byte[] content) = MakeFile(length);
            foreach (CallShape shape in StreamCalls.Shapes)
            {
                int[] sizes = shape == CallShape.Byte ? [1] : length < 1000 ? [1, 511, 512, 513] : [513, 4095, 4096, 4097, 30_000];
                foreach (int size in sizes)
                {
                    await using Stream stream = subject.OpenRead(path);
                    await ReadsAllAsync(stream, shape, content, size);
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Reading_nothing_changes_nothing_also_at_the_end(StreamSubject subject)
    {
        await using Stream stream = Open(subject);
        foreach (long position in (long[])[0, 4096, 9999, 10_000, 10_001])
        {
            stream.Position = position;
            foreach (CallShape shape in StreamCalls.Shapes)
            {
                Assert.Equal(0, await StreamCalls.ReadAsync(stream, shape, [], 0, 0));
            }

            Assert.Equal(0, await StreamCalls.ReadAsync(stream, CallShape.Array, new byte[2], 2, 0));
            Assert.Equal(position, stream.Position);
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Past_the_end_there_is_nothing_to_read(StreamSubject subject)
    {
        await using Stream stream = Open(subject);
        foreach (long position in (long[])[10_000, 10_001, 12_288, 1L << 41])
        {
            stream.Position = position;
            foreach (CallShape shape in StreamCalls.Shapes)
            {
                Assert.Equal(0, await StreamCalls.ReadAsync(stream, shape, new byte[5], 0, 5));
                Assert.Equal(position, stream.Position);
            }
        }

        stream.Position = 9_999;
        Assert.NotEqual(-1, stream.ReadByte());
        Assert.Equal(-1, stream.ReadByte());
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task The_rest_is_copied_from_any_place(StreamSubject subject)
    {
        (string path, byte[] content) = MakeFile(20_000);
        foreach (int start in (int[])[0, 1, 511, 4096, 12_289, 19_999, 20_000, 25_000])
        {
            foreach (int size in (int[])[1, 4096, 81_920])
            {
                await using Stream stream = subject.OpenRead(path);
                var (sync, asynchronous) = (new MemoryStream(), new MemoryStream());
                stream.Position = start;
                stream.CopyTo(sync, size);
                Assert.Equal(Math.Max(start, 20_000), stream.Position);
                stream.Position = start;
                await stream.CopyToAsync(asynchronous, size, Token);
                Assert.Equal(Math.Max(start, 20_000), stream.Position);

                byte[] rest = content[Math.Min(start, content.Length)..];
                Assert.Equal(rest, sync.ToArray());
                Assert.Equal(rest, asynchronous.ToArray());
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task The_rest_is_copied_after_a_part_was_read(StreamSubject subject)
    {
        (string path, byte[] content) = MakeFile(20_000);
        await using Stream stream = subject.OpenRead(path);
        stream.ReadExactly(new byte[100]);
        var copy = new MemoryStream();

        await stream.CopyToAsync(copy, Token);

        Assert.Equal(content[100..], copy.ToArray());
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Arguments_of_a_copy_are_checked(StreamSubject subject)
    {
        Stream stream = Open(subject);
        var closed = new MemoryStream();
        await closed.DisposeAsync();
        var unwritable = new MemoryStream([], writable: false);

        Assert.Throws<ArgumentNullException>("destination", () => stream.CopyTo(null!));
        Assert.Throws<ArgumentNullException>("destination", () => stream.CopyTo(null!, 100));
        Assert.Throws<ArgumentOutOfRangeException>("bufferSize", () => stream.CopyTo(Stream.Null, 0));
        Assert.Throws<ArgumentOutOfRangeException>("bufferSize", () => stream.CopyTo(Stream.Null, -1));
        Assert.Throws<NotSupportedException>(() => stream.CopyTo(unwritable, 100));
        Assert.Throws<ObjectDisposedException>(() => stream.CopyTo(closed, 100));

        // Before the task, as a mistake of the caller's.
        Assert.Throws<ArgumentNullException>("destination", () => { _ = stream.CopyToAsync(null!, Token); });
        Assert.Throws<ArgumentOutOfRangeException>("bufferSize", () => { _ = stream.CopyToAsync(Stream.Null, 0, Token); });
        Assert.Throws<NotSupportedException>(() => { _ = stream.CopyToAsync(unwritable, 100, Token); });
        Assert.Throws<ObjectDisposedException>(() => { _ = stream.CopyToAsync(closed, 100, Token); });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => stream.CopyToAsync(Stream.Null, 100, new CancellationToken(canceled: true)));
        Assert.Equal(0, stream.Position);

        await stream.DisposeAsync();
        Assert.Throws<ObjectDisposedException>(() => stream.CopyTo(Stream.Null, 100));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => stream.CopyToAsync(Stream.Null, 100, Token));
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Exact_reads_give_all_or_say_that_the_stream_ended(StreamSubject subject)
    {
        (string path, byte[] content) = MakeFile(10_000);
        await using Stream stream = subject.OpenRead(path);
        byte[] buffer = new byte[9_000];

        stream.ReadExactly(buffer);
        Assert.Equal(content[..9_000], buffer);
        Assert.Equal(500, stream.ReadAtLeast(buffer.AsSpan(0, 500), 1));
        Assert.Equal(500, await stream.ReadAtLeastAsync(buffer, 400, throwOnEndOfStream: true, Token));
        Assert.Equal(content[9_500..], buffer[..500]);
        stream.Position = 5_000;
        await stream.ReadExactlyAsync(buffer.AsMemory(0, 5_000), Token);
        Assert.Equal(content[5_000..], buffer[..5_000]);
        stream.Position = 5_000;
        Assert.Throws<EndOfStreamException>(() => stream.ReadExactly(buffer, 0, 5_001));
        stream.Position = 5_000;
        await Assert.ThrowsAsync<EndOfStreamException>(async () => await stream.ReadExactlyAsync(buffer.AsMemory(0, 5_001), Token));
        stream.Position = 9_990;
        Assert.Equal(10, stream.ReadAtLeast(buffer, 100, throwOnEndOfStream: false));
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Arguments_of_a_read_are_checked(StreamSubject subject)
    {
        await using Stream stream = Open(subject);
        byte[] buffer = new byte[10];

        Assert.Throws<ArgumentNullException>("buffer", () => stream.Read(null!, 0, 1));
        Assert.Throws<ArgumentOutOfRangeException>("offset", () => stream.Read(buffer, -1, 1));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => stream.Read(buffer, 0, -1));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => stream.Read(buffer, 10, 1));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => stream.Read(buffer, 1, int.MaxValue));
        await Assert.ThrowsAsync<ArgumentNullException>("buffer", () => stream.ReadAsync(null!, 0, 1, Token));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>("offset", () => stream.ReadAsync(buffer, -1, 1, Token));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>("count", () => stream.ReadAsync(buffer, 9, 2, Token));
        Assert.Throws<ArgumentNullException>("buffer", () => stream.BeginRead(null!, 0, 1, null, null));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => stream.BeginRead(buffer, 9, 2, null, null));
        Assert.Throws<ArgumentNullException>("asyncResult", () => stream.EndRead(null!));

        Assert.Equal(0, stream.Position);
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void A_read_that_was_begun_calls_back_with_its_state(StreamSubject subject)
    {
        (string path, byte[] content) = MakeFile(10_000);
        using Stream stream = subject.OpenRead(path);
        using var called = new ManualResetEventSlim();
        byte[] buffer = new byte[10_000];
        object state = new();
        int read = 0;

        IAsyncResult begun = stream.BeginRead(buffer, 0, 10_000, result =>
        {
            read = ReferenceEquals(result.AsyncState, state) ? stream.EndRead(result) : -1;
            called.Set();
        }, state);

        Assert.True(called.Wait(TimeSpan.FromSeconds(60), Token));
        Assert.True(begun.IsCompleted);
        Assert.InRange(read, 1, 10_000);
        Assert.Equal(content[..read], buffer[..read]);
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Writing_is_not_supported(StreamSubject subject)
    {
        await using Stream stream = Open(subject);

        Assert.Equal((true, true, false), (stream.CanRead, stream.CanSeek, stream.CanWrite));
        foreach (CallShape shape in StreamCalls.Shapes)
        {
            await Assert.ThrowsAsync<NotSupportedException>(
                () => StreamCalls.WriteAsync(stream, shape, new byte[4], 0, 4).AsTask());
        }

        Assert.Throws<NotSupportedException>(() => stream.SetLength(5));
        stream.Flush();
        await stream.FlushAsync(Token);
        Assert.Equal(0, stream.Position);
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task A_read_with_a_token_that_is_cancelled_is_a_cancelled_task(StreamSubject subject)
    {
        await using Stream stream = Open(subject);
        var cancelled = new CancellationToken(canceled: true);

        ValueTask<int> memory = stream.ReadAsync(new byte[10].AsMemory(), cancelled);
        Task<int> array = stream.ReadAsync(new byte[10], 0, 10, cancelled);

        Assert.True(memory.IsCanceled);
        Assert.True(array.IsCanceled);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await memory);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => array);
        Assert.Equal(0, stream.Position);
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Text_is_read_line_by_line(StreamSubject subject)
    {
        string[] lines = [.. Enumerable.Range(0, 2000).Select(line => $"{line} äöü {new string('x', line % 90)}")];
        File.WriteAllLines(PathOf("text"), lines);

        using var reader = new StreamReader(subject.OpenRead(PathOf("text")));

        Assert.Equal(lines, reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void A_file_that_grows_is_followed(StreamSubject subject)
    {
        (string path, byte[] content) = MakeFile(5_000);
        using Stream stream = subject.OpenRead(path);
        using var writer = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite, 0);
        var read = new MemoryStream();
        stream.CopyTo(read);
        for (int round = 0; round < 30; round++)
        {
            Assert.Equal(0, stream.Read(new byte[10]));
            byte[] more = Bytes(1 + (round * 97), round);
            writer.Write(more);
            content = [.. content, .. more];
            Assert.Equal(content.Length, stream.Length);
            stream.CopyTo(read);
        }

        Assert.Equal(content, read.ToArray());
    }

    [Theory]
    [MemberData(nameof(OurSubjects))]
    public async Task A_call_during_another_one_is_refused_and_harms_it_not(StreamSubject subject)
    {
        (string path, byte[] content) = MakeFile(20_000);
        using var gate = new GatedEngine();
        await using SequentialReadStream stream = SequentialFile.OpenRead(
            path, gate.Behind(subject.Options with { Mode = subject.Setup!.Mode ?? IoMode.Buffered }));
        byte[] buffer = new byte[20_000];
        ValueTask<int> reading = stream.ReadAsync(buffer, Token);
        Assert.False(reading.IsCompleted);

        foreach (CallShape shape in StreamCalls.Shapes)
        {
            await RefusesTransferAsync<InvalidOperationException>(stream, shape);
        }

        Assert.Throws<InvalidOperationException>(() => stream.Seek(1, SeekOrigin.Begin));
        Assert.Throws<InvalidOperationException>(() => stream.Position = 1);
        Assert.Throws<InvalidOperationException>(() => stream.CopyTo(Stream.Null));
        await Assert.ThrowsAsync<InvalidOperationException>(() => stream.CopyToAsync(Stream.Null, Token));
        gate.Open();

        Assert.Equal(20_000, await reading);
        Assert.Equal(content, buffer);
    }

    [Theory]
    [MemberData(nameof(OurSubjects))]
    public async Task A_read_that_is_cancelled_loses_no_byte(StreamSubject subject)
    {
        (string path, byte[] content) = MakeFile(20_000);
        using var gate = new GatedEngine();
        await using SequentialReadStream stream = SequentialFile.OpenRead(
            path, gate.Behind(subject.Options with { Mode = subject.Setup!.Mode ?? IoMode.Buffered }));
        using var source = new CancellationTokenSource();
        ValueTask<int> reading = stream.ReadAsync(new byte[100], source.Token);
        Task copying = Task.CompletedTask;
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await reading);
        using (var second = new CancellationTokenSource())
        {
            copying = stream.CopyToAsync(Stream.Null, second.Token);
            await second.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying);
        }

        Assert.Equal(0, stream.Position);
        gate.Open();
        var read = new MemoryStream();
        await stream.CopyToAsync(read, Token);

        Assert.Equal(content, read.ToArray());
    }

    protected override Task RefusesTransferAsync<TException>(Stream stream, CallShape shape) =>
        Assert.ThrowsAsync<TException>(() => StreamCalls.ReadAsync(stream, shape, new byte[1], 0, 1).AsTask());

    private static async Task ReadsAllAsync(Stream stream, CallShape shape, byte[] content, int size)
    {
        byte[] buffer = new byte[size + (2 * Guard)];
        int total = 0;
        while (true)
        {
            Array.Fill(buffer, (byte)0xEE);
            int read = await StreamCalls.ReadAsync(stream, shape, buffer, Guard, size);
            Assert.InRange(read, 0, size);
            Assert.Equal(-1, buffer.AsSpan(0, Guard).IndexOfAnyExcept((byte)0xEE));
            Assert.Equal(-1, buffer.AsSpan(Guard + read).IndexOfAnyExcept((byte)0xEE));
            if (read == 0)
            {
                break;
            }

            Assert.True(content.AsSpan(total, read).SequenceEqual(buffer.AsSpan(Guard, read)), $"{shape} by {size} at {total}");
            total += read;
            Assert.Equal(total, stream.Position);
        }

        Assert.Equal((content.Length, content.Length), (total, stream.Length));
    }
}
