namespace Landspeed.Testing;

/// <summary>A directory of one test, removed with everything in it.</summary>
public sealed class ScratchDirectory : IDisposable
{
    /// <summary>Makes it below <c>LANDSPEED_TEST_DIR</c>, else the system's temporary directory.</summary>
    public ScratchDirectory()
        : this(Environment.GetEnvironmentVariable("LANDSPEED_TEST_DIR") ?? System.IO.Path.GetTempPath())
    {
    }

    /// <summary>Makes it below a given directory, for example a mounted volume.</summary>
    public ScratchDirectory(string parent)
    {
        Path = System.IO.Path.Combine(parent, $"landspeed-test-{Guid.NewGuid():N}");
        Directory.CreateDirectory(Path);
    }

    public string Path { get; }

    /// <summary>The full name of a file in here; it is not created.</summary>
    public string File(string name) => System.IO.Path.Combine(Path, name);

    public FilePath FilePath(string name) => Landspeed.FilePath.FromText(File(name));

    /// <summary>Creates a file of pseudo-random bytes, fully written and durable.</summary>
    public string CreateFile(string name, long length, int seed = 1)
    {
        var random = new Random(seed);
        byte[] block = new byte[1 << 20];
        using FileStream stream = System.IO.File.Create(File(name));
        for (long done = 0; done < length; done += block.Length)
        {
            random.NextBytes(block);
            stream.Write(block, 0, (int)Math.Min(block.Length, length - done));
        }

        stream.Flush(flushToDisk: true);
        return stream.Name;
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
