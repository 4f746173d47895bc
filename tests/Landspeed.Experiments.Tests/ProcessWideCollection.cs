namespace Landspeed.Experiments.Tests;

/// <summary>Tests that read counters of the whole process: nothing else may run meanwhile.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class ProcessWideCollection
{
    public const string Name = "process-wide";
}
