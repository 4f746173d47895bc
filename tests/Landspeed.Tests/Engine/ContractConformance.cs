using System.Diagnostics;
using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

/// <summary>
/// What every <see cref="IIoEngine"/> keeps, also one that moves no bytes of a file. Derive, and say how the engine is made; skip inside
/// <see cref="Create"/> where the machine cannot have it.
/// </summary>
[Collection(ProcessWideCollection.Name)]
public abstract partial class ContractConformance
{
    /// <summary>Makes the engine under test.</summary>
    /// <param name="queueDepth">1 to <see cref="LargestDepth"/>.</param>
    private protected abstract IIoEngine Create(int queueDepth);

    /// <summary>Which engine <see cref="Create"/> makes.</summary>
    protected abstract EngineKind Kind { get; }

    /// <summary>The deepest queue that the engine takes.</summary>
    protected virtual int LargestDepth => EngineLimits.MaximumQueueDepth;

    [Fact]
    public void The_engine_says_what_it_is()
    {
        using EngineBench bench = OnBench();

        Assert.Equal(Kind, bench.Engine.Description.Kind);
        Assert.All(bench.Engine.Description.Missing, reason => Assert.NotEmpty(reason));
        Assert.All(bench.Engine.Description.Features, feature => Assert.NotEmpty(feature));
        Assert.InRange(bench.Engine.WorthwhileReap, 1, bench.Engine.QueueDepth);
    }

    [Fact]
    public void A_moment_of_completion_lies_between_queueing_and_reaping()
    {
        using EngineBench bench = OnBench();
        long before = Stopwatch.GetTimestamp();
        Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 1 }));
        var completions = new IoCompletion[1];

        Assert.Equal(1, bench.Engine.Reap(completions, 1));

        long moment = completions[0].CompletedAt;
        Assert.True(moment == 0 || (moment >= before && moment <= Stopwatch.GetTimestamp()), $"{moment} after {before}");
    }

    /// <summary>The engine at a depth, or at the deepest it takes, on a bench.</summary>
    private protected EngineBench OnBench(int queueDepth = 8) =>
        new(Create(Math.Min(queueDepth, LargestDepth)), memoryLength: 64 * EngineBench.Page);

    private protected static void Report(ulong seed) => TestContext.Current.TestOutputHelper?.WriteLine($"seed {seed}");
}
