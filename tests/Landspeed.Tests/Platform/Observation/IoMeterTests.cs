using Landspeed.Copying;
using Landspeed.Platform.Observation;
using Landspeed.Streams.Threading;
using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Platform.Observation;

/// <summary>What somebody sees who watches a process; the rest of the process counts, too.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class IoMeterTests : IDisposable
{
    private const int Length = 20 << 20;

    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public void Bytes_requests_and_depth_of_streams_are_counted(IoMode mode)
    {
        string path = _scratch.File("a");
        SequentialFileOptions options = new() { Mode = mode, Engine = EngineKind.Threads };
        using var watch = new MeterWatch();
        using (SequentialWriteStream writer = SequentialFile.Create(path, options))
        {
            writer.Write(new byte[Length]);
        }

        Assert.InRange(watch.Sum("landspeed.io.bytes", "write"), Length, long.MaxValue);
        Assert.InRange(watch.Sum("landspeed.io.requests", "write"), Length >> 20, long.MaxValue);
        Assert.Equal(0, watch.Sum("landspeed.io.bytes", "read"));
        using (SequentialReadStream reader = SequentialFile.OpenRead(path, options))
        {
            reader.CopyTo(Stream.Null);
        }

        Assert.InRange(watch.Sum("landspeed.io.bytes", "read"), Length, long.MaxValue);
        Assert.InRange(watch.Most("landspeed.io.depth"), 2, options.QueueDepth);
        Assert.InRange(watch.Sum("landspeed.io.stalls"), 0, 60);
    }

    [Fact]
    public void Bytes_out_of_the_page_cache_are_counted()
    {
        string path = _scratch.CreateFile("a", 100_000);
        using var watch = new MeterWatch();
        Assert.Equal(100_000, File.ReadAllBytes(path).Length);
        Assert.Equal(0, watch.Sum("landspeed.io.bytes", "read"));
        using (SequentialReadStream reader = SequentialFile.OpenRead(path))
        {
            reader.CopyTo(Stream.Null);
        }

        Assert.Equal(100_000, watch.Sum("landspeed.io.bytes", "read"));
        using DirectFile file = DirectFile.OpenRead(path);
        file.Read(new byte[4096], 0);
        Assert.InRange(watch.Sum("landspeed.io.bytes", "read"), 104_096, 110_000);
    }

    [Fact]
    public void Bytes_of_copies_are_counted()
    {
        string source = _scratch.CreateFile("a", Length);
        using var watch = new MeterWatch();
        FileCopier.Copy(
            source,
            _scratch.File("b"),
            new() { Reflink = ReflinkRule.Never },
            cancellationToken: TestContext.Current.CancellationToken);

        Assert.InRange(watch.Sum("landspeed.io.bytes", "read"), Length, 2L * Length);
        Assert.InRange(watch.Sum("landspeed.io.bytes", "write"), Length, 2L * Length);
    }

    [Fact]
    public void Bytes_of_trees_are_counted()
    {
        string source = _scratch.File("tree");
        Directory.CreateDirectory(source);
        for (int file = 0; file < 10; file++)
        {
            File.WriteAllBytes(Path.Combine(source, $"{file}"), new byte[100_000]);
        }

        // A file that is as new as these may be read twice from the source: the copy's own count says what was read.
        var traffic = new CopyTraffic();
        using var watch = new MeterWatch();
        TreeCopier.Copy(
            source,
            _scratch.File("b"),
            new() { Reflink = ReflinkRule.Never, Verify = true, Traffic = traffic },
            cancellationToken: TestContext.Current.CancellationToken);

        long read = traffic.Totals().SourceRead.Bytes + traffic.Totals().TargetRead.Bytes;
        Assert.InRange(read, 2_000_000, 3_000_000);
        Assert.Equal(read, watch.Sum("landspeed.io.bytes", "read"));
        Assert.InRange(watch.Sum("landspeed.io.bytes", "write"), 1_000_000, 1_100_000);
    }

    [Fact]
    public void A_mode_that_is_refused_is_counted_and_told()
    {
        using var volume = new TestVolume("tmpfs", "16M");
        string path = volume.File("a");
        File.WriteAllText(path, "a");
        using var watch = new MeterWatch();
        using SequentialReadStream reader = SequentialFile.OpenRead(path, new() { Mode = IoMode.Direct });

        Assert.Equal(IoMode.Buffered, reader.EffectiveMode);
        Assert.Equal(1, watch.Sum("landspeed.io.fallbacks", "mode"));
        Assert.Contains(watch.Tags, tag => tag == $"landspeed.io.reason={reader.ModeReason}");
        Assert.Contains($"FellBack(mode, {path}, {reader.ModeReason})", watch.Events);
    }

    [Fact]
    public void An_engine_that_has_no_memory_is_counted_once()
    {
        string path = _scratch.CreateFile("a", Length);
        SequentialFileOptions options = new()
        {
            Mode = IoMode.Direct, ShortLength = 0, Budget = new EngineBudget(1), RequestSize = 65536,
        };
        using var watch = new MeterWatch();
        using BlockReader first = BlockReader.Open(path, options);
        ReadAll(first, 10);
        using BlockReader second = BlockReader.Open(path, options);
        ReadAll(second, 10);

        Assert.Equal((true, false), (first.Engine is not null, second.Engine is not null));
        Assert.Equal(1, watch.Sum("landspeed.io.fallbacks", "memory"));
        Assert.Contains(watch.Events, text => text.StartsWith("EngineStarted(", StringComparison.Ordinal));
    }

    [Fact]
    public void No_time_is_taken_while_nobody_listens()
    {
        Assert.Equal(0, IoMeter.BeginStall());
        using (new MeterWatch())
        {
            Assert.NotEqual(0, IoMeter.BeginStall());
        }

        Assert.Equal(0, IoMeter.BeginStall());
    }

    private static void ReadAll(BlockReader reader, int blocks)
    {
        for (int block = 0; block < blocks; block++)
        {
            reader.Read().Dispose();
        }
    }
}
