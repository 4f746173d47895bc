using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Engine;

/// <summary>Whatever a simulated engine does to it, a transfer ends byte-exact or with an error that was injected.</summary>
public sealed class TransferPropertyTests : IDisposable
{
    private const int FileLength = 64 * 1024;
    private const int Patterns = 10_000;

    private readonly NativeBuffer _file = new(FileLength);
    private readonly EngineBench _bench = new(new SynchronousEngine(), FileLength);
    private readonly byte[] _content;
    private readonly Microsoft.Win32.SafeHandles.SafeFileHandle _handle;

    public TransferPropertyTests()
    {
        string path = _bench.CreateFile(FileLength);
        _handle = _bench.Open(path);
        _content = File.ReadAllBytes(path);
    }

    [Theory]
    [InlineData(20260000)]
    public void Any_pattern_of_faults_ends_byte_exact_or_with_a_clean_error(int firstSeed)
    {
        int done = 0;
        int failed = 0;
        for (int seed = firstSeed; seed < firstSeed + Patterns; seed++)
        {
            bool isDone = RunPattern(seed);
            done += isDone ? 1 : 0;
            failed += isDone ? 0 : 1;
        }

        // Both ends were really met, or the test says nothing.
        Assert.InRange(done, Patterns / 10, Patterns);
        Assert.InRange(failed, Patterns / 100, Patterns);
    }

    public void Dispose()
    {
        _bench.Dispose();
        _file.Dispose();
    }

    private bool RunPattern(int seed)
    {
        var random = new Random(seed);
        int alignment = random.Next(2) == 0 ? 1 : 512;
        int units = FileLength / alignment;
        int first = random.Next(units);
        int offset = first * alignment;
        int length = random.Next(1, Math.Min(units - first, 8192 / Math.Min(alignment, 8192)) + 1) * alignment;
        bool isRead = random.Next(2) == 0;
        IoRequest request = _bench.Request(isRead ? IoOperation.Read : IoOperation.Write, default, offset, 0, length);
        _bench.Memory.Span.Fill(0x5A);
        if (!isRead)
        {
            random.NextBytes(_bench.Memory.Span[..length]);
        }

        SimulationOptions options = Options(random, seed, isRead);
        using var engine = new SimulatedEngine(options);
        EngineFile file = engine.Attach(_handle);
        Transfer transfer = RunThrough(engine, new Transfer(request with { File = file }, alignment, length));
        Check(seed, options, isRead, offset, length, transfer);
        return transfer.State == TransferState.Done;
    }

    private static SimulationOptions Options(Random random, int seed, bool isRead) => new()
    {
        Seed = (ulong)seed,
        QueueDepth = 1,
        ShortProbability = random.Next(3) * 0.3,
        ShortAlignment = random.Next(2) == 0 ? 1 : 512,
        ZeroProbability = isRead ? 0 : random.Next(3) * 0.05,
        ErrorProbability = random.Next(3) * 0.3,
        RandomError = random.Next(2) == 0 ? NativeErrorKind.Interrupted : NativeErrorKind.WouldBlock,
        MaximumDelay = random.Next(3),
        Faults = random.Next(4) > 0
            ? []
            : [new SimulatedFault(random.Next(4), NativeErrorKind.NoSpace, (FaultExtent)random.Next(2))],
    };

    private static Transfer RunThrough(SimulatedEngine engine, Transfer transfer)
    {
        var completions = new IoCompletion[1];
        while (transfer.State == TransferState.Unfinished)
        {
            Assert.True(engine.TryQueue(transfer.Next));
            Assert.Equal(1, engine.Reap(completions, 1));
            transfer.Take(completions[0].Result);
        }

        return transfer;
    }

    // For a read the memory is judged, for a write the file; around the transfer nothing may have changed.
    private void Check(int seed, SimulationOptions options, bool isRead, int offset, int length, Transfer transfer)
    {
        string pattern = $"seed {seed}: {options}, read {isRead}, [{offset}, +{length}): {transfer.State} {transfer.Moved}";
        Assert.True(NativePlatform.Files.Read(_handle, _file.Address, FileLength, 0, TransferFlags.None).Value == FileLength);
        Span<byte> memory = _bench.Memory.Span;
        if (isRead)
        {
            Assert.True(memory[..transfer.Moved].SequenceEqual(_content.AsSpan(offset, transfer.Moved)), pattern);
            Assert.True(memory[length..].IndexOfAnyExcept((byte)0x5A) < 0, pattern);
        }
        else
        {
            memory[..transfer.Moved].CopyTo(_content.AsSpan(offset));
        }

        Assert.True(_file.Span.SequenceEqual(_content), pattern);
        bool isClean = transfer.State switch
        {
            TransferState.Done => transfer.Moved == length,
            TransferState.Failed => transfer.Error.Kind == NativeErrorKind.NoSpace
                || transfer.Error.Kind == options.RandomError,
            TransferState.NoProgress => options.ZeroProbability > 0 || options.ShortProbability > 0,
            _ => false,
        };
        Assert.True(isClean, pattern);
    }
}
