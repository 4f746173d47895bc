using System.Globalization;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Copying.Pairs;

/// <summary>
/// A directory <c>a</c> of random entries, its copy <c>b</c>, and random changes of which the effect is known.
/// </summary>
internal sealed class RandomTree : IDisposable
{
    private const string AnyTime = "@1600000000";

    private readonly ScratchDirectory _scratch = new();
    private readonly Random _random;
    private readonly List<string> _directories = [string.Empty];
    private readonly List<string> _files = [];
    private readonly List<string> _links = [];
    private readonly bool _isPlain;
    private int _number;

    /// <summary>Makes both.</summary>
    /// <param name="seed">Chooses everything.</param>
    /// <param name="isPlain">Whether names are words, and FIFOs are left out.</param>
    public RandomTree(int seed, bool isPlain = false)
    {
        (_random, _isPlain) = (new Random(seed), isPlain);
        Directory.CreateDirectory(A);
        for (int entries = _random.Next(5, 60); entries > 0; entries--)
        {
            AddEntry();
        }

        SetTimes();
        Command.Shell($"cd '{_scratch.Path}' && cp -a a b");
    }

    /// <summary>The directory that holds both.</summary>
    public string Root => _scratch.Path;

    public string A => _scratch.File("a");

    public string B => _scratch.File("b");

    /// <summary>What must be found, by name: a state, or what differs.</summary>
    public SortedDictionary<string, string> Expected { get; } = new(StringComparer.Ordinal);

    /// <summary>Changes some entries.</summary>
    public void Change()
    {
        for (int changes = _random.Next(0, 8); changes > 0; changes--)
        {
            ChangeOne();
        }

        Command.Shell($"find '{A}' '{B}' -type d -exec touch -d {AnyTime} '{{}}' +");
    }

    public void Dispose() => _scratch.Dispose();

    private void AddEntry()
    {
        string name = NewName(Any(_directories));
        string path = Path.Combine(A, name);
        switch (_random.Next(_isPlain ? 9 : 10))
        {
            case 0 or 1:
                Directory.CreateDirectory(path);
                _directories.Add(name);
                break;
            case 2:
                File.CreateSymbolicLink(path, $"to-{_number}");
                _links.Add(name);
                break;
            case 9:
                Command.Run("mkfifo", [path]);
                break;
            default:
                byte[] content = new byte[_random.Next(4) switch
                {
                    0 => _random.Next(0, 5),
                    1 => _random.Next(4094, 4099),
                    2 => _random.Next(70_000),
                    _ => _random.Next(3_000_000),
                }];
                _random.NextBytes(content);
                File.WriteAllBytes(path, content);
                _files.Add(name);
                break;
        }
    }

    // Whole seconds that differ from one another, so that a copy of another file would show.
    private void SetTimes()
    {
        long second = 1_500_000_000;
        foreach (string path in Directory.EnumerateFileSystemEntries(A, "*", SearchOption.AllDirectories))
        {
            FilePath entry = FilePath.FromText(path);
            var time = new FileTime(second++, 0);
            using OpenDirectory above = OpenDirectory.Root(entry.Parent);
            Assert.True(NativePlatform.Trees.SetEntryTimes(above.Handle, entry.Name, time, time).Succeeded);
        }
    }

    // Each file and link is changed once, so that what must be found is known.
    private void ChangeOne()
    {
        switch (_random.Next(9))
        {
            case 0 when TakeFile() is { } name && new FileInfo(InB(name)).Length is > 0 and var length:
                Keeping(name, stream =>
                {
                    stream.Position = _random.Next(3) switch
                    {
                        0 => 0,
                        1 => length - 1,
                        _ => _random.NextInt64(length),
                    };
                    int old = stream.ReadByte();
                    stream.Position--;
                    string offset = stream.Position.ToString(CultureInfo.InvariantCulture);
                    stream.WriteByte((byte)(old ^ (1 << _random.Next(8))));
                    Expected[name] = $"content {offset}";
                });
                break;
            case 1 when TakeFile() is { } name:
                Keeping(name, stream => stream.SetLength(stream.Length + 1));
                Expected[name] = "length";
                break;
            case 2 when TakeFile() is { } name:
                Command.Run("chmod", ["400", InB(name)]);
                Expected[name] = "permissions";
                break;
            case 3 when TakeFile() is { } name:
                Command.Run("touch", ["-d", AnyTime, InB(name)]);
                Expected[name] = "modified";
                break;
            case 4 when TakeFile() is { } name:
                File.Delete(InB(name));
                Expected[name] = "only_in_a";
                break;
            case 5 when TakeFile() is { } name:
                File.Delete(Path.Combine(A, name));
                Expected[name] = "only_in_b";
                break;
            case 6 when TakeFile() is { } name:
                File.Delete(InB(name));
                Directory.CreateDirectory(InB(name));
                Expected[name] = "kind";
                break;
            case 7 when Take(_links) is { } name:
                File.Delete(InB(name));
                File.CreateSymbolicLink(InB(name), "elsewhere");
                Command.Run("touch", ["-h", "-r", Path.Combine(A, name), InB(name)]);
                Expected[name] = "link_target";
                break;
            case 8:
                string added = NewName(Any(_directories));
                File.WriteAllText(InB(added), "added");
                Expected[added] = "only_in_b";
                break;
        }
    }

    private void Keeping(string name, Action<FileStream> change)
    {
        using (FileStream stream = File.Open(InB(name), FileMode.Open))
        {
            change(stream);
        }

        Command.Run("touch", ["-r", Path.Combine(A, name), InB(name)]);
    }

    private string InB(string name) => Path.Combine(B, name);

    private string? TakeFile() => Take(_files);

    private string? Take(List<string> names)
    {
        if (names.Count == 0)
        {
            return null;
        }

        string name = Any(names);
        names.Remove(name);
        return name;
    }

    private string Any(List<string> names) => names[_random.Next(names.Count)];

    private string NewName(string directory)
    {
        string[] letters = _isPlain ? ["a", "b", "c"] : ["a", " ", "ß", "\n", "\\", "'", "-", "."];
        string end = string.Concat(
            Enumerable.Range(0, _random.Next(3)).Select(_ => letters[_random.Next(letters.Length)]));
        return Path.Combine(directory, FormattableString.Invariant($"{"zyxw"[_random.Next(4)]}{end}{_number++}"));
    }
}
