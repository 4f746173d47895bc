using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Streams.Direct;

/// <summary>
/// Random calls on a <see cref="DirectFile"/> and on a twin through RandomAccess: every answer, every length and the
/// files at the end must be the same. One seed gives the same calls.
/// </summary>
internal sealed class DirectFileModel : IDisposable
{
    internal const int LongestFile = 300_000;

    private const byte Untouched = 0xA5;

    private readonly int _seed;
    private readonly Random _random;
    private readonly DirectFile _file;
    private readonly SafeFileHandle _twin;
    private readonly byte[] _memory = GC.AllocateUninitializedArray<byte>((3 * LongestFile) + 8192, pinned: true);
    private readonly int _aligned;

    internal unsafe DirectFileModel(DirectFile file, string twin, int seed)
    {
        (_file, _seed, _random) = (file, seed, new Random(seed));
        _twin = File.OpenHandle(twin, FileMode.Create, FileAccess.ReadWrite);
        fixed (byte* start = _memory)
        {
            _aligned = (int)(4096 - ((nint)start % 4096));
        }
    }

    public void Dispose() => _twin.Dispose();

    internal async Task RunAsync(int steps, CancellationToken cancellation)
    {
        for (int step = 0; step < steps; step++)
        {
            cancellation.ThrowIfCancellationRequested();
            string what = _random.Next(20) switch
            {
                < 4 => Write(),
                < 8 => await WriteAsync(),
                < 12 => Read(),
                < 16 => await ReadAsync(),
                16 => SetLength(),
                17 => await Flush(),
                18 => await ReadBatch(),
                _ => await WriteBatch(),
            };
            long expected = RandomAccess.GetLength(_twin);
            Assert.True(
                expected == _file.Length, $"length {_file.Length}, not {expected}, after {what}; seed {_seed}, step {step}");
        }
    }

    internal void CompareFiles(string path, string twin) =>
        Assert.True(File.ReadAllBytes(path).AsSpan().SequenceEqual(File.ReadAllBytes(twin)), $"other bytes; seed {_seed}");

    private string Write()
    {
        (long offset, Memory<byte> bytes) = RandomWrite(0);
        _file.Write(bytes.Span, offset);
        RandomAccess.Write(_twin, bytes.Span, offset);
        return $"a write of {bytes.Length} at {offset}";
    }

    private async Task<string> WriteAsync()
    {
        (long offset, Memory<byte> bytes) = RandomWrite(0);
        await _file.WriteAsync(bytes, offset);
        RandomAccess.Write(_twin, bytes.Span, offset);
        return $"an asynchronous write of {bytes.Length} at {offset}";
    }

    private string Read()
    {
        (long offset, Memory<byte> buffer) = RandomRange(0);
        buffer.Span.Fill(Untouched);
        Compare(offset, buffer.Span, _file.Read(buffer.Span, offset));
        return $"a read of {buffer.Length} at {offset}";
    }

    private async Task<string> ReadAsync()
    {
        (long offset, Memory<byte> buffer) = RandomRange(0);
        buffer.Span.Fill(Untouched);
        int count = await _file.ReadAsync(buffer, offset);
        Compare(offset, buffer.Span, count);
        return $"an asynchronous read of {buffer.Length} at {offset}";
    }

    private string SetLength()
    {
        long length = _random.Next(LongestFile);
        _file.SetLength(length);
        RandomAccess.SetLength(_twin, length);
        return $"the length {length}";
    }

    private async Task<string> Flush()
    {
        if (_random.Next(2) == 0)
        {
            _file.FlushToDisk(FlushScope.Data);
        }
        else
        {
            await _file.FlushToDiskAsync(FlushScope.DataAndMetadata);
        }

        return "a flush";
    }

    private async Task<string> ReadBatch()
    {
        (long Offset, Memory<byte> Buffer)[] ranges = [RandomRange(0), RandomRange(1), RandomRange(2)];
        DirectRead[] reads = [.. ranges.Select(range => new DirectRead(range.Buffer, range.Offset))];
        var results = new DirectResult[reads.Length];
        foreach ((_, Memory<byte> buffer) in ranges)
        {
            buffer.Span.Fill(Untouched);
        }

        if (_random.Next(2) == 0)
        {
            _file.ReadBatch(reads, results);
        }
        else
        {
            await _file.ReadBatchAsync(reads, results);
        }

        for (int index = 0; index < reads.Length; index++)
        {
            Assert.True(results[index].Succeeded, $"{results[index].Failure}; seed {_seed}");
            Compare(reads[index].FileOffset, reads[index].Buffer.Span, results[index].Count);
        }

        return "a batch of reads";
    }

    // Three parts of one range, which do not overlap but share sectors.
    private async Task<string> WriteBatch()
    {
        (long offset, Memory<byte> bytes) = RandomWrite(0);
        int first = _random.Next(bytes.Length + 1);
        int second = _random.Next(first, bytes.Length + 1);
        DirectWrite[] writes =
        [
            new(bytes[..first], offset),
            new(bytes[first..second], offset + first),
            new(bytes[second..], offset + second),
        ];
        var results = new DirectResult[writes.Length];
        if (_random.Next(2) == 0)
        {
            _file.WriteBatch(writes, results);
        }
        else
        {
            await _file.WriteBatchAsync(writes, results);
        }

        Assert.All(results, result => Assert.True(result.Succeeded, $"{result.Failure}; seed {_seed}"));
        RandomAccess.Write(_twin, bytes.Span, offset);
        return $"a batch of writes of {bytes.Length} at {offset}";
    }

    private void Compare(long offset, ReadOnlySpan<byte> buffer, int count)
    {
        byte[] expected = new byte[buffer.Length];
        int length = RandomAccess.Read(_twin, expected, offset);
        string where = $"{buffer.Length} bytes at {offset}; seed {_seed}";
        Assert.True(length == count, $"{count} instead of {length} of {where}");
        Assert.True(buffer[..count].SequenceEqual(expected.AsSpan(0, length)), $"other bytes in {where}");
        Assert.False(buffer[count..].ContainsAnyExcept(Untouched), $"touched behind {count} of {where}");
    }

    private (long Offset, Memory<byte> Bytes) RandomWrite(int region)
    {
        (long offset, Memory<byte> bytes) = RandomRange(region);
        _random.NextBytes(bytes.Span);
        return (offset, bytes.IsEmpty ? _memory.AsMemory(0, 1) : bytes);
    }

    // Any offset, or one beside sectors; memory at any address, or an aligned one.
    private (long Offset, Memory<byte> Memory) RandomRange(int region)
    {
        int length = _random.Next(4) switch
        {
            0 => _random.Next(64),
            1 => _random.Next(5000),
            2 => 512 * _random.Next(1, 60),
            _ => _random.Next(100_000),
        };
        long offset = _random.Next(3) switch
        {
            0 => 512 * _random.Next((LongestFile - length) / 512),
            1 => (512 * _random.Next(1, (LongestFile - length) / 512)) - 1,
            _ => _random.Next(LongestFile - length),
        };
        int shift = _random.Next(3) switch
        {
            0 => 0,
            1 => (int)(offset % 4096),
            _ => _random.Next(4096),
        };
        return (offset, _memory.AsMemory(_aligned + (region * 120_000) + shift, length));
    }
}
