using System.Collections.Concurrent;
using Landspeed.Files;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;
using Landspeed.Tests.Files;

namespace Landspeed.Tests.Streams.LineReading;

/// <summary>Files of which more or less is in the page cache, and files that change while workers read them from there.</summary>
public sealed class LinesFromCacheTests(TestVolumes volumes) : IDisposable
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private const int PageLength = 4096;
    private const int LineLength = 10;
    private const int LineCount = 200_000;

    private readonly ScratchDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    // The first gap lies at the beginning, within a block, at the border of two blocks or of two parts, or at the end.
    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public async Task Lines_are_right_wherever_the_page_cache_has_a_gap(string volume)
    {
        using ScratchDirectory directory = volumes.Directory(volume);
        string path = directory.CreateFile("random", (400 * PageLength) + 123);
        byte[] content = await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken);
        List<(long Offset, byte[] Line)> expected = NaiveLines.Of(content);
        foreach (int gap in (int[])[0, 5, 16, 64, 130, 399, 400])
        {
            LeaveOut(path, gap * PageLength, PageLength, volume);
            Assert.Equal(expected.Count, Lines.Count(path, InBlocksOf(16), Token));
            LeaveOut(path, gap * PageLength, PageLength, volume);
            Assert.Equal(expected, await LinesTests.HandedOut(path, InBlocksOf(16)), LinesTests.SameLine);
        }
    }

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public async Task Lines_are_right_where_the_rest_of_the_file_is_not_in_the_page_cache_and_that_rest_stays_out_of_it(string volume)
    {
        const int Cached = 208 * PageLength;
        using ScratchDirectory directory = volumes.Directory(volume);
        string path = directory.CreateFile("random", (400 * PageLength) + 123);
        LineOptions options = WithGap(InBlocksOf(16), Cached);
        byte[] content = await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken);
        List<(long Offset, byte[] Line)> expected = NaiveLines.Of(content);

        LeaveOut(path, Cached, content.Length, volume);
        Assert.Equal(expected.Count, Lines.Count(path, options, Token));
        RequireOutOfCache(path, Cached, volume);

        LeaveOut(path, Cached, content.Length, volume);
        Assert.Equal(expected, await LinesTests.HandedOut(path, options), LinesTests.SameLine);
        RequireOutOfCache(path, Cached, volume);
    }

    [Fact]
    public async Task A_read_that_fails_behind_a_gap_says_where()
    {
        const int Gap = 128 * PageLength;
        string path = _directory.CreateFile("random", 400 * PageLength);
        LineOptions options = InBlocksOf(16);
        var faults = new SimulationOptions
        {
            QueueDepth = 8,
            Faults = [new SimulatedFault(0, NativeErrorKind.DeviceFailure, FaultExtent.Permanent)],
        };
        options = WithGap(options with { File = options.File! with { EngineFactory = _ => new SimulatedEngine(faults) } }, Gap);

        var counted = Assert.Throws<NativeIOException>(() => Lines.Count(path, options, Token));
        Task<LineTotals> run = Lines.ForEachAsync(path, (_, _) => { }, options, TestContext.Current.CancellationToken);
        var handedOut = await Assert.ThrowsAsync<NativeIOException>(() => run);

        Assert.Single(run.Exception!.InnerExceptions);
        Assert.All([counted, handedOut], failure =>
        {
            Assert.Equal(Gap, failure.Offset);
            Assert.Contains(path, failure.Message, StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task Reads_that_come_back_short_lose_no_line()
    {
        byte[] content = Numbered(1, 20_000);
        string path = Numbers(20_000);
        int calls = 0;
        var halves = new FaultyFileCalls { OnRead = length => (null, Interlocked.Increment(ref calls) == 7 ? length / 2 : length) };
        LineOptions options = InBlocksOf(1);
        options = options with { File = options.File! with { CacheCalls = halves } };

        Assert.Equal(NaiveLines.Of(content), await LinesTests.HandedOut(path, options), LinesTests.SameLine);
        calls = 0;
        Assert.Equal(20_000, Lines.Count(path, options, Token));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(12_345)]
    [InlineData(LineLength * (LineCount - 1))]
    public async Task Of_a_file_that_is_cut_while_it_is_read_each_line_is_there_once_up_to_some_end(int length)
    {
        string path = Numbers(LineCount);
        (LineTotals totals, long[] numbers) = await HandedOutWhile(path, file => file.SetLength(length));

        // What was there is cut into lines of its own length; the last one may be shorter.
        Assert.InRange(totals.Bytes, length, (long)LineCount * LineLength);
        Assert.Equal((totals.Bytes + LineLength - 1) / LineLength, totals.Lines);
        Assert.Equal(Enumerable.Range(1, (int)totals.Lines).Select(number => (long)number), numbers.Order());
    }

    [Fact]
    public async Task Of_a_file_that_grows_while_it_is_read_each_line_is_there_once()
    {
        string path = Numbers(LineCount);
        (LineTotals totals, long[] numbers) = await HandedOutWhile(path, file =>
        {
            file.Seek(0, SeekOrigin.End);
            file.Write(Numbered(LineCount + 1, LineCount));
        });

        Assert.Equal(totals.Bytes / LineLength, totals.Lines);
        Assert.InRange(totals.Lines, LineCount, 2 * LineCount);
        Assert.Equal(Enumerable.Range(1, (int)totals.Lines).Select(number => (long)number), numbers.Order());
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(0)]
    [InlineData(1)]
    public async Task Files_around_whole_blocks_and_parts_are_right(int difference)
    {
        foreach (int blocks in (int[])[1, 2, 4, 5, 8])
        {
            byte[] content = Numbered(1, 10_000)[..((blocks * 512) + difference)];
            string path = _directory.File("around");
            await File.WriteAllBytesAsync(path, content, TestContext.Current.CancellationToken);
            LineOptions options = LinesTests.FromCache(LinesTests.Tiny(queueDepth: 4, workers: 3));

            Assert.Equal(NaiveLines.Of(content), await LinesTests.HandedOut(path, options), LinesTests.SameLine);
            Assert.Equal(NaiveLines.Of(content).Count, Lines.Count(path, options, Token));
        }
    }

    // The change comes when the first line is handed out.
    private static async Task<(LineTotals Totals, long[] Numbers)> HandedOutWhile(string path, Action<FileStream> change)
    {
        var numbers = new ConcurrentBag<long>();
        LineOptions options = InBlocksOf(1);
        options = options with { File = options.File! with { Share = FileShare.ReadWrite } };
        LineTotals totals = await Lines.ForEachAsync(
            path,
            (line, info) =>
            {
                if (info.Number == 1)
                {
                    using var file = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
                    change(file);
                }

                Assert.Equal((info.Number - 1) * LineLength, info.Offset);
                Assert.True(line.Length < LineLength - 1 || long.Parse(line) == info.Number);
                numbers.Add(info.Number);
            },
            options,
            TestContext.Current.CancellationToken);
        return (totals, [.. numbers]);
    }

    private static byte[] Numbered(int first, int count) => System.Text.Encoding.ASCII.GetBytes(
        string.Concat(Enumerable.Range(first, count).Select(number => number.ToString("D9") + "\n")));

    private static LineOptions InBlocksOf(int pages) => new()
    {
        Workers = 3,
        File = new SequentialFileOptions { RequestSize = pages * PageLength, QueueDepth = 8 },
    };

    // A refused read of the system itself begins to read ahead, here and there up to 8 MiB.
    private static LineOptions WithGap(LineOptions options, long gap) => options with
    {
        File = options.File! with
        {
            CacheCalls = new FaultyFileCalls
            {
                OnReadAt = offset => offset >= gap ? FaultyFileCalls.Error(NativeErrorKind.WouldBlock) : null,
            },
        },
    };

    // What is read goes into the page cache without anything ahead of it.
    private static void LeaveOut(string path, long gap, long length, string volume)
    {
        using (StorageFile file = Buffered(path))
        {
            PageCache.Drop(file, TestContext.Current.CancellationToken);
        }

        using (var reader = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 0, FileOptions.RandomAccess))
        {
            byte[] page = new byte[PageLength];
            for (long offset = 0; offset < reader.Length; offset += PageLength)
            {
                if (offset < gap || offset >= gap + length)
                {
                    RandomAccess.Read(reader.SafeFileHandle, page, offset);
                }
            }
        }

        RequireOutOfCache(path, gap, volume);
    }

    private static void RequireOutOfCache(string path, long offset, string volume)
    {
        using StorageFile file = Buffered(path);
        bool isOut = PageResidency.Measure(file, offset, 1).ResidentBytes == 0;
        Assert.True(isOut || volume == "tmpfs", $"the page at {offset} is in the page cache");
    }

    private static StorageFile Buffered(string path) =>
        StorageFile.Open(FilePath.FromText(path), new StorageFileOptions { Mode = IoMode.Buffered });

    private string Numbers(int count)
    {
        string path = _directory.File("numbers");
        File.WriteAllBytes(path, Numbered(1, count));
        return path;
    }
}
