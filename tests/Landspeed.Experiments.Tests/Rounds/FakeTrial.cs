using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Tests.Rounds;

/// <summary>A trial that does what a test wants and writes down in which order it was called.</summary>
internal sealed class FakeTrial(string name, List<string> calls) : ITrial
{
    public string Name => name;

    public Func<ProgressMonitor, TrialWork> Work { get; init; } = _ => new TrialWork { BytesRead = 1000, Records = 10 };

    public Func<TrialStart> Start { get; init; } = () => TrialStart.Unknown;

    public Func<bool> Durable { get; init; } = () => false;

    public Func<TrialWork?, TrialEnd> End { get; init; } = _ => TrialEnd.Nothing;

    public TrialStart Prepare(ProgressMonitor monitor)
    {
        calls.Add($"prepare {name}");
        return Start();
    }

    public TrialWork Run(ProgressMonitor monitor)
    {
        calls.Add($"run {name}");
        return Work(monitor);
    }

    public bool MakeDurable(ProgressMonitor monitor)
    {
        calls.Add($"durable {name}");
        return Durable();
    }

    public TrialEnd Finish(TrialWork? work)
    {
        calls.Add(work is null ? $"clean {name}" : $"finish {name}");
        return End(work);
    }
}
