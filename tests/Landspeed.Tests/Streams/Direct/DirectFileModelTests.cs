using Landspeed.Platform;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;
using Landspeed.Tests.Files;

namespace Landspeed.Tests.Streams.Direct;

public sealed class DirectFileModelTests(TestVolumes volumes)
{
    public static TheoryData<string, IoMode?> VolumesAndModes()
    {
        var all = new TheoryData<string, IoMode?>();
        foreach (TheoryDataRow<string> volume in TestVolumes.All)
        {
            all.Add(volume.Data, null);
            all.Add(volume.Data, IoMode.Direct);
            all.Add(volume.Data, IoMode.Uncached);
            all.Add(volume.Data, IoMode.Buffered);
        }

        return all;
    }

    [Theory]
    [MemberData(nameof(VolumesAndModes))]
    public Task It_behaves_as_a_file_on_every_file_system(string volume, IoMode? mode) =>
        RunAsync(volume, new() { Mode = mode }, 1500, seed: 11);

    [Theory]
    [InlineData(EngineKind.Uring, null)]
    [InlineData(EngineKind.Uring, IoMode.Direct)]
    [InlineData(EngineKind.Uring, IoMode.Buffered)]
    [InlineData(EngineKind.Threads, IoMode.Direct)]
    [InlineData(EngineKind.Threads, IoMode.Uncached)]
    [InlineData(EngineKind.Synchronous, IoMode.Direct)]
    public Task It_behaves_as_a_file_over_every_engine(EngineKind kind, IoMode? mode) =>
        RunAsync("scratch", new() { Mode = mode, Engine = kind, QueueDepth = 3 }, 1500, seed: 12);

    [Theory]
    [InlineData(IoMode.Direct, 21UL)]
    [InlineData(IoMode.Direct, 22UL)]
    [InlineData(IoMode.Uncached, 23UL)]
    [InlineData(IoMode.Buffered, 24UL)]
    public Task It_behaves_as_a_file_when_requests_end_short_late_interrupted_and_in_another_order(IoMode mode, ulong seed) =>
        RunAsync("scratch", new() { Mode = mode, EngineFactory = depth => Simulated(depth, mode, seed) }, 2000, (int)seed);

    [Theory]
    [InlineData(IoMode.Direct, 31)]
    [InlineData(IoMode.Buffered, 32)]
    public Task It_behaves_as_a_file_when_system_calls_end_short_and_interrupted(IoMode mode, int seed)
    {
        var random = new Random(seed);
        int alignment = mode == IoMode.Direct ? 4096 : 1;
        (NativeResult? Result, int Length) Distort(int length)
        {
            lock (random)
            {
                return random.Next(4) switch
                {
                    0 => (FaultyFileCalls.Error(NativeErrorKind.Interrupted), length),
                    1 => (FaultyFileCalls.Error(NativeErrorKind.WouldBlock), length),
                    2 when length > alignment => (null, alignment * random.Next(1, length / alignment)),
                    _ => (null, length),
                };
            }
        }

        var calls = new FaultyFileCalls
        {
            OnRead = Distort,
            OnWrite = Distort,
            OnSetLength = () => Distort(1).Result is { Error.Kind: NativeErrorKind.Interrupted } interrupted ? interrupted : null,
        };
        return RunAsync("scratch", new() { Mode = mode, Calls = calls }, 2000, seed);
    }

    private static SimulatedEngine Simulated(int depth, IoMode mode, ulong seed) => new(new SimulationOptions
    {
        Seed = seed,
        QueueDepth = depth,
        ShortProbability = 0.3,
        ShortAlignment = mode == IoMode.Direct ? 4096 : 1,
        ErrorProbability = 0.2,
        MaximumDelay = 4,
        Order = CompletionOrder.Random,
    });

    private async Task RunAsync(string volume, DirectFileOptions options, int steps, int seed)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string path = scratch.File("file");
        string twin = scratch.File("twin");
        await using (DirectFile file = DirectFile.Create(path, options))
        {
            using var model = new DirectFileModel(file, twin, seed);
            await model.RunAsync(steps, TestContext.Current.CancellationToken);
            await file.DisposeAsync();
            model.Dispose();
            model.CompareFiles(path, twin);
        }
    }
}
