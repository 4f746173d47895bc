namespace Landspeed.Testing.Faults;

/// <summary>A copy that a sweep disturbs: the command, what it copies, and what may stand there before, after and in
/// between. Regular files; names relative to the source or the target directory, both of which exist.</summary>
public sealed record CopyCase
{
    /// <summary>Program and arguments, given the source directory and the target directory. The same line must
    /// finish what a killed run began.</summary>
    public required Func<string, string, IReadOnlyList<string>> Line { get; init; }

    /// <summary>The files of the source directory.</summary>
    public required IReadOnlyDictionary<string, byte[]> Source { get; init; }

    /// <summary>The files that are in the target directory before.</summary>
    public IReadOnlyDictionary<string, byte[]> Old { get; init; } = new Dictionary<string, byte[]>();

    /// <summary>The files in the target directory after a good copy: those of the source over the old ones, where
    /// nothing else is said.</summary>
    public IReadOnlyDictionary<string, byte[]> New
    {
        get => field ?? new Dictionary<string, byte[]>(
            [.. Old.Where(file => !Source.ContainsKey(file.Key)), .. Source]);
        init;
    }

    /// <summary>How the names of files may end that a killed run leaves in the target directory.</summary>
    public IReadOnlyList<string> LeftoverEndings { get; init; } = [".landspeed-part", ".landspeed-journal", ".landspeed-run", ".landspeed-claim"];

    /// <summary>One file of pseudo-random bytes under this name, over an old one of other content.</summary>
    /// <param name="name">Of source and target.</param>
    /// <param name="length">Bytes; the old file has a third of them.</param>
    /// <param name="line">As <see cref="Line"/>, given the names of both files.</param>
    public static CopyCase OneFile(string name, int length, Func<string, string, IReadOnlyList<string>> line) => new()
    {
        Line = (source, target) => line(Path.Combine(source, name), Path.Combine(target, name)),
        Source = new Dictionary<string, byte[]> { [name] = Content(length, seed: 1) },
        Old = new Dictionary<string, byte[]> { [name] = Content(length / 3, seed: 2) },
    };

    /// <summary>Pseudo-random bytes.</summary>
    public static byte[] Content(int length, int seed)
    {
        byte[] content = new byte[length];
        new Random(seed).NextBytes(content);
        return content;
    }
}
