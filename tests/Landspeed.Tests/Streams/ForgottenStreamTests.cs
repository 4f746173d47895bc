using System.Runtime.CompilerServices;
using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams;

/// <summary>
/// What is never disposed loses no byte, harms no other file and ends no process, whatever the thread pool and the
/// collector do meanwhile.
/// </summary>
[Collection(ProcessWideCollection.Name)]
public sealed class ForgottenStreamTests : IDisposable
{
    private static readonly int[] s_lengths =
        [1, 1000, 4096, 200_000, 262_143, 262_144, 262_145, 300_000, 1_000_000, 4 << 20, 9_000_000];

    private readonly ScratchDirectory _scratch = new();

    [Theory]
    [InlineData(null, false)]
    [InlineData(null, true)]
    [InlineData(IoMode.Direct, false)]
    [InlineData(IoMode.Direct, true)]
    [InlineData(IoMode.Buffered, false)]
    [InlineData(IoMode.Buffered, true)]
    [InlineData(IoMode.Uncached, true)]
    public void A_forgotten_writer_writes_all_and_nothing_else(IoMode? mode, bool poolIsBusy)
    {
        var options = new SequentialFileOptions { Mode = mode };
        for (int round = 0; round < 2; round++)
        {
            List<(string Path, byte[] Bytes)> files = [];
            using var pool = new BusyPool(poolIsBusy);
            foreach (int length in s_lengths)
            {
                for (int kind = 0; kind < 4; kind++)
                {
                    byte[] bytes = Bytes(length, round + kind);
                    string path = _scratch.File(FormattableString.Invariant($"{round}-{length}-{kind}"));
                    files.Add((path, bytes));
                    Forget(kind, path, options, bytes);
                }
            }

            Collect();
            List<Stream> innocent = [.. Enumerable.Range(0, 6).Select(
                number => (Stream)SequentialFile.Create(Innocent(number), options))];
            byte[] filling = new byte[200_000];
            filling.AsSpan().Fill(0xab);
            innocent.ForEach(stream => stream.Write(filling));
            pool.Dispose();
            Assert.True(
                SpinWait.SpinUntil(() => AreWhole(files), TimeSpan.FromSeconds(30)),
                string.Join(", ", files.Where(file => !IsWhole(file)).Select(file => Path.GetFileName(file.Path))));
            innocent.ForEach(stream => stream.Dispose());
            for (int number = 0; number < innocent.Count; number++)
            {
                Assert.Equal(filling, File.ReadAllBytes(Innocent(number)));
            }
        }
    }

    [Fact]
    public void A_writer_that_nobody_holds_but_its_call_is_not_forgotten()
    {
        byte[] bytes = Bytes(2 << 20, 7);
        using var stress = new CollectorStress();
        for (int round = 0; round < 6; round++)
        {
            string path = _scratch.File(FormattableString.Invariant($"{round}"));
            Forget(round % 4, path, new SequentialFileOptions { Mode = IoMode.Direct }, bytes);
            Assert.True(SpinWait.SpinUntil(() => IsWhole((path, bytes)), TimeSpan.FromSeconds(30)), path);
            Assert.Equal(100, ReadLast(path));
        }
    }

    [Fact]
    public void Memory_that_a_forgotten_writer_lent_stays_mapped()
    {
        using var stress = new CollectorStress();
        for (int round = 0; round < 20; round++)
        {
            Span<byte> lent = Lend(_scratch.File(FormattableString.Invariant($"{round}")));
            Collect();
            Collect();
            for (int pass = 0; pass < 10; pass++)
            {
                lent.Fill((byte)pass);
            }
        }
    }

    [Fact]
    public void What_is_forgotten_after_its_thread_has_ended_ends_no_process()
    {
        string path = _scratch.CreateFile("a", 1 << 20);
        for (int kind = 0; kind < 6; kind++)
        {
            ForgetBroken(kind, path);
        }

        for (int round = 0; round < 5; round++)
        {
            Collect();
            using var pool = new BusyPool(isBusy: true); // its items come after those of the finalizers
        }
    }

    public void Dispose() => _scratch.Dispose();

    private string Innocent(int number) => _scratch.File(FormattableString.Invariant($"innocent {number}"));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Forget(int kind, string path, SequentialFileOptions options, byte[] bytes)
    {
        switch (kind)
        {
            case 0:
                SequentialFile.Create(path, options).Write(bytes);
                break;
            case 1:
                File.WriteAllBytes(path, bytes[..(bytes.Length / 2)]);
                SequentialFile.Append(path, options).Write(bytes.AsSpan(bytes.Length / 2));
                break;
            case 2:
                BlockWriter.Create(path, options).Write(bytes);
                break;
            default:
                Fill(BlockWriter.Create(path, options), bytes);
                break;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Fill(BlockWriter writer, ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            Span<byte> room = writer.GetSpan();
            int count = Math.Min(room.Length, bytes.Length);
            bytes[..count].CopyTo(room);
            writer.Advance(count);
            bytes = bytes[count..];
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Span<byte> Lend(string path) =>
        BlockWriter.Create(path, new SequentialFileOptions { Mode = IoMode.Direct }).GetSpan();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void ForgetBroken(int kind, string path)
    {
        var options = new SequentialFileOptions
        {
            Mode = IoMode.Direct,
            EngineFactory =
                _ => throw new NativeIOException("make", null, NativeError.Of(NativeErrorKind.NotSupported)),
        };
        Assert.ThrowsAny<IOException>(() =>
        {
            switch (kind)
            {
                case 0:
                    SequentialFile.OpenRead(path, options).ReadByte();
                    break;
                case 1:
                    SequentialFile.Create(path + "1", options).Write(new byte[4 << 20]);
                    break;
                case 2:
                    BlockReader.Open(path, options).Read();
                    break;
                case 3:
                    BlockWriter.Create(path + "3", options).Write(new byte[4 << 20]);
                    break;
                case 4:
                    Lines.Enumerate(path, new LineOptions { File = options }).GetEnumerator().MoveNext();
                    break;
                default:
                    DirectFile.OpenRead(path, new DirectFileOptions { EngineFactory = options.EngineFactory })
                        .ReadAsync(new byte[4096], 0, default).AsTask().GetAwaiter().GetResult();
                    break;
            }
        });
    }

    // The file's only reference is on the stack of the call.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadLast(string path) =>
        DirectFile.OpenRead(path).Read(new byte[4096], new FileInfo(path).Length - 100);

    private static bool AreWhole(List<(string Path, byte[] Bytes)> files)
    {
        Collect();
        return files.TrueForAll(IsWhole);
    }

    // Nobody has it open for writing any more either: what is written later would not be seen.
    private static bool IsWhole((string Path, byte[] Bytes) file)
    {
        try
        {
            using var alone = new FileStream(file.Path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            byte[] found = new byte[alone.Length];
            alone.ReadExactly(found);
            return found.AsSpan().SequenceEqual(file.Bytes);
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    private static byte[] Bytes(int length, int seed)
    {
        byte[] bytes = new byte[length];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>All threads of the pool wait until it is disposed.</summary>
    private sealed class BusyPool : IDisposable
    {
        private readonly ManualResetEventSlim _end = new();
        private readonly CountdownEvent _ended;

        internal BusyPool(bool isBusy)
        {
            ThreadPool.GetMinThreads(out int count, out _);
            _ended = new CountdownEvent(isBusy ? 4 * count : 0);
            for (int item = 0; item < _ended.InitialCount; item++)
            {
                ThreadPool.UnsafeQueueUserWorkItem(static pool => pool.Work(), this, preferLocal: false);
            }
        }

        public void Dispose()
        {
            _end.Set();
            _ended.Wait();
        }

        private void Work()
        {
            _end.Wait(TimeSpan.FromSeconds(10));
            _ended.Signal();
        }
    }

    /// <summary>Collects again and again until it is disposed.</summary>
    private sealed class CollectorStress : IDisposable
    {
        private readonly Thread _thread;
        private volatile bool _ends;

        internal CollectorStress()
        {
            _thread = new Thread(Work) { IsBackground = true };
            _thread.Start();
        }

        public void Dispose()
        {
            _ends = true;
            _thread.Join();
        }

        private void Work()
        {
            while (!_ends)
            {
                Collect();
            }
        }
    }
}
