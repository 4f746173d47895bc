using Landspeed.Engine;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Engine;

public sealed class SimulatedEngineTests
{
    [Fact]
    public void The_same_seed_and_calls_give_the_same_completions()
    {
        var options = new SimulationOptions
        {
            Seed = 2004,
            QueueDepth = 8,
            ShortProbability = 0.3,
            ZeroProbability = 0.1,
            ErrorProbability = 0.2,
            MaximumDelay = 3,
            Order = CompletionOrder.Random,
        };

        IoCompletion[] first = Run(options, 500);

        Assert.Equal(first, Run(options, 500));
        Assert.NotEqual(first, Run(options with { Seed = 2005 }, 500));
    }

    [Fact]
    public void No_completion_is_lost_or_doubled_however_late_and_mixed_they_come()
    {
        for (ulong seed = 1; seed <= 200; seed++)
        {
            var options = new SimulationOptions
            {
                Seed = seed, QueueDepth = 1 + (int)(seed % 9), MaximumDelay = 5, Order = CompletionOrder.Random,
            };

            ulong[] tags = [.. Run(options, 100).Select(completion => completion.Tag).Order()];

            Assert.True(tags.SequenceEqual(Enumerable.Range(0, 100).Select(tag => (ulong)tag)), $"seed {seed}");
        }
    }

    [Fact]
    public void Completions_come_in_another_order_when_asked()
    {
        var options = new SimulationOptions { QueueDepth = 8 };
        ulong[] inOrder = [.. Enumerable.Range(0, 100).Select(tag => (ulong)tag)];

        Assert.Equal(inOrder, Run(options, 100).Select(completion => completion.Tag));
        Assert.NotEqual(
            inOrder, Run(options with { Order = CompletionOrder.Random }, 100).Select(completion => completion.Tag));
    }

    [Fact]
    public void A_late_completion_is_held_back_from_who_only_looks_and_given_to_who_waits()
    {
        using var bench = new EngineBench(new SimulatedEngine(new SimulationOptions { Seed = 3, MaximumDelay = 50 }));
        for (int index = 0; index < 20; index++)
        {
            bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = (ulong)index });
        }

        var completions = new IoCompletion[20];
        int early = bench.Engine.Reap(completions, 0);

        Assert.InRange(early, 0, 19);
        Assert.Equal(20 - early, bench.Engine.Reap(completions, 20 - early));
    }

    [Fact]
    public void A_delay_ends_after_so_many_looks()
    {
        using var bench = new EngineBench(new SimulatedEngine(new SimulationOptions { MaximumDelay = 4 }));
        for (int index = 0; index < 20; index++)
        {
            bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing });
        }

        var completions = new IoCompletion[20];
        int reaped = Enumerable.Range(0, 5).Sum(_ => bench.Engine.Reap(completions, 0));

        Assert.Equal(20, reaped);
    }

    [Theory]
    [InlineData(FaultExtent.Once, new[] { 0, 0, 28, 0, 0 })]
    [InlineData(FaultExtent.Permanent, new[] { 0, 0, 28, 28, 28 })]
    public void A_fault_strikes_at_the_chosen_request(FaultExtent extent, int[] expected)
    {
        var options = new SimulationOptions { Faults = [new SimulatedFault(2, NativeErrorKind.NoSpace, extent)] };

        Assert.Equal(expected, Run(options, 5).Select(completion => completion.Result.Error.Code));
    }

    [Theory]
    [InlineData(0, 100, 64)]
    [InlineData(50, 100, 64)]
    [InlineData(1, 63, 64)]
    [InlineData(0, 2, 1)]
    public void A_short_transfer_ends_at_an_aligned_place_inside(long offset, int length, int alignment)
    {
        var options = new SimulationOptions { ShortProbability = 1, ShortAlignment = alignment };
        using var bench = new EngineBench(new SimulatedEngine(options));
        EngineFile file = bench.AttachFile(EngineBench.Page);
        bool hasPlace = offset / alignment != (offset + length - 1) / alignment;
        for (int run = 0; run < 100; run++)
        {
            long moved = bench.Run(bench.Request(IoOperation.Read, file, offset, 0, length)).Value;

            Assert.InRange(moved, 1, hasPlace ? length - 1 : length);
            Assert.True(moved == length || (offset + moved) % alignment == 0, $"ended after {moved}");
        }
    }

    [Fact]
    public void A_short_or_empty_transfer_touches_nothing_beyond_what_it_reports()
    {
        using var bench = new EngineBench(
            new SimulatedEngine(new SimulationOptions { ShortProbability = 0.5, ZeroProbability = 0.3 }));
        EngineFile file = bench.AttachFile(EngineBench.Page);
        for (int run = 0; run < 100; run++)
        {
            bench.Memory.Span.Clear();
            int moved = (int)bench.Run(bench.Request(IoOperation.Read, file, 0)).Value;

            Assert.True(bench.Memory.Span[moved..].IndexOfAnyExcept((byte)0) < 0);
        }
    }

    [Fact]
    public void Options_out_of_range_are_refused()
    {
        SimulationOptions[] refused =
        [
            new() { ShortProbability = -0.1 },
            new() { ZeroProbability = 1.1 },
            new() { ErrorProbability = double.NaN },
            new() { ShortAlignment = 0 },
            new() { MaximumDelay = -1 },
        ];

        Assert.All(refused, options =>
            Assert.ThrowsAny<ArgumentOutOfRangeException>(() => new SimulatedEngine(options)));
    }

    private static IoCompletion[] Run(SimulationOptions options, int requests)
    {
        using var bench = new EngineBench(new SimulatedEngine(options));
        EngineFile file = bench.AttachFile(EngineBench.Page);
        List<IoCompletion> reaped = [];
        var completions = new IoCompletion[3];
        int queued = 0;
        while (reaped.Count < requests)
        {
            while (queued < requests
                && bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0) with { Tag = (ulong)queued }))
            {
                queued++;
            }

            reaped.AddRange(completions.AsSpan(0, bench.Engine.Reap(completions, 0)));
        }

        return [.. reaped];
    }
}
