using System.IO.Pipes;
using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Platform.Linux;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Engine;

[Collection(ProcessWideCollection.Name)]
public class UringEngineFaultTests
{
    private readonly FaultyUringCalls _calls = new();

    public UringEngineFaultTests() => Capability.Require("io_uring", UringEngine.Probe().Available);

    [Fact]
    public void A_hundred_interruptions_of_a_call_are_not_noticed()
    {
        using var engine = new UringEngine(4, _calls);
        Refuse(NativeErrorKind.Interrupted, times: 100);
        Queue(engine, 1);
        engine.Submit();
        Refuse(NativeErrorKind.Interrupted, times: 100);
        Queue(engine, 2);

        Assert.Equal([1UL, 2UL], Tags(engine, minimum: 2));
    }

    [Fact]
    public void Without_registered_files_requests_work_all_the_same()
    {
        _calls.RegisterErrorCode = operation =>
            operation == UringConstants.IORING_REGISTER_FILES ? LinuxErrors.EMFILE : null;
        using var bench = new EngineBench(new UringEngine(4, _calls));

        Assert.Equal(EngineBench.Page, bench.Run(bench.Request(IoOperation.Read, bench.AttachFile(8192), 0)).Value);
        Assert.Contains(bench.Engine.Description.Missing, reason => reason.Contains("ulimit -n", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(UringConstants.IORING_SETUP_NO_SQARRAY)]
    [InlineData(UringConstants.IORING_SETUP_NO_SQARRAY | UringConstants.IORING_SETUP_DEFER_TASKRUN)]
    [InlineData(~UringConstants.IORING_SETUP_CLAMP)]
    public void An_older_kernel_gets_the_flags_that_it_knows(uint unknown)
    {
        using var bench = new EngineBench(new UringEngine(8, new FaultyUringCalls { UnknownSetupFlags = unknown }));
        EngineFile file = bench.AttachFile(EngineBench.Page);
        for (int round = 0; round < 5; round++)
        {
            while (bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0)))
            {
            }

            Assert.All(bench.ReapAll(), completion => Assert.Equal(EngineBench.Page, completion.Result.Value));
        }

        Assert.NotEmpty(bench.Engine.Description.Missing);
    }

    private void Refuse(NativeErrorKind kind, int times)
    {
        for (int count = 0; count < times; count++)
        {
            _calls.EnterErrors.Enqueue(kind);
        }
    }

    private static void Queue(UringEngine engine, ulong tag) =>
        Assert.True(engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = tag }));

    // Looks instead of waiting: what was lost must not make the test wait for ever.
    private static ulong[] Tags(UringEngine engine, int minimum)
    {
        var completions = new IoCompletion[16];
        List<ulong> tags = [];
        SpinWait.SpinUntil(
            () =>
            {
                int count = engine.Reap(completions, 0);
                tags.AddRange(completions.AsSpan(0, count).ToArray().Select(completion => completion.Tag));
                return tags.Count >= minimum;
            },
            TimeSpan.FromSeconds(10));
        return [.. tags.Order()];
    }
}
