using System.Globalization;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Landspeed.Files;

namespace Landspeed.Soak;

/// <summary>Writes, reads, cancels, closes midway and forgets files of its own, and looks at every byte.</summary>
internal sealed class Worker(string directory, int number, int seed, bool maySay)
{
    private const int MostFiles = 12;

    private static readonly IoMode?[] s_modes = [null, null, IoMode.Direct, IoMode.Buffered, IoMode.Uncached];
    private static readonly int[] s_lengths =
    [
        0, 1, 511, 512, 1000, 4096, 4097, 65_536, 200_000, 262_143, 262_144, 262_145,
        300_000, 524_289, 1_000_000, 1 << 20, 4 << 20,
        (8 << 20) - 1, 8 << 20, (8 << 20) + 1, 9_000_000,
    ];

    private readonly Random _random = new(seed);
    private readonly byte[] _memory = new byte[1 << 20];
    private readonly List<Made> _files = [];
    private readonly List<Made> _forgotten = [];
    private int _next;

    internal long Operations { get; private set; }

    internal long Bytes { get; private set; }

    internal List<string> Complaints { get; } = [];

    internal async Task RunAsync(CancellationToken end)
    {
        while (!end.IsCancellationRequested && Complaints.Count < 10)
        {
            string what = string.Empty;
            try
            {
                int kind = _random.Next(10);
                what = kind.ToString(CultureInfo.InvariantCulture);
                if (kind < 4 || _files.Count == 0)
                {
                    await WriteAsync().ConfigureAwait(false);
                }
                else
                {
                    await ReadAsync(_files[_random.Next(_files.Count)]).ConfigureAwait(false);
                }

                Operations++;
                LookAtForgotten(wait: false);
            }
            catch (OperationCanceledException)
            {
                Operations++;
            }
            catch (NativeIOException refused) when (
                maySay && refused.Message.Contains("thread", StringComparison.Ordinal))
            {
                Operations++; // there are few, and it says so
            }
            catch (Exception wrong)
            {
                Complaints.Add($"worker {number}, work {what}: {wrong}");
            }
        }
    }

    /// <summary>What was forgotten is written out in the end.</summary>
    internal void LookAtForgotten(bool wait)
    {
        for (int index = _forgotten.Count - 1; index >= 0; index--)
        {
            Made made = _forgotten[index];
            bool isWhole = wait
                ? SpinWait.SpinUntil(() => Collect() && IsWhole(made), TimeSpan.FromSeconds(maySay ? 2 : 30))
                : _random.Next(20) == 0 && IsWhole(made);
            if (isWhole || (wait && maySay))
            {
                _forgotten.RemoveAt(index);
                File.Delete(made.Path);
            }
            else if (wait)
            {
                Complaints.Add($"worker {number}: {made} was forgotten and has {new FileInfo(made.Path).Length} bytes");
            }
        }
    }

    private static bool Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return true;
    }

    // As long as a forgotten stream is not closed, it has its lock.
    private static bool IsWhole(Made made)
    {
        try
        {
            byte[] bytes = File.ReadAllBytes(made.Path);
            return bytes.Length == made.Length && Pattern.Is(bytes, made.Seed, 0);
        }
        catch (IOException)
        {
            return false;
        }
    }

    private IoMode? NextMode() => s_modes[_random.Next(s_modes.Length)];

    private SequentialFileOptions Options() => new()
    {
        Mode = NextMode(),
        RequestSize = _random.Next(3) == 0 ? 65_536 : 1 << 20,
        QueueDepth = _random.Next(3) == 0 ? 2 : 8,
    };

    private async Task WriteAsync()
    {
        if (_files.Count + _forgotten.Count >= MostFiles && _files.Count > 0)
        {
            int old = _random.Next(_files.Count);
            File.Delete(_files[old].Path);
            _files.RemoveAt(old);
        }

        var made = new Made(
            Path.Combine(directory, string.Create(CultureInfo.InvariantCulture, $"{number}-{_next++}")),
            _random.Next(1_000_000),
            s_lengths[_random.Next(s_lengths.Length)]);
        if (_forgotten.Count < MostFiles / 2 && _random.Next(5) == 0)
        {
            Forget(made);
            _forgotten.Add(made);
            return;
        }

        switch (_random.Next(4))
        {
            case 0:
                using (SequentialWriteStream stream = SequentialFile.Create(made.Path, Options()))
                {
                    FillStream(stream, made);
                    if (_random.Next(5) == 0)
                    {
                        stream.FlushToDisk();
                    }
                }

                break;
            case 1:
                await using (SequentialWriteStream stream = SequentialFile.Create(made.Path, Options()))
                {
                    await FillStreamAsync(stream, made).ConfigureAwait(false);
                }

                break;
            case 2:
                PipeWriter target = BlockWriter.Create(made.Path, Options()).AsPipeWriter();
                await FillPipeAsync(target, made).ConfigureAwait(false);
                break;
            default:
                await using (DirectFile file = DirectFile.Create(made.Path, new() { Mode = NextMode() }))
                {
                    await FillDirectAsync(file, made).ConfigureAwait(false);
                }

                break;
        }

        Bytes += made.Length;
        if (!IsWhole(made))
        {
            Complaints.Add($"worker {number}: {made} is wrong after it was written");
        }

        _files.Add(made);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Forget(Made made)
    {
        if (_random.Next(2) == 0)
        {
            FillStream(SequentialFile.Create(made.Path, Options()), made);
            return;
        }

        BlockWriter writer = BlockWriter.Create(made.Path, Options());
        for (int offset = 0; offset < made.Length;)
        {
            Span<byte> room = writer.GetSpan();
            int count = Math.Min(room.Length, made.Length - offset);
            Pattern.Fill(room[..count], made.Seed, offset);
            writer.Advance(count);
            offset += count;
        }
    }

    private void FillStream(Stream stream, Made made)
    {
        for (int offset = 0; offset < made.Length;)
        {
            int count = NextPiece(made, offset);
            stream.Write(_memory, 0, count);
            offset += count;
        }
    }

    private async Task FillStreamAsync(Stream stream, Made made)
    {
        for (int offset = 0; offset < made.Length;)
        {
            int count = NextPiece(made, offset);
            await stream.WriteAsync(_memory.AsMemory(0, count)).ConfigureAwait(false);
            offset += count;
        }
    }

    private async Task FillPipeAsync(PipeWriter pipe, Made made)
    {
        for (int offset = 0; offset < made.Length;)
        {
            Memory<byte> room = pipe.GetMemory(_random.Next(4096));
            int count = Math.Min(room.Length, made.Length - offset);
            Pattern.Fill(room.Span[..count], made.Seed, offset);
            pipe.Advance(count);
            offset += count;
            await pipe.FlushAsync().ConfigureAwait(false);
        }

        await pipe.CompleteAsync().ConfigureAwait(false);
    }

    private async Task FillDirectAsync(DirectFile file, Made made)
    {
        for (int offset = 0; offset < made.Length;)
        {
            int count = NextPiece(made, offset);
            if (_random.Next(2) == 0)
            {
                file.Write(_memory.AsSpan(0, count), offset);
            }
            else
            {
                await file.WriteAsync(_memory.AsMemory(0, count), offset).ConfigureAwait(false);
            }

            offset += count;
        }
    }

    private int NextPiece(Made made, int offset)
    {
        int count = Math.Min(made.Length - offset, _random.Next(3) == 0 ? _memory.Length : _random.Next(1, 100_000));
        Pattern.Fill(_memory.AsSpan(0, count), made.Seed, offset);
        return count;
    }

    private async Task ReadAsync(Made made)
    {
        if (_random.Next(3) == 0)
        {
            using StorageFile file = StorageFile.Open(made.Path);
            PageCache.Drop(file);
        }

        using var stop = new CancellationTokenSource();
        if (_random.Next(5) == 0)
        {
            stop.CancelAfter(TimeSpan.FromMilliseconds(_random.Next(5)));
        }

        int most = _random.Next(4) == 0 ? _random.Next(made.Length + 1) : int.MaxValue;
        switch (_random.Next(5))
        {
            case 0:
                await using (SequentialReadStream stream = SequentialFile.OpenRead(made.Path, Options()))
                {
                    await LookAtAsync(stream, made, most, stop.Token).ConfigureAwait(false);
                }

                break;
            case 1:
                ForgetReader(made);
                break;
            case 2:
                using (BlockReader reader = BlockReader.Open(made.Path, Options()))
                {
                    await LookAtAsync(reader, made, most, stop.Token).ConfigureAwait(false);
                }

                break;
            case 3:
                PipeReader source = BlockReader.Open(made.Path, Options()).AsPipeReader();
                await LookAtAsync(source, made, most, stop.Token).ConfigureAwait(false);
                break;
            default:
                await using (DirectFile file = DirectFile.OpenRead(made.Path, new() { Mode = NextMode() }))
                {
                    await LookAtAsync(file, made, stop.Token).ConfigureAwait(false);
                }

                break;
        }
    }

    private async Task LookAtAsync(Stream stream, Made made, int most, CancellationToken stop)
    {
        long offset = 0;
        while (offset < most)
        {
            int wanted = _random.Next(1, _memory.Length);
            int count = _random.Next(2) == 0
                ? stream.Read(_memory, 0, wanted)
                : await stream.ReadAsync(_memory.AsMemory(0, wanted), stop).ConfigureAwait(false);
            if (count == 0)
            {
                RequireEnd(made, offset);
                return;
            }

            Require(_memory.AsSpan(0, count), made, offset);
            offset += count;
        }
    }

    private async Task LookAtAsync(BlockReader reader, Made made, int most, CancellationToken stop)
    {
        while (reader.Position < most)
        {
            using ReadBlock block = _random.Next(2) == 0
                ? reader.Read()
                : await reader.ReadAsync(stop).ConfigureAwait(false);
            if (block.IsEnd)
            {
                RequireEnd(made, reader.Position);
                return;
            }

            Require(block.Span, made, block.Offset);
        }
    }

    private async Task LookAtAsync(PipeReader pipe, Made made, int most, CancellationToken stop)
    {
        long offset = 0;
        try
        {
            while (offset < most)
            {
                ReadResult result = await pipe.ReadAsync(stop).ConfigureAwait(false);
                foreach (ReadOnlyMemory<byte> part in result.Buffer)
                {
                    Require(part.Span, made, offset);
                    offset += part.Length;
                }

                pipe.AdvanceTo(result.Buffer.End);
                if (result.IsCompleted)
                {
                    RequireEnd(made, offset);
                    return;
                }
            }
        }
        finally
        {
            await pipe.CompleteAsync().ConfigureAwait(false);
        }
    }

    private async Task LookAtAsync(DirectFile file, Made made, CancellationToken stop)
    {
        for (int read = 0; read < 20; read++)
        {
            int offset = _random.Next(made.Length + 1);
            int wanted = _random.Next(1, _random.Next(2) == 0 ? 4096 : 200_000);
            int count = _random.Next(2) == 0
                ? file.Read(_memory.AsSpan(0, wanted), offset)
                : await file.ReadAsync(_memory.AsMemory(0, wanted), offset, stop).ConfigureAwait(false);
            if (count != Math.Min(wanted, made.Length - offset))
            {
                Complaints.Add($"worker {number}: {made} gave {count} bytes at {offset} instead of {wanted}");
            }

            Require(_memory.AsSpan(0, count), made, offset);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ForgetReader(Made made)
    {
        switch (_random.Next(3))
        {
            case 0:
                Require(_memory.AsSpan(0, SequentialFile.OpenRead(made.Path, Options()).Read(_memory)), made, 0);
                break;
            case 1:
                Require(BlockReader.Open(made.Path, Options()).Read().Span, made, 0);
                break;
            default:
                Require(_memory.AsSpan(0, DirectFile.OpenRead(made.Path).Read(_memory, 0)), made, 0);
                break;
        }
    }

    private void Require(ReadOnlySpan<byte> bytes, Made made, long offset)
    {
        Bytes += bytes.Length;
        if (!Pattern.Is(bytes, made.Seed, offset))
        {
            Complaints.Add($"worker {number}: {made} has wrong bytes in {bytes.Length} at {offset}");
        }
    }

    private void RequireEnd(Made made, long offset)
    {
        if (offset != made.Length)
        {
            Complaints.Add($"worker {number}: {made} ends at {offset}");
        }
    }

    private sealed record Made(string Path, int Seed, int Length);
}
