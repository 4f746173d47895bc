namespace StreamSamples;

/// <summary>A sample by its name: what it does with a file, and whether it makes that file or reads one that is there.</summary>
internal sealed record Sample(string Name, string What, SampleFile File, Func<string, Task<string>> RunAsync);
