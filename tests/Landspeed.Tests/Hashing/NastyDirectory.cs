using Landspeed.Testing;

namespace Landspeed.Tests.Hashing;

/// <summary>A scratch directory for files whose names .NET cannot spell: the shell makes them and removes them.</summary>
internal sealed class NastyDirectory : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    internal string Path => _scratch.Path;

    internal string File(string name) => _scratch.File(name);

    /// <summary>Makes a file of each name; each holds its number.</summary>
    internal void Create(IReadOnlyList<FilePath> names)
    {
        for (int index = 0; index < names.Count; index++)
        {
            // The x keeps newlines at the end, which a substitution drops.
            string octal = string.Concat(names[index].Bytes.ToArray().Select(value => $"\\0{Convert.ToString(value, 8).PadLeft(3, '0')}"));
            Shell($"n=$(printf '%b' '{octal}x'); printf '%s' {index} > \"./${{n%x}}\"");
        }
    }

    /// <summary>Runs a command line in here and gives what it printed, which must be text; it must succeed.</summary>
    internal string Shell(string line) => Command.Shell($"cd '{Path}' && {line}");

    public void Dispose()
    {
        Command.Shell($"find '{Path}' -mindepth 1 -delete");
        _scratch.Dispose();
    }
}
