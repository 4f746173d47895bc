using System.Diagnostics;
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
        using var engine = Ring.Make(4, _calls);
        Refuse(NativeErrorKind.Interrupted, times: 100);
        Queue(engine, 1);
        engine.Submit();
        Refuse(NativeErrorKind.Interrupted, times: 100);
        Queue(engine, 2);

        Assert.Equal([1UL, 2UL], Tags(engine, minimum: 2));
    }

    [Theory]
    [InlineData(NativeErrorKind.WouldBlock)]
    [InlineData(NativeErrorKind.Busy)]
    public void A_kernel_short_of_memory_is_given_time_while_requests_are_in_flight(NativeErrorKind kind)
    {
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        using var end = new SafeFileHandle(pipe.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false);
        using var memory = new NativeBuffer(4096);
        using var engine = Ring.Make(4, _calls);
        List<uint> waits = [];
        _calls.BeforeWait = minimum =>
        {
            waits.Add(minimum);
            pipe.WriteByte(7);
        };
        Assert.True(engine.TryQueue(new IoRequest
        {
            Operation = IoOperation.Read, File = engine.Attach(end), Address = memory.Address, Length = 1, Tag = 1,
        }));
        engine.Submit();
        Queue(engine, 2);
        Refuse(kind, times: 1);

        engine.Submit();

        Assert.Equal([1U], waits);
        Assert.Equal([1UL, 2UL], Tags(engine, minimum: 2));
    }

    [Fact]
    public void Reaping_that_fails_loses_no_completion()
    {
        using var engine = Ring.Make(4, _calls);
        Queue(engine, 1);
        engine.Submit();
        Queue(engine, 2);
        Refuse(NativeErrorKind.OutOfMemory, times: 1);

        Assert.Throws<NativeIOException>(() => engine.Reap(new IoCompletion[4], 2));

        Assert.Equal(2, engine.Outstanding);
        Assert.Equal([1UL, 2UL], Tags(engine, minimum: 2));
        Assert.Equal(0, engine.Outstanding);
    }

    [Fact]
    public void Completions_come_before_an_error()
    {
        using var engine = Ring.Make(4, _calls);
        Queue(engine, 1);
        engine.Submit();
        Queue(engine, 2);
        Refuse(NativeErrorKind.OutOfMemory, times: 2);
        var completions = new IoCompletion[4];

        Assert.Equal(1, engine.Reap(completions, 1));
        Assert.Equal(1UL, completions[0].Tag);
        Assert.Throws<NativeIOException>(() => engine.Reap(completions, 1));

        Assert.Equal([2UL], Tags(engine, minimum: 1));
    }

    [Fact]
    public void Submitting_that_fails_can_be_repeated()
    {
        using var engine = Ring.Make(4, _calls);
        Queue(engine, 1);
        Refuse(NativeErrorKind.WouldBlock, times: 1);

        Assert.Throws<NativeIOException>(engine.Submit);

        engine.Submit();
        Assert.Equal([1UL], Tags(engine, minimum: 1));
    }

    [Fact]
    public void A_request_that_could_not_be_passed_on_at_once_is_queued_all_the_same()
    {
        const int Count = EngineLimits.SubmissionGroup + 2;
        using var engine = Ring.Make(Count, _calls);
        Refuse(NativeErrorKind.OutOfMemory, times: 1);
        for (int tag = 1; tag <= Count; tag++)
        {
            Queue(engine, (ulong)tag);
        }

        Assert.Equal(Count, Tags(engine, minimum: Count).Length);
    }

    [Fact]
    public void Another_thread_cannot_queue()
    {
        using var engine = Ring.Make(4, _calls);
        Exception? failure = null;
        var other = new Thread(() => failure = Record.Exception(() => Queue(engine, 1)));
        other.Start();
        other.Join();

        Assert.IsType<InvalidOperationException>(failure);
        Assert.Equal(0, engine.Outstanding);
    }

    [Fact]
    public void A_file_that_cannot_be_registered_is_refused_and_takes_no_place()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 10);
        NativePlatform.Files.Open(
            scratch.FilePath("a"), FileAccessKind.Identify, FileCreation.MustExist, out SafeFileHandle? named);
        using SafeFileHandle file = File.OpenHandle(scratch.File("a"));
        using var engine = Ring.Make(4, _calls);
        for (int attempt = 0; attempt < EngineLimits.MaximumFiles; attempt++)
        {
            Assert.Throws<NativeIOException>(() => engine.Attach(named!));
        }

        engine.Attach(file);
        named!.Dispose();

        Assert.True(named.IsClosed, "the engine kept the file that it refused");
    }

    [Fact]
    public void Without_registered_files_requests_work_all_the_same()
    {
        _calls.RegisterErrorCode = operation =>
            operation == UringConstants.IORING_REGISTER_FILES ? LinuxErrors.EMFILE : null;
        using var bench = new EngineBench(Ring.Make(4, _calls));

        Assert.Equal(EngineBench.Page, bench.Run(bench.Request(IoOperation.Read, bench.AttachFile(8192), 0)).Value);
        Assert.Contains(bench.Engine.Description.Missing, reason => reason.Contains("ulimit -n", StringComparison.Ordinal));
    }

    [Fact]
    public void A_constructor_that_fails_leaves_no_descriptor_behind()
    {
        ProcessTable before = ProcessTable.Read();
        _calls.RegisterErrorCode = operation =>
            operation == UringConstants.IORING_REGISTER_FILES ? LinuxErrors.EIO : null;

        Assert.Throws<NativeIOException>(() => new UringEngine(4, _calls));

        Assert.Empty(before.Left());
    }

    [Theory]
    [InlineData(UringConstants.IORING_SETUP_NO_SQARRAY)]
    [InlineData(UringConstants.IORING_SETUP_NO_SQARRAY | UringConstants.IORING_SETUP_DEFER_TASKRUN)]
    [InlineData(~UringConstants.IORING_SETUP_CLAMP)]
    public void An_older_kernel_gets_the_flags_that_it_knows(uint unknown)
    {
        using var bench = new EngineBench(Ring.Make(8, new FaultyUringCalls { UnknownSetupFlags = unknown }));
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

    [Fact]
    public void A_kernel_without_timed_waits_keeps_deadlines_as_well()
    {
        var calls = new FaultyUringCalls
        {
            UnknownFeatures = UringConstants.IORING_FEAT_EXT_ARG | UringConstants.IORING_FEAT_RSRC_TAGS,
        };
        using var stalled = StalledRequest.OnPipe();
        using var bench = new EngineBench(Ring.Make(8, calls));
        EngineFile file = bench.Engine.Attach(stalled.File);
        Assert.True(bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0, length: 1) with { Tag = 1 }));
        Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 2 }));
        var completions = new IoCompletion[2];
        long deadline = Stopwatch.GetTimestamp() + (Stopwatch.Frequency / 50);

        Assert.Equal((1, 2UL), (bench.Engine.Reap(completions, 2, deadline), completions[0].Tag));

        Assert.True(Stopwatch.GetTimestamp() >= deadline, "the wait ended before its deadline");
        stalled.LetGo();
        Assert.Equal(1, bench.Engine.Reap(completions, 1, deadline + (3600 * Stopwatch.Frequency)));
        Assert.Equal(1UL, completions[0].Tag);
    }

    [Fact]
    public void A_kernel_before_5_6_is_refused_as_not_supporting_it()
    {
        var refused = Assert.Throws<NativeIOException>(
            () => new UringEngine(4, new FaultyUringCalls { UnknownSetupFlags = uint.MaxValue }));

        Assert.Equal(NativeErrorKind.NotSupported, refused.Error.Kind);
        Assert.Contains("older than 5.6", refused.Hint, StringComparison.Ordinal);
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
