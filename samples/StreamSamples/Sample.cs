namespace StreamSamples;

/// <summary>A sample by its name: what it does with a file, and whether it makes that file or reads one that is there.</summary>
/// <param name="Beside">What the name of a result ends in that goes beside the file.</param>
internal sealed record Sample(
    string Name, string What, SampleFile File, Func<string, Task<string>> RunAsync, string Beside = "");
