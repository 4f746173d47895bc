namespace Landspeed.Testing.PowerCuts;

/// <summary>Makes the files that a work needs, below a directory.</summary>
internal sealed class CutFiles(string root)
{
    // Older than anything that a work makes.
    private static readonly DateTime Past = new(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    internal string Path(string name) => System.IO.Path.Combine(root, name);

    /// <summary>A file of pseudo-random bytes; all files differ.</summary>
    internal CutFiles File(string name, long length, int generation = 0)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path(name))!);
        int seed = name.Aggregate(generation, (sum, letter) => unchecked((sum * 31) + letter));
        byte[] content = new byte[length];
        new Random(seed).NextBytes(content);
        System.IO.File.WriteAllBytes(Path(name), content);
        System.IO.File.SetLastWriteTimeUtc(Path(name), Past.AddDays(generation).AddMinutes(seed % 1000));
        return this;
    }

    /// <summary>A directory with files of many lengths, some of them in further directories.</summary>
    /// <param name="name">Of the directory.</param>
    /// <param name="count">How many files.</param>
    /// <param name="generation">Files of another one are younger and have another content.</param>
    internal CutFiles Tree(string name, int count, int generation = 0)
    {
        int[] lengths = [0, 1, 4095, 4096, 4097, 20_000, 65_536, 100_001, 300_000, 1_500_000];
        for (int number = 0; number < count; number++)
        {
            File($"{name}/d{number % 3}/f{number}", lengths[number % lengths.Length], generation);
        }

        return this;
    }

    internal CutFiles HardLink(string name, string existing)
    {
        Command.Shell($"ln '{Path(existing)}' '{Path(name)}'");
        return this;
    }

    internal CutFiles SymbolicLink(string name, string text)
    {
        System.IO.File.CreateSymbolicLink(Path(name), text);
        return this;
    }
}
