namespace Landspeed.Tests.Engine;

/// <summary>Tests that count the process's threads, descriptors or allocations: nothing else may run meanwhile.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class ProcessWideCollection
{
    public const string Name = "process-wide";
}
