using Landspeed.Engine;
using Landspeed.Streams.Threading;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Streams.Threading;

public sealed class EngineThreadTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly AlignedBufferPool _memory = new(8, 4096, 4096);
    private readonly SafeFileHandle _file;

    public EngineThreadTests() => _file = File.OpenHandle(_scratch.CreateFile("a", 64 * 1024));

    public static TheoryData<Exception> Breaks =>
    [
        new NativeIOException("break", null, NativeError.Of(NativeErrorKind.OutOfMemory)),
        new InvalidOperationException("broke"),
    ];

    public static TheoryData<string> CallsOfTheStart => ["create", "CreateWaker", "Attach", "AttachMemory"];

    [Fact]
    public void No_engine_is_made_before_the_first_operation()
    {
        using var thread = new EngineThread(() => throw new InvalidOperationException("made"), _file, _memory);

        Assert.Null(thread.Engine);
    }

    [Theory]
    [MemberData(nameof(CallsOfTheStart))]
    public void An_engine_that_cannot_be_made_is_told_to_each_caller_and_tried_again(string call)
    {
        var refusal = new NativeIOException("start", null, NativeError.Of(NativeErrorKind.OutOfMemory), hint: "Wait.");
        List<FakeEngine> engines = [];
        IIoEngine Create()
        {
            FakeEngine engine = call == "create" ? throw refusal : Made(engines);
            engine.Before = Throw(call, 0, refusal);
            return engine;
        }

        var thread = new EngineThread(Create, _file, _memory);
        var operation = RecordedOperation.Read(_memory.Address);

        for (int round = 0; round < 3; round++)
        {
            var failure = Assert.Throws<NativeIOException>(() => thread.Post(operation, Urgency.AtOnce));
            Assert.Equal(refusal.Error, failure.Error);
            Assert.Equal(refusal.Hint, failure.Hint);
        }

        thread.Dispose();

        Assert.Equal(0, operation.Ends);
        Assert.Null(thread.Engine);
        Assert.Equal(call == "create" ? 0 : 3, engines.Count);
        Assert.All(engines, engine => Assert.True(engine.IsDisposed));
    }

    [Fact]
    public void A_thread_that_the_system_refuses_is_told_and_tried_again()
    {
        int refusals = 2;
        Action<Thread> start = thread =>
        {
            if (refusals-- > 0)
            {
                throw new OutOfMemoryException();
            }

            thread.Start();
        };
        using var thread = new EngineThread(() => new SynchronousEngine(), _file, _memory, start);
        var operation = RecordedOperation.Read(_memory.Address);

        for (int round = 0; round < 2; round++)
        {
            var failure = Assert.Throws<NativeIOException>(() => thread.Post(operation, Urgency.AtOnce));
            Assert.Equal(NativeErrorKind.WouldBlock, failure.Error.Kind);
        }

        thread.Post(operation, Urgency.AtOnce);
        operation.WaitForEnd();
        Assert.Equal(1, operation.Ends);
    }

    [Fact]
    public void A_thread_that_never_started_is_disposed_without_a_wait()
    {
        var thread = new EngineThread(
            () => new SynchronousEngine(), _file, _memory, _ => throw new OutOfMemoryException());

        Assert.Throws<NativeIOException>(() => thread.Post(RecordedOperation.Read(_memory.Address), Urgency.AtOnce));
        thread.Dispose();
    }

    [Fact]
    public void A_start_that_fails_by_our_mistake_names_it()
    {
        using var thread = new EngineThread(() => throw new ArgumentException("a mistake"), _file, _memory);

        var failure = Assert.Throws<InvalidOperationException>(
            () => thread.Post(RecordedOperation.Read(_memory.Address), Urgency.AtOnce));

        Assert.IsType<ArgumentException>(failure.InnerException);
        Assert.Contains("a mistake", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Breaks))]
    public void An_engine_that_breaks_fails_each_operation_once_and_all_later_calls(Exception failure)
    {
        foreach (string call in (string[])["TryQueue", "Reap"])
        {
            for (int after = 0; after < 12; after++)
            {
                BreakWithEightPosted(call, after, failure);
            }
        }
    }

    [Fact]
    public void Memory_of_an_engine_that_can_neither_go_on_nor_drain_is_never_given_back()
    {
        var refusal = new NativeIOException("break", null, NativeError.Of(NativeErrorKind.DeviceFailure));
        var engine = new FakeEngine
        {
            Before = (name, _) =>
            {
                if (name is "Reap" or "Dispose")
                {
                    throw refusal;
                }
            },
        };
        var thread = new EngineThread(() => engine, _file, _memory);
        var operation = RecordedOperation.Read(_memory.Address);
        thread.Post(operation, Urgency.AtOnce);
        operation.WaitForEnd();

        thread.Dispose();

        Assert.True(thread.IsMemoryLost);
        Assert.Equal(TransferState.Failed, operation.State);
        Assert.Equal(NativeErrorKind.DeviceFailure, operation.Error.Kind);
    }

    [Fact]
    public void A_broken_engine_is_not_disposed_while_another_thread_wakes_it()
    {
        using var reaping = new ManualResetEventSlim();
        using var waking = new ManualResetEventSlim();
        using var disposed = new ManualResetEventSlim();
        bool disposedDuringWake = false;
        var engine = new FakeEngine();
        engine.Before = (name, _) =>
        {
            switch (name)
            {
                case "Reap":
                    reaping.Set();
                    waking.Wait();
                    throw new NativeIOException("break", null, NativeError.Of(NativeErrorKind.DeviceFailure));
                case "Dispose":
                    disposed.Set();
                    break;
                default:
                    break;
            }
        };
        engine.OnWake = () =>
        {
            waking.Set();
            disposedDuringWake = disposed.Wait(TimeSpan.FromMilliseconds(200));
        };
        using var thread = new EngineThread(() => engine, _file, _memory);
        var first = RecordedOperation.Read(_memory.Address);
        var second = RecordedOperation.Read(_memory.Address);
        thread.Post(first, Urgency.AtOnce);
        reaping.Wait(TestContext.Current.CancellationToken);

        thread.Post(second, Urgency.AtOnce);

        first.WaitForEnd();
        second.WaitForEnd();
        Assert.False(disposedDuringWake);
    }

    [Theory]
    [InlineData(EngineKind.Uring)]
    [InlineData(EngineKind.Threads)]
    [InlineData(EngineKind.Synchronous)]
    public void Operations_of_several_threads_end_once_each(EngineKind kind)
    {
        const int Total = 4000;
        int depth = kind == EngineKind.Synchronous ? 1 : 8;
        using var thread = new EngineThread(() => MakeEngine(kind, depth), _file, _memory);
        RecordedOperation[][] posted = [.. Enumerable.Range(0, 4).Select(_ => Enumerable.Range(0, Total / 4)
            .Select(index => RecordedOperation.Read(_memory.Address + (index % 8 * 4096), index % 64 * 512)).ToArray())];
        Thread[] posters = [.. posted.Select(operations => new Thread(() =>
        {
            for (int index = 0; index < operations.Length; index++)
            {
                thread.Post(operations[index], index % 3 == 0 ? Urgency.WithNextCompletion : Urgency.AtOnce);
                if (index % 50 == 0)
                {
                    operations[index].WaitForEnd();
                }
            }
        }))];
        Array.ForEach(posters, poster => poster.Start());
        Array.ForEach(posters, poster => poster.Join());
        Assert.Equal(kind, thread.Engine!.Kind);

        thread.Dispose();

        Assert.All(posted.SelectMany(operations => operations), operation => Assert.Equal(
            (1, TransferState.Done, 512), (operation.Ends, operation.State, operation.Moved)));
    }

    [Fact]
    public void Disposing_waits_for_all_that_was_posted_and_refuses_what_comes_later()
    {
        var thread = new EngineThread(() => new FakeEngine(2), _file, _memory);
        RecordedOperation[] posted = [.. Enumerable.Range(0, 40).Select(_ => RecordedOperation.Read(_memory.Address))];
        Array.ForEach(posted, operation => thread.Post(operation, Urgency.WithNextCompletion));

        thread.Dispose();
        thread.Dispose();

        Assert.All(posted, operation => Assert.Equal((1, TransferState.Done), (operation.Ends, operation.State)));
        var late = RecordedOperation.Read(_memory.Address);
        Assert.Throws<ObjectDisposedException>(() => thread.Post(late, Urgency.AtOnce));
        Assert.Equal(0, late.Ends);
    }

    [Fact]
    public void After_a_rest_thread_and_engine_end_and_come_again_with_the_next_operation()
    {
        List<FakeEngine> engines = [];
        using var thread = new EngineThread(() => Made(engines), _file, _memory, rest: TimeSpan.FromMilliseconds(20));
        var operation = RecordedOperation.Read(_memory.Address);

        for (int round = 1; round <= 3; round++)
        {
            // One: between two, this thread may have to wait for a processor longer than the rest.
            PostAndWait(thread, operation, 1);

            Assert.Equal(round, engines.Count);
            Assert.True(SpinWait.SpinUntil(() => engines[^1].IsDisposed, TimeSpan.FromSeconds(30)));
            Assert.NotNull(thread.Engine);
        }
    }

    [Fact]
    public void Without_a_rest_the_engine_stays()
    {
        List<FakeEngine> engines = [];
        using var thread = new EngineThread(() => Made(engines), _file, _memory);
        var operation = RecordedOperation.Read(_memory.Address);

        PostAndWait(thread, operation, 1);
        Thread.Sleep(100);
        PostAndWait(thread, operation, 1);

        Assert.False(Assert.Single(engines).IsDisposed);
    }

    [Fact]
    public void An_engine_that_cannot_be_made_after_a_rest_is_told_and_tried_again()
    {
        var refusal = new NativeIOException("start", null, NativeError.Of(NativeErrorKind.OutOfMemory), hint: "Wait.");
        List<FakeEngine> engines = [];
        bool refuses = false;
        using var thread = new EngineThread(
            () => refuses ? throw refusal : Made(engines), _file, _memory, rest: TimeSpan.FromMilliseconds(20));
        var operation = RecordedOperation.Read(_memory.Address);
        PostAndWait(thread, operation, 1);
        Assert.True(SpinWait.SpinUntil(() => engines[0].IsDisposed, TimeSpan.FromSeconds(30)));

        refuses = true;
        operation.Prepare(_memory.Address);
        Assert.Equal("Wait.", Assert.Throws<NativeIOException>(() => thread.Post(operation, Urgency.AtOnce)).Hint);
        Assert.Equal("Wait.", Assert.Throws<NativeIOException>(() => thread.Post(operation, Urgency.AtOnce)).Hint);
        Assert.Equal(1, operation.Ends);

        refuses = false;
        PostAndWait(thread, operation, 1);
        Assert.Equal(2, engines.Count);
    }

    // Without any rest the engine is about to end before the caller that it was started for has its turn.
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Operations_that_come_while_the_engine_goes_to_rest_end_once_each(int restMs)
    {
        List<FakeEngine> engines = [];
        var thread = new EngineThread(() => Made(engines), _file, _memory, rest: TimeSpan.FromMilliseconds(restMs));
        RecordedOperation[][] posted = [.. Enumerable.Range(0, 3).Select(_ => Enumerable.Range(0, 400)
            .Select(index => RecordedOperation.Read(_memory.Address + (index % 8 * 4096))).ToArray())];
        Thread[] posters = [.. posted.Select((operations, seed) => new Thread(() =>
        {
            var random = new Random(seed);
            foreach (RecordedOperation operation in operations)
            {
                thread.Post(operation, random.Next(2) == 0 ? Urgency.WithNextCompletion : Urgency.AtOnce);
                if (random.Next(2) == 0)
                {
                    Thread.Sleep(random.Next(4));
                }
            }
        }))];
        Array.ForEach(posters, poster => poster.Start());
        Array.ForEach(posters, poster => poster.Join());

        thread.Dispose();

        Assert.All(posted.SelectMany(operations => operations), operation =>
            Assert.Equal((1, TransferState.Done), (operation.Ends, operation.State)));
        Assert.InRange(engines.Count, 3, 1200);
        Assert.All(engines, engine => Assert.True(engine.IsDisposed));
    }

    [Fact]
    public void Posting_again_and_again_allocates_nothing()
    {
        using var thread = new EngineThread(() => new FakeEngine(), _file, _memory);
        var operation = RecordedOperation.Read(_memory.Address);
        PostAndWait(thread, operation, 100);

        Allocation.AssertNoneHere(() => PostAndWait(thread, operation, 1000));
    }

    public void Dispose()
    {
        _file.Dispose();
        _memory.Dispose();
        _scratch.Dispose();
    }

    private void PostAndWait(EngineThread thread, RecordedOperation operation, int times)
    {
        for (int time = 0; time < times; time++)
        {
            int ends = operation.Ends;
            operation.Prepare(_memory.Address);
            thread.Post(operation, Urgency.AtOnce);
            while (operation.Ends == ends)
            {
                Thread.Yield();
            }
        }
    }

    private static FakeEngine Made(List<FakeEngine> engines)
    {
        var engine = new FakeEngine();
        engines.Add(engine);
        return engine;
    }

    private static IIoEngine MakeEngine(EngineKind kind, int depth)
    {
        if (kind == EngineKind.Uring)
        {
            Capability.Require("io_uring", UringEngine.Probe().Available);
        }

        return IoEngines.Create(kind, depth);
    }

    private static Action<string, int> Throw(string call, int after, Exception failure) => (name, before) =>
    {
        if (name == call && before >= after)
        {
            throw failure;
        }
    };

    private void BreakWithEightPosted(string call, int after, Exception failure)
    {
        var engine = new FakeEngine(4) { Before = Throw(call, after, failure) };
        using var thread = new EngineThread(() => engine, _file, _memory);
        List<RecordedOperation> taken = [];
        bool refused = false;
        for (int index = 0; index < 100 && !refused; index++)
        {
            var operation = RecordedOperation.Read(_memory.Address + (index % 8 * 4096));
            try
            {
                thread.Post(operation, index % 2 == 0 ? Urgency.AtOnce : Urgency.WithNextCompletion);
                taken.Add(operation);
            }
            catch (Exception thrown) when (thrown is NativeIOException or InvalidOperationException)
            {
                refused = true;
                Assert.Equal(0, operation.Ends);
            }
        }

        taken.ForEach(operation => operation.WaitForEnd());
        Type expected = failure is NativeIOException ? typeof(NativeIOException) : typeof(InvalidOperationException);
        Assert.True(SpinWait.SpinUntil(() => IsRefused(thread, expected), TimeSpan.FromSeconds(30)), $"{call} {after}");
        thread.Dispose();

        Assert.All(taken, operation => Assert.Equal(1, operation.Ends));
        NativeErrorKind kind = failure is NativeIOException native ? native.Error.Kind : NativeErrorKind.Other;
        Assert.All(taken.Where(operation => operation.State != TransferState.Done), operation =>
            Assert.Equal((TransferState.Failed, kind), (operation.State, operation.Error.Kind)));
        Assert.True(engine.IsDisposed);
    }

    // Posts until the engine has met its break: it may be later than the operations so far.
    private bool IsRefused(EngineThread thread, Type expected)
    {
        try
        {
            var operation = RecordedOperation.Read(_memory.Address);
            thread.Post(operation, Urgency.AtOnce);
            operation.WaitForEnd();
            return false;
        }
        catch (Exception failure) when (failure.GetType() == expected)
        {
            return true;
        }
    }
}
