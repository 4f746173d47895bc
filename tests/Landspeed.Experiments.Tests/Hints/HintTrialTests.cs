using Landspeed.Experiments.Hints;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Hints;

/// <summary>The trace of requests around a run of made-up files.</summary>
public sealed class HintTrialTests
{
    private static readonly HintOptions s_options = new() { Directory = FilePath.FromText("/data"), Seed = 1 };
    private readonly FakeTrace _trace = new();

    [Theory]
    [InlineData(0, null)]
    [InlineData(7, "7")]
    public void Requests_between_start_and_end_become_facts_of_the_run(long lost, string? stated)
    {
        _trace.Sizes = new RequestSizes(new SortedDictionary<long, long> { [188_416] = 2, [8_192] = 3 }, lost);
        HintTrial trial = Trial(got: 10_000);

        trial.Prepare(ProgressMonitor.None);
        Assert.True(_trace.IsRunning);
        TrialEnd end = trial.Finish(trial.Run(ProgressMonitor.None));

        Assert.False(_trace.IsRunning);
        Assert.Equal("8192:3 188416:2", end.Facts[HintLabels.RequestSizes]);
        Assert.Equal(stated, end.Facts.GetValueOrDefault(HintLabels.RequestsLost));
    }

    [Fact]
    public void Where_the_kernel_told_nothing_there_are_no_facts()
    {
        HintTrial trial = Trial(got: 10_000);
        trial.Prepare(ProgressMonitor.None);

        Assert.Empty(trial.Finish(trial.Run(ProgressMonitor.None)).Facts);
    }

    [Fact]
    public void A_run_that_was_stopped_or_got_too_little_ends_the_trace()
    {
        HintTrial stopped = Trial(got: 10_000);
        stopped.Prepare(ProgressMonitor.None);
        stopped.Finish(null);
        Assert.False(_trace.IsRunning);

        HintTrial shorter = Trial(got: 9_999);
        shorter.Prepare(ProgressMonitor.None);
        TrialWork work = shorter.Run(ProgressMonitor.None);

        Assert.Contains("9999 bytes instead of 10000", Assert.Throws<ExperimentException>(() => shorter.Finish(work)).Message, StringComparison.Ordinal);
        Assert.False(_trace.IsRunning);
    }

    private HintTrial Trial(long got) => new("none", new FakeFiles(), new FakeReader(got), s_options, _trace);

    private sealed class FakeTrace : IRequestTrace
    {
        internal bool IsRunning { get; private set; }

        internal RequestSizes? Sizes { get; set; }

        public TraceObstacle? Probe() => null;

        public void Start() => IsRunning = true;

        public RequestSizes? Stop()
        {
            IsRunning = false;
            return Sizes;
        }
    }

    private sealed class FakeFiles : IHintFiles
    {
        public IReadOnlyList<(FilePath Path, long Length)> All { get; } = [(FilePath.FromText("/data/a"), 1 << 20)];

        public double? Drop(CancellationToken stop) => 0;

        public long Guard(Func<long> work) => work();

        public long? Resident() => 12_288;

        public void Remove()
        {
            // Nothing was made.
        }
    }

    private sealed class FakeReader(long got) : IFileReader
    {
        public long Read(FilePath path, HintRanges ranges) => got;
    }
}
