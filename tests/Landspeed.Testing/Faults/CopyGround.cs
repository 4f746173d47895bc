using System.Buffers;
using System.Globalization;
using Landspeed.Files;

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

        HashSet<string> there = Names(_target);
        return copy.New.Keys.Where(name => !there.Contains(name) || !Holds(_target, name, copy.New))
            .Select(name => $"done, but {Shape(there, name)} is not the copy")
            .Concat(there.Where(name => !copy.New.ContainsKey(name))
                .Select(name => $"done, but {name} is left over"))
            .Concat(SourceProblems());
    }

    /// <summary>What a copy has wrong that was stopped in the middle.</summary>
    /// <param name="leftovers">Whether unfinished files may be there.</param>
    public IEnumerable<string> WrongWhenStopped(SweepLeftovers leftovers)
    {
        HashSet<string> there = Names(_target);
        foreach (string old in copy.Old.Keys.Where(name => !there.Contains(name)))
        {
            yield return $"the old {old} is gone";
        }

        foreach (string name in there)
        {
            bool known = copy.New.ContainsKey(name) || copy.Old.ContainsKey(name);
            if (known && !Holds(_target, name, copy.New) && !Holds(_target, name, copy.Old))
            {
                yield return $"{Shape(there, name)} is neither the old file nor the new one";
            }

            bool unfinished = copy.LeftoverEndings.Any(end => name.EndsWith(end, StringComparison.Ordinal));
            if (!known && !(unfinished && leftovers == SweepLeftovers.Allowed))
            {
                yield return $"{name} is left over";
            }
        }

        foreach (string problem in SourceProblems())
        {
            yield return problem;
        }
    }

    private static HashSet<string> Names(string directory) =>
    [
        .. Directory.EnumerateFiles(directory, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(directory, file)),
    ];

    // Whether a file that is there is the one of that name among others.
    private static bool Holds(string directory, string name, IReadOnlyDictionary<string, byte[]> files) =>
        files.TryGetValue(name, out byte[]? content) && Holds(Path.Combine(directory, name), content);

    // Opened without a lock, which FileStream would take: the ring of a killed process may hold its own a moment
    // longer. Piece by piece: a sweep looks at its files some hundred times, and memory for a whole one costs more than
    // to read it.
    private static bool Holds(string path, byte[] content)
    {
        if (new FileInfo(path).LinkTarget is { } target)
        {
            return content.AsSpan().SequenceEqual(System.Text.Encoding.UTF8.GetBytes(target));
        }

        using StorageFile file = StorageFile.Open(FilePath.FromText(path), new());
        if (file.Length != content.Length)
        {
            return false;
        }

        byte[] piece = ArrayPool<byte>.Shared.Rent(1 << 20);
        int compared = 0;
        while (compared < content.Length
            && RandomAccess.Read(file.Handle, piece, compared) is > 0 and var read
            && content.AsSpan(compared).StartsWith(piece.AsSpan(0, read)))
        {
            compared += read;
        }

        ArrayPool<byte>.Shared.Return(piece);
        return compared == content.Length;
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

    private string Shape(HashSet<string> there, string name)
    {
        long length = there.Contains(name) ? new FileInfo(Path.Combine(_target, name)).Length : -1;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{name} ({length} bytes, old {Length(copy.Old, name)}, new {Length(copy.New, name)})");
    }

    private string? WrongSource()
    {
        HashSet<string> there = Names(_source);
        return copy.Source.Keys.Where(name => !there.Contains(name) || !Holds(_source, name, copy.Source))
            .Concat(there.Where(name => !copy.Source.ContainsKey(name)))
            .FirstOrDefault();
    }

    private IEnumerable<string> SourceProblems() =>
        WrongSource() is { } name ? [$"{name} of the source has changed"] : [];
}
