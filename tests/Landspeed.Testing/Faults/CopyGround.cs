using System.Globalization;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Testing.Faults;

/// <summary>Lays out a <see cref="CopyCase"/>, runs it, and says what is wrong with what it left.</summary>
internal sealed class CopyGround(FaultStage stage, CopyCase copy, TimeSpan patience)
{
    private readonly string _source = Path.Combine(stage.Medium, "source");
    private readonly string _target = Path.Combine(stage.Medium, "target");

    /// <summary>The source as it should be, the old files in the target, nothing else.</summary>
    public void Reset()
    {
        Empty(_target);
        Lay(_target, copy.Old);
        if (WrongSource() is not null)
        {
            Empty(_source);
            Lay(_source, copy.Source);
        }
    }

    /// <summary>Runs the command; null when it did not end in time.</summary>
    public Command? Run()
    {
        IReadOnlyList<string> line = copy.Line(
            Path.Combine(stage.Root, "source"), Path.Combine(stage.Root, "target"));
        try
        {
            return Command.Run(line[0], line.Skip(1), patience);
        }
        catch (TimeoutException)
        {
            return null;
        }
    }

    /// <summary>What a copy that said it was done has wrong.</summary>
    public IEnumerable<string> WrongWhenDone(Command? command)
    {
        if (command is null)
        {
            return ["it does not end"];
        }

        if (command.ExitCode != 0)
        {
            return [string.Create(
                CultureInfo.InvariantCulture, $"it ends with {command.ExitCode}, saying '{command.Error.Trim()}'")];
        }

        Dictionary<string, byte[]> there = Files(_target);
        return copy.New.Where(file => !Has(there, file))
            .Select(file => $"done, but {Shape(there, file.Key)} is not the copy")
            .Concat(there.Keys.Where(name => !copy.New.ContainsKey(name))
                .Select(name => $"done, but {name} is left over"))
            .Concat(SourceProblems());
    }

    /// <summary>What a copy has wrong that was stopped in the middle.</summary>
    /// <param name="leftovers">Whether unfinished files may be there.</param>
    public IEnumerable<string> WrongWhenStopped(SweepLeftovers leftovers)
    {
        Dictionary<string, byte[]> there = Files(_target);
        foreach (KeyValuePair<string, byte[]> old in copy.Old.Where(file => !there.ContainsKey(file.Key)))
        {
            yield return $"the old {old.Key} is gone";
        }

        foreach (KeyValuePair<string, byte[]> file in there)
        {
            bool known = copy.New.ContainsKey(file.Key) || copy.Old.ContainsKey(file.Key);
            if (known && !Has(copy.New, file) && !Has(copy.Old, file))
            {
                yield return $"{Shape(there, file.Key)} is neither the old file nor the new one";
            }

            bool unfinished = copy.LeftoverEndings.Any(end => file.Key.EndsWith(end, StringComparison.Ordinal));
            if (!known && !(unfinished && leftovers == SweepLeftovers.Allowed))
            {
                yield return $"{file.Key} is left over";
            }
        }

        foreach (string problem in SourceProblems())
        {
            yield return problem;
        }
    }

    private static bool Has(IReadOnlyDictionary<string, byte[]> files, KeyValuePair<string, byte[]> file) =>
        files.TryGetValue(file.Key, out byte[]? content) && content.AsSpan().SequenceEqual(file.Value);

    private static Dictionary<string, byte[]> Files(string directory) =>
        Directory.EnumerateFiles(directory, "*", SearchOption.AllDirectories)
            .ToDictionary(file => Path.GetRelativePath(directory, file), Content);

    // Opened without a lock, which FileStream would take: the ring of a killed process may hold its own a moment longer.
    private static byte[] Content(string file)
    {
        if (new FileInfo(file).LinkTarget is { } target)
        {
            return System.Text.Encoding.UTF8.GetBytes(target);
        }

        using StorageFile opened = StorageFile.Open(FilePath.FromText(file), new());
        byte[] content = new byte[opened.Length];
        int read = 0;
        while (read < content.Length && RandomAccess.Read(opened.Handle, content.AsSpan(read), read) is > 0 and var more)
        {
            read += more;
        }

        return content;
    }

    private static void Empty(string directory)
    {
        foreach (string inner in Directory.EnumerateDirectories(directory))
        {
            Directory.Delete(inner, recursive: true);
        }

        foreach (string file in Directory.EnumerateFiles(directory))
        {
            File.Delete(file);
        }
    }

    private static void Lay(string directory, IReadOnlyDictionary<string, byte[]> files)
    {
        foreach (KeyValuePair<string, byte[]> file in files)
        {
            string path = Path.Combine(directory, file.Key);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, file.Value);
        }
    }

    // -1 where there is none.
    private static int Length(IReadOnlyDictionary<string, byte[]> files, string name) =>
        files.TryGetValue(name, out byte[]? content) ? content.Length : -1;

    private string Shape(Dictionary<string, byte[]> there, string name) => string.Create(
        CultureInfo.InvariantCulture,
        $"{name} ({Length(there, name)} bytes, old {Length(copy.Old, name)}, new {Length(copy.New, name)})");

    private string? WrongSource()
    {
        Dictionary<string, byte[]> there = Files(_source);
        return copy.Source.Where(file => !Has(there, file)).Select(file => file.Key)
            .Concat(there.Keys.Where(name => !copy.Source.ContainsKey(name)))
            .FirstOrDefault();
    }

    private IEnumerable<string> SourceProblems() =>
        WrongSource() is { } name ? [$"{name} of the source has changed"] : [];
}
