using System.Text;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;
using Landspeed.Tests.Files;

namespace Landspeed.Tests.Streams.LineReading;

public sealed class LinesTests(TestVolumes volumes) : IDisposable
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private readonly ScratchDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    [Theory]
    [InlineData("", new string[0])]
    [InlineData("a", new[] { "a" })]
    [InlineData("a\n", new[] { "a" })]
    [InlineData("\n", new[] { "" })]
    [InlineData("\n\n", new[] { "", "" })]
    [InlineData("a\nb", new[] { "a", "b" })]
    [InlineData("a\n\nb\n", new[] { "a", "", "b" })]
    [InlineData("a\r\nb\r\n", new[] { "a", "b" })]
    [InlineData("\r\n", new[] { "" })]
    [InlineData("a\r\r\n", new[] { "a\r" })]
    [InlineData("a\rb\n\rc", new[] { "a\rb", "\rc" })]
    [InlineData("a\r", new[] { "a\r" })]
    [InlineData("\r", new[] { "\r" })]
    [InlineData("\ufeff", new string[0])]
    [InlineData("\ufeff\n", new[] { "" })]
    [InlineData("\ufeffa\n\ufeffb", new[] { "a", "\ufeffb" })]
    [InlineData("grüß\ndich\n", new[] { "grüß", "dich" })]
    public async Task Only_LF_ends_a_line_and_takes_a_CR_before_it_along(string content, string[] expected)
    {
        string path = Write(Encoding.UTF8.GetBytes(content));

        Assert.Equal(expected, Enumerated(path).Select(line => Encoding.UTF8.GetString(line.Line)));
        Assert.Equal(expected, Lines.EnumerateStrings(path, cancellationToken: Token));
        Assert.Equal(expected.Length, Lines.Count(path, cancellationToken: Token));
        LineTotals totals = await Lines.ForEachAsync(path, (_, _) => { }, null, TestContext.Current.CancellationToken);
        Assert.Equal(new LineTotals(expected.Length, Encoding.UTF8.GetByteCount(content)), totals);
    }

    [Theory]
    [InlineData("utf-8")]
    [InlineData("latin1")]
    [InlineData("ascii")]
    public void Strings_are_those_of_File_ReadLines(string name)
    {
        var encoding = Encoding.GetEncoding(name);
        byte[] bytes = new byte[300_000];
        new Random(11).NextBytes(bytes);
        bytes.AsSpan().Replace((byte)'\r', (byte)'x'); // a lone CR ends a line there
        string path = Write([.. bytes, .. "\r\ngr\u00fc\u00df\n\nend"u8]);

        IEnumerable<string> lines = Lines.EnumerateStrings(path, encoding, cancellationToken: Token);

        Assert.Equal(File.ReadLines(path, encoding), lines);
        Assert.Equal(File.ReadLines(path, encoding), lines); // a second walk
    }

    [Theory]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    [InlineData("utf-32")]
    public void Strings_of_an_encoding_whose_LF_is_not_one_byte_are_refused(string name)
    {
        var encoding = Encoding.GetEncoding(name);

        ArgumentException refused = Assert.Throws<ArgumentException>(
            () => Lines.EnumerateStrings("none", encoding, cancellationToken: Token));

        Assert.Equal("encoding", refused.ParamName);
        Assert.Contains("StreamReader", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Strings_close_the_file_and_end_where_the_walk_is_left_or_cancelled()
    {
        string path = Write([.. Enumerable.Repeat("line\n"u8.ToArray(), 1_000_000).SelectMany(line => line)]);
        using var end = new CancellationTokenSource();
        IEnumerable<string> lines = Lines.EnumerateStrings(path, cancellationToken: end.Token);

        Assert.Equal("line", lines.First());
        int seen = 0;
        Assert.Throws<OperationCanceledException>(() =>
        {
            foreach (string _ in lines)
            {
                if (++seen == 10)
                {
                    end.Cancel();
                }
            }
        });

        Assert.InRange(seen, 10, 999_999);
        using var alone = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None); // nobody has it
    }

    [Theory]
    [InlineData("\ufeff", 1)]
    [InlineData("\ufeffa\n", 1)]
    [InlineData("\ufeffa\nb", 2)]
    public void A_byte_order_mark_is_kept_on_request(string content, int count)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(content);
        string path = Write(bytes);
        var options = new LineOptions { KeepByteOrderMark = true };

        List<(long Offset, byte[] Line)> lines = Enumerated(path, options);
        Assert.Equal(count, lines.Count);
        Assert.Equal(0, lines[0].Offset);
        Assert.Equal<byte>([0xEF, 0xBB, 0xBF], lines[0].Line[..3]);
        Assert.Equal(count, Lines.Count(path, options, Token));
    }

    [Fact]
    public void Bytes_that_are_not_UTF8_are_passed_as_they_are()
    {
        byte[] all = [.. Enumerable.Range(0, 256).Select(value => (byte)value)];
        List<(long Offset, byte[] Line)> lines = Enumerated(Write(all));

        Assert.Equal(all[..10], lines[0].Line);
        Assert.Equal(all[11..], lines[1].Line);
        Assert.Equal(11, lines[1].Offset);
    }

    [Theory]
    [InlineData(511)]
    [InlineData(512)]
    [InlineData(513)]
    [InlineData(100_000)]
    public async Task A_line_longer_than_all_blocks_together_is_whole(int length)
    {
        byte[] file = new byte[(2 * length) + 5];
        file.AsSpan().Fill((byte)'x');
        file[1] = file[length + 2] = file[length + 3] = (byte)'\n';
        LineOptions options = Tiny(queueDepth: 2);
        string path = Write(file);

        Assert.Equal(NaiveLines.Of(file), Enumerated(path, options), SameLine);
        Assert.Equal(NaiveLines.Of(file), await HandedOut(path, options), SameLine);
        Assert.Equal(NaiveLines.Of(file), await HandedOut(path, FromCache(options)), SameLine);
        Assert.Equal(NaiveLines.Of(file).Count, Lines.Count(path, FromCache(options), Token));
    }

    [Theory]
    [InlineData(99)]
    [InlineData(100)]
    [InlineData(700)]
    [InlineData(3000)]
    public async Task A_line_above_the_maximum_is_refused_with_its_place(int maximum)
    {
        byte[] file = Encoding.ASCII.GetBytes("one\r\ntwo\n" + new string('x', maximum) + "\r\n" + new string('y', maximum + 1) + "\nend\n");
        string path = Write(file);
        LineOptions options = Tiny(queueDepth: 3) with { MaxLineLength = maximum };

        var walked = Assert.Throws<LineException>(() => Enumerated(path, options));
        var handed = await Assert.ThrowsAsync<LineException>(
            () => Lines.ForEachAsync(path, (_, _) => { }, options, TestContext.Current.CancellationToken));
        var cached = await Assert.ThrowsAsync<LineException>(
            () => Lines.ForEachAsync(path, (_, _) => { }, FromCache(options), TestContext.Current.CancellationToken));
        Assert.All([walked, handed, cached], failure =>
        {
            Assert.Equal((4, 9 + maximum + 2), (failure.LineNumber, failure.Offset));
            Assert.IsType<InvalidDataException>(failure.InnerException);
            Assert.Contains(path, failure.Message, StringComparison.Ordinal);
        });
        Assert.Equal(5, Lines.Count(path, options, Token));
        Assert.Equal(5, Lines.Count(path, FromCache(options), Token));
    }

    [Fact]
    public void A_line_without_end_is_refused_before_the_file_is_read_to_its_end()
    {
        string path = _directory.File("endless");
        using (FileStream made = File.Create(path))
        {
            made.SetLength(1L << 40);
        }

        var options = new LineOptions { MaxLineLength = 1 << 20 };
        var refused = Assert.Throws<LineException>(() => Enumerated(path, options));
        Assert.Equal((1, 0), (refused.LineNumber, refused.Offset));
    }

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public async Task Lines_are_right_direct_and_buffered_on_every_file_system(string volume)
    {
        using ScratchDirectory directory = volumes.Directory(volume);
        string path = directory.CreateFile("random", 3_000_001);
        byte[] file = await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken);
        List<(long Offset, byte[] Line)> expected = NaiveLines.Of(file);
        foreach (IoMode mode in Enum.GetValues<IoMode>())
        {
            var options = new LineOptions
            {
                Workers = 3,
                File = new SequentialFileOptions { Mode = mode, RequestSize = 64 * 1024, QueueDepth = 5 },
            };
            Assert.Equal(expected, Enumerated(path, options), SameLine);
            Assert.Equal(expected.Count, Lines.Count(path, options, Token));
            Assert.Equal(expected, await HandedOut(path, options), SameLine);
        }
    }

    [Fact]
    public void A_walk_goes_on_where_a_read_failed()
    {
        byte[] file = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(0, 2000).Select(number => $"line {number}\n")));
        string path = Write(file);
        LineOptions options = Tiny(queueDepth: 1);
        options = options with { File = options.File! with { EngineFactory = _ => Failing(requestIndex: 7) } };

        using LineEnumerator lines = Lines.Enumerate(path, options, Token).GetEnumerator();
        int failures = 0;
        var seen = new List<(long, byte[])>();
        while (true)
        {
            try
            {
                if (!lines.MoveNext())
                {
                    break;
                }

                seen.Add((lines.Offset, lines.Current.ToArray()));
                Assert.Equal(seen.Count, lines.Number);
            }
            catch (NativeIOException)
            {
                failures++;
            }
        }

        Assert.Equal(1, failures);
        Assert.Equal(NaiveLines.Of(file), seen, SameLine);
    }

    [Fact]
    public void An_enumerator_is_empty_at_both_ends_and_refuses_to_go_on_when_disposed()
    {
        string path = Write("a\nb\n"u8.ToArray());
        using LineEnumerator lines = Lines.Enumerate(path, cancellationToken: Token).GetEnumerator();

        Assert.True(lines.Current.IsEmpty);
        Assert.Equal(0, lines.Number);
        Assert.True(lines.MoveNext());
        Assert.True(lines.MoveNext());
        Assert.Equal(2, lines.Number);
        Assert.False(lines.MoveNext());
        Assert.False(lines.MoveNext());
        Assert.True(lines.Current.IsEmpty);
        lines.Dispose();
        Assert.Throws<ObjectDisposedException>(() => lines.MoveNext());
    }

    [Fact]
    public void A_loop_that_is_left_early_closes_the_file()
    {
        string path = Write("a\nb\n"u8.ToArray());
        foreach (ReadOnlySpan<byte> line in Lines.Enumerate(path, cancellationToken: Token))
        {
            Assert.Equal("a"u8, line);
            break;
        }

        using FileStream alone = new(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        Assert.Equal(4, alone.Length);
    }

    [Fact]
    public void What_is_not_there_or_no_file_is_refused_as_file_classes_do()
    {
        Assert.Throws<FileNotFoundException>(() => Lines.Count(_directory.File("none"), cancellationToken: Token));
        Assert.Throws<FileNotFoundException>(() => Enumerated(_directory.File("none")));
        Assert.Throws<UnauthorizedAccessException>(() => Lines.Count(_directory.Path, cancellationToken: Token));
        Assert.Throws<ArgumentNullException>(() => Lines.Count((string)null!, cancellationToken: Token));
    }

    [Fact]
    public async Task A_path_of_bytes_does_as_well_as_text()
    {
        string path = Write("one\ntwo\n"u8.ToArray());
        FilePath bytes = FilePath.FromText(path);
        CancellationToken stop = TestContext.Current.CancellationToken;
        int lines = 0;
        foreach (ReadOnlySpan<byte> line in Lines.Enumerate(bytes, cancellationToken: Token))
        {
            lines += line.Length / 3;
        }

        Assert.Equal(2, lines);
        Assert.Equal(2, Lines.Count(bytes, cancellationToken: Token));
        Assert.Equal(2, (await Lines.ForEachAsync(bytes, (_, _) => { }, null, stop)).Lines);
        int[] counts = await Lines.ForEachAsync(
            bytes, _ => 0, (ReadOnlySpan<byte> _, LineInfo _, ref int count) => count++, new() { Workers = 1 }, stop);
        Assert.Equal(2, Assert.Single(counts));
    }

    [Fact]
    public void Options_out_of_range_are_refused()
    {
        LineOptions[] refused =
        [
            new() { Workers = 0 },
            new() { Workers = 1025 },
            new() { Order = (LineOrder)2 },
            new() { MaxLineLength = 0 },
            new() { MaxLineLength = (1 << 30) + 1 },
            new() { File = new SequentialFileOptions { QueueDepth = 0 } },
        ];
        Assert.All(refused, options =>
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => Lines.Count("x", options, Token));
            Assert.Throws<ArgumentOutOfRangeException>(() => Lines.Enumerate("x", options, Token));
            Assert.Throws<ArgumentOutOfRangeException>(() => { _ = Lines.ForEachAsync("x", (_, _) => { }, options, CancellationToken.None); });
        });
    }

    internal static LineOptions Tiny(int queueDepth, int workers = 2) => new()
    {
        Workers = workers,
        File = new SequentialFileOptions
        {
            Mode = IoMode.Buffered,
            RequestSize = 512,
            QueueDepth = queueDepth,
            Engine = EngineKind.Synchronous,
        },
    };

    /// <summary>The same blocks, with the mode left to what is in the page cache; an engine is an error there.</summary>
    internal static LineOptions FromCache(LineOptions options) => options with
    {
        File = options.File! with
        {
            Mode = null,
            EngineFactory = _ => throw new InvalidOperationException("what is in the page cache needs no engine"),
        },
    };

    internal static bool SameLine((long Offset, byte[] Line) left, (long Offset, byte[] Line) right) =>
        left.Offset == right.Offset && left.Line.AsSpan().SequenceEqual(right.Line);

    internal static List<(long Offset, byte[] Line)> Enumerated(string path, LineOptions? options = null)
    {
        var lines = new List<(long, byte[])>();
        using LineEnumerator each = Lines.Enumerate(path, options).GetEnumerator();
        while (each.MoveNext())
        {
            lines.Add((each.Offset, each.Current.ToArray()));
        }

        return lines;
    }

    // In the order of their numbers, which must be those from 1 on.
    internal static async Task<List<(long Offset, byte[] Line)>> HandedOut(string path, LineOptions options)
    {
        List<(long Number, long Offset, byte[] Line)>[] parts = await Lines.ForEachAsync(
            path,
            _ => new List<(long Number, long Offset, byte[] Line)>(),
            (line, info, ref own) => own.Add((info.Number, info.Offset, line.ToArray())),
            options,
            TestContext.Current.CancellationToken);
        List<(long Number, long Offset, byte[] Line)> all = [.. parts.SelectMany(part => part).OrderBy(line => line.Number)];
        Assert.Equal(Enumerable.Range(1, all.Count).Select(number => (long)number), all.Select(line => line.Number));
        return [.. all.Select(line => (line.Offset, line.Line))];
    }

    private static SimulatedEngine Failing(long requestIndex) => new(new SimulationOptions
    {
        QueueDepth = 1,
        Faults = [new SimulatedFault(requestIndex, NativeErrorKind.DeviceFailure, FaultExtent.Once)],
    });

    private string Write(byte[] content)
    {
        string path = _directory.File("lines");
        File.WriteAllBytes(path, content);
        return path;
    }
}
