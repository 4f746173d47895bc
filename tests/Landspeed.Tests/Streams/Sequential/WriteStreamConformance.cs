using Landspeed.Tests.Streams.Threading;

namespace Landspeed.Tests.Streams.Sequential;

/// <summary>What a stream that writes a file keeps.</summary>
public sealed class WriteStreamConformance : StreamConformance
{
    protected override Stream Open(StreamSubject subject) => subject.OpenWrite(MakeFile(10_000).Path);

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Every_shape_writes_every_length_in_every_size(StreamSubject subject)
    {
        byte[] padded = new byte[20_010];
        foreach (int length in Lengths)
        {
            byte[] content = Bytes(length, length);
            content.CopyTo(padded, 5);
            foreach (CallShape shape in StreamCalls.Shapes)
            {
                int[] sizes = shape == CallShape.Byte ? [1] : length < 1000 ? [1, 511, 512, 513] : [513, 4095, 4096, 4097, 30_000];
                foreach (int size in sizes)
                {
                    await using (Stream stream = subject.Create(PathOf("a")))
                    {
                        for (int done = 0; done < length; done += size)
                        {
                            await StreamCalls.WriteAsync(stream, shape, padded, 5 + done, Math.Min(size, length - done));
                            Assert.Equal(Math.Min(done + size, length), stream.Position);
                            Assert.Equal(stream.Position, stream.Length);
                        }
                    }

                    Assert.True(content.AsSpan().SequenceEqual(File.ReadAllBytes(PathOf("a"))), $"{shape}: {length} by {size}");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Writing_nothing_changes_nothing(StreamSubject subject)
    {
        (string path, byte[] content) = MakeFile(1_000);
        await using (Stream stream = subject.OpenWrite(path))
        {
            stream.Position = 5_000;
            foreach (CallShape shape in StreamCalls.Shapes)
            {
                await StreamCalls.WriteAsync(stream, shape, [], 0, 0);
            }

            Assert.Equal((5_000, 1_000), (stream.Position, stream.Length));
        }

        Assert.Equal(content, File.ReadAllBytes(path));
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Writing_over_a_part_keeps_the_rest(StreamSubject subject)
    {
        foreach (int start in (int[])[0, 1, 511, 512, 513, 4096, 9_990, 10_000])
        {
            foreach (int count in (int[])[1, 511, 512, 5_000])
            {
                (string path, byte[] content) = MakeFile(10_000);
                byte[] over = Bytes(count, count);
                using (Stream stream = subject.OpenWrite(path))
                {
                    Assert.Equal((0, 10_000), (stream.Position, stream.Length));
                    stream.Position = start;
                    stream.Write(over);
                    Assert.Equal(Math.Max(10_000, start + count), stream.Length);
                }

                byte[] expected = new byte[Math.Max(10_000, start + count)];
                content.CopyTo(expected, 0);
                over.CopyTo(expected, start);
                Assert.True(expected.AsSpan().SequenceEqual(File.ReadAllBytes(path)), $"{count} at {start}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void What_lies_between_the_old_end_and_a_later_write_is_zeros(StreamSubject subject)
    {
        foreach (int length in (int[])[0, 1, 512, 700, 4096])
        {
            foreach (int gap in (int[])[1, 511, 512, 5_000, 300_000])
            {
                string path = PathOf("a");
                byte[] content = Bytes(length, length);
                using (Stream stream = subject.Create(path))
                {
                    stream.Write(content);
                    stream.Seek(gap, SeekOrigin.Current);
                    Assert.Equal(length, stream.Length);
                    stream.WriteByte(7);
                    Assert.Equal(length + gap + 1, stream.Length);
                }

                byte[] expected = [.. content, .. new byte[gap], 7];
                Assert.True(expected.AsSpan().SequenceEqual(File.ReadAllBytes(path)), $"{gap} after {length}");
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Setting_the_length_cuts_or_lengthens_with_zeros_and_keeps_the_position_inside(StreamSubject subject)
    {
        foreach (int written in (int[])[0, 100, 512, 5_000, 9_000])
        {
            foreach (int length in (int[])[0, 1, 99, 512, 513, 4_999, 5_000, 9_001, 100_000])
            {
                string path = PathOf("a");
                byte[] content = Bytes(written, written);
                using (Stream stream = subject.Create(path))
                {
                    stream.Write(content);
                    stream.SetLength(length);
                    Assert.Equal(length, stream.Length);
                    Assert.Equal(Math.Min(written, length), stream.Position);
                    stream.WriteByte(9);
                }

                byte[] expected = new byte[Math.Max(length, Math.Min(written, length) + 1)];
                content.AsSpan(0, Math.Min(written, length)).CopyTo(expected);
                expected[Math.Min(written, length)] = 9;
                Assert.True(expected.AsSpan().SequenceEqual(File.ReadAllBytes(path)), $"{length} after {written}");
            }
        }

        using Stream refused = subject.Create(PathOf("b"));
        Assert.Throws<ArgumentOutOfRangeException>(() => refused.SetLength(-1));
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task After_a_flush_others_see_exactly_what_was_written(StreamSubject subject)
    {
        string path = PathOf("a");
        byte[] content = Bytes(60_000, 1);
        int done = 0;
        await using Stream stream = subject.Create(path);
        foreach (int step in (int[])[1, 510, 1, 1, 3_583, 4_096, 4_097, 13, 20_000, 0, 8_192])
        {
            stream.Write(content.AsSpan(done, step));
            done += step;
            if (step % 2 == 0)
            {
                stream.Flush();
            }
            else
            {
                await stream.FlushAsync(Token);
            }

            Assert.True(content.AsSpan(0, done).SequenceEqual(Seen(path)), $"after {done} bytes");
            Assert.Equal((done, done), (stream.Length, stream.Position));
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Creating_cuts_what_was_there(StreamSubject subject)
    {
        (string path, _) = MakeFile(10_000);

        subject.Create(path).Dispose();

        Assert.Empty(File.ReadAllBytes(path));
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Opening_makes_a_file_that_is_missing(StreamSubject subject)
    {
        subject.OpenWrite(PathOf("one")).Dispose();
        using (Stream stream = subject.Append(PathOf("two")))
        {
            stream.WriteByte(1);
        }

        Assert.Empty(File.ReadAllBytes(PathOf("one")));
        Assert.Equal([1], File.ReadAllBytes(PathOf("two")));
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Appending_keeps_what_was_there(StreamSubject subject)
    {
        foreach (int length in Lengths)
        {
            (string path, byte[] content) = MakeFile(length);
            byte[] more = Bytes(5_000, 3);
            using (Stream stream = subject.Append(path))
            {
                Assert.Equal((length, length), (stream.Position, stream.Length));
                stream.Write(more);
                if (length > 0)
                {
                    Assert.Throws<IOException>(() => stream.Seek(length - 1, SeekOrigin.Begin));
                    Assert.Throws<IOException>(() => stream.Position = 0);
                    Assert.Throws<IOException>(() => stream.SetLength(length - 1));
                }

                Assert.Equal(length + 5_000, stream.Position);
                stream.Seek(length + 10, SeekOrigin.Begin);
                stream.WriteByte(5);
                stream.SetLength(length + 4_000);
            }

            more[10] = 5;
            Assert.Equal([.. content, .. more[..4_000]], File.ReadAllBytes(path));
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Arguments_of_a_write_are_checked(StreamSubject subject)
    {
        await using Stream stream = Open(subject);
        byte[] buffer = new byte[10];

        Assert.Throws<ArgumentNullException>("buffer", () => stream.Write(null!, 0, 1));
        Assert.Throws<ArgumentOutOfRangeException>("offset", () => stream.Write(buffer, -1, 1));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => stream.Write(buffer, 0, -1));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => stream.Write(buffer, 10, 1));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => stream.Write(buffer, 1, int.MaxValue));
        await Assert.ThrowsAsync<ArgumentNullException>("buffer", () => stream.WriteAsync(null!, 0, 1, Token));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>("offset", () => stream.WriteAsync(buffer, -1, 1, Token));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>("count", () => stream.WriteAsync(buffer, 9, 2, Token));
        Assert.Throws<ArgumentNullException>("buffer", () => stream.BeginWrite(null!, 0, 1, null, null));
        Assert.Throws<ArgumentOutOfRangeException>("count", () => stream.BeginWrite(buffer, 9, 2, null, null));
        Assert.Throws<ArgumentNullException>("asyncResult", () => stream.EndWrite(null!));

        Assert.Equal((0, 10_000), (stream.Position, stream.Length));
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Reading_is_not_supported(StreamSubject subject)
    {
        await using Stream stream = Open(subject);

        Assert.Equal((false, true, true), (stream.CanRead, stream.CanSeek, stream.CanWrite));
        foreach (CallShape shape in StreamCalls.Shapes)
        {
            await Assert.ThrowsAsync<NotSupportedException>(
                () => StreamCalls.ReadAsync(stream, shape, new byte[4], 0, 4).AsTask());
        }

        Assert.Throws<NotSupportedException>(() => stream.CopyTo(Stream.Null));
        await Assert.ThrowsAsync<NotSupportedException>(() => stream.CopyToAsync(Stream.Null, Token));
        Assert.Equal(0, stream.Position);
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task A_write_with_a_token_that_is_cancelled_is_a_cancelled_task(StreamSubject subject)
    {
        await using Stream stream = Open(subject);
        var cancelled = new CancellationToken(canceled: true);

        ValueTask memory = stream.WriteAsync(new byte[10].AsMemory(), cancelled);
        Task array = stream.WriteAsync(new byte[10], 0, 10, cancelled);

        Assert.True(memory.IsCanceled);
        Assert.True(array.IsCanceled);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await memory);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => array);
        Assert.Equal(0, stream.Position);
    }

    [Theory]
    [MemberData(nameof(OurSubjects))]
    public async Task A_call_during_another_one_is_refused_and_harms_it_not(StreamSubject subject)
    {
        string path = PathOf("a");
        byte[] content = Bytes(100_000, 1);
        using var gate = new GatedEngine();
        await using (SequentialWriteStream stream = SequentialFile.Create(path, gate.Behind(subject.Options)))
        {
            ValueTask writing = stream.WriteAsync(content, Token);
            Assert.False(writing.IsCompleted);
            foreach (CallShape shape in StreamCalls.Shapes)
            {
                await RefusesTransferAsync<InvalidOperationException>(stream, shape);
            }

            Assert.Throws<InvalidOperationException>(() => stream.Seek(1, SeekOrigin.Begin));
            Assert.Throws<InvalidOperationException>(() => stream.SetLength(1));
            Assert.Throws<InvalidOperationException>(stream.Flush);
            await Assert.ThrowsAsync<InvalidOperationException>(() => stream.FlushAsync(Token));
            gate.Open();
            await writing;
        }

        Assert.Equal(content, File.ReadAllBytes(path));
    }

    [Theory]
    [MemberData(nameof(OurSubjects))]
    public async Task After_a_cancelled_flush_writing_goes_on(StreamSubject subject)
    {
        string path = PathOf("a");
        byte[] content = Bytes(100_000, 1);
        using var gate = new GatedEngine();
        await using (SequentialWriteStream stream = SequentialFile.Create(path, gate.Behind(subject.Options)))
        {
            stream.Write(content.AsSpan(0, 700));
            using var source = new CancellationTokenSource();
            Task flushing = stream.FlushAsync(source.Token);
            Assert.False(flushing.IsCompleted);
            await source.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => flushing);
            Task writing = Task.Run(() => stream.Write(content.AsSpan(700)), Token);
            gate.WaitUntilReached();
            gate.Open();
            await writing;
        }

        Assert.True(content.AsSpan().SequenceEqual(File.ReadAllBytes(path)));
    }

    [Theory]
    [MemberData(nameof(OurSubjects))]
    public async Task After_a_cancelled_write_the_position_tells_what_was_written(StreamSubject subject)
    {
        string path = PathOf("a");
        byte[] content = Bytes(100_000, 1);
        long written;
        using var gate = new GatedEngine();
        await using (SequentialWriteStream stream = SequentialFile.Create(path, gate.Behind(subject.Options)))
        {
            using var source = new CancellationTokenSource();
            ValueTask writing = stream.WriteAsync(content, source.Token);
            Assert.False(writing.IsCompleted);
            await source.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await writing);
            written = stream.Position;
            gate.Open();
        }

        Assert.True(content.AsSpan(0, (int)written).SequenceEqual(File.ReadAllBytes(path)));
    }

    [Theory]
    [MemberData(nameof(OurSubjects))]
    public async Task What_is_flushed_to_the_disk_is_seen_by_others(StreamSubject subject)
    {
        string path = PathOf("a");
        byte[] content = Bytes(10_000, 1);
        await using SequentialWriteStream stream = SequentialFile.Create(path, subject.Options);
        stream.Write(content.AsSpan(0, 5_001));
        stream.FlushToDisk();
        Assert.Equal(content[..5_001], Seen(path));
        stream.Write(content.AsSpan(5_001));

        await stream.FlushToDiskAsync(FlushScope.DataAndMetadata, Token);

        Assert.Equal(content, Seen(path));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => stream.FlushToDiskAsync(FlushScope.Data, new CancellationToken(canceled: true)));
    }

    [Theory]
    [InlineData(0, SpaceGrowth.None)]
    [InlineData(50_000, SpaceGrowth.None)]
    [InlineData(50_000, SpaceGrowth.InSteps)]
    [InlineData(10_000_000, SpaceGrowth.InSteps)]
    public void An_expected_length_changes_nothing_in_the_file(long expected, SpaceGrowth growth)
    {
        foreach (StreamSubject subject in StreamSubject.All.Where(subject => subject.IsOurs))
        {
            foreach (int length in (int[])[0, 100, 49_999, 50_000, 70_001])
            {
                byte[] content = Bytes(length, length);
                string path = PathOf("a");
                using (Stream stream = SequentialFile.Create(
                    path, subject.Options with { PreallocationSize = expected, SpaceGrowth = growth }))
                {
                    stream.Write(content);
                }

                Assert.True(content.AsSpan().SequenceEqual(File.ReadAllBytes(path)), $"{subject}: {length}");
            }
        }
    }

    protected override Task RefusesTransferAsync<TException>(Stream stream, CallShape shape) =>
        Assert.ThrowsAsync<TException>(() => StreamCalls.WriteAsync(stream, shape, new byte[1], 0, 1).AsTask());
}
