namespace StreamSamples;

/// <summary>The file of a sample: the one that the user names, or one in a directory that is removed again.</summary>
internal sealed class SamplePlace : IDisposable
{
    private readonly DirectoryInfo? _ours;

    private SamplePlace(string path, DirectoryInfo? ours) => (Path, _ours) = (path, ours);

    public string Path { get; }

    public static SamplePlace For(SampleFile kind, string? path)
    {
        if (path is not null)
        {
            return kind == SampleFile.New && File.Exists(path)
                ? throw new IOException($"{path} exists, and this sample makes a new file: name another one")
                : new SamplePlace(path, ours: null);
        }

        DirectoryInfo directory = Directory.CreateTempSubdirectory("landspeed-samples-");
        string made = System.IO.Path.Combine(directory.FullName, "sample.txt");
        if (kind == SampleFile.Existing)
        {
            File.WriteAllLines(made, Enumerable.Range(1, 100_000).Select(number => $"{number} is the number of this line"));
        }

        return new SamplePlace(made, directory);
    }

    public void Dispose() => _ours?.Delete(recursive: true);
}
