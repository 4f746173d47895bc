namespace StreamSamples;

/// <summary>The file of a sample: the one that the user names, or one in a directory that is removed again.</summary>
internal sealed class SampleLocation : IDisposable
{
    private readonly DirectoryInfo? _ours;

    private SampleLocation(string path, DirectoryInfo? ours) => (Path, _ours) = (path, ours);

    public string Path { get; }

    public static SampleLocation For(Sample sample, string? path)
    {
        if (path is not null)
        {
            string made = path + sample.Beside;
            bool makesIt = sample.File == SampleFile.New || sample.Beside.Length > 0;
            return makesIt && File.Exists(made)
                ? throw new IOException($"{made} exists, and this sample makes a new file: name another one, or remove it")
                : new SampleLocation(path, ours: null);
        }

        DirectoryInfo directory = Directory.CreateTempSubdirectory("landspeed-samples-");
        string ours = System.IO.Path.Combine(directory.FullName, "sample.txt");
        if (sample.File == SampleFile.Existing)
        {
            File.WriteAllLines(ours, Enumerable.Range(1, 100_000).Select(number => $"{number} is the number of this line"));
        }

        return new SampleLocation(ours, directory);
    }

    public void Dispose() => _ours?.Delete(recursive: true);
}
