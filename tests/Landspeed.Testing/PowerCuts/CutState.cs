using System.Globalization;

namespace Landspeed.Testing.PowerCuts;

/// <summary>What is under each name of some directories.</summary>
internal sealed class CutState
{
    private const string OwnName = ".landspeed-";
    private const string OwnAttribute = "user.landspeed";

    /// <summary>What has a name of its own.</summary>
    internal Dictionary<string, CutEntry> Entries { get; } = [];

    /// <summary>The names of unfinished files and journals.</summary>
    internal List<string> Leftovers { get; } = [];

    /// <summary>What carries an attribute of ours.</summary>
    internal List<string> Marked { get; } = [];

    /// <summary>Reads directories.</summary>
    /// <param name="root">Names are relative to it.</param>
    /// <param name="directories">Below it.</param>
    /// <param name="contents">Gives contents their names.</param>
    internal static CutState Read(string root, IEnumerable<string> directories, KnownContents contents)
    {
        var state = new CutState();
        foreach (string directory in directories)
        {
            foreach (FileSystemInfo info in new DirectoryInfo(Path.Combine(root, directory))
                .EnumerateFileSystemInfos("*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 })
                .OrderBy(info => info.FullName, StringComparer.Ordinal))
            {
                state.Add(Path.GetRelativePath(root, info.FullName), info, contents);
            }
        }

        return state;
    }

    private void Add(string name, FileSystemInfo info, KnownContents contents)
    {
        if (info.Name == Bystander.FileName)
        {
            return;
        }

        if (VolumeCalls.Attributes(info.FullName).Contains(OwnAttribute, StringComparison.Ordinal))
        {
            Marked.Add(name);
        }

        if (info.Name.Contains(OwnName, StringComparison.Ordinal))
        {
            Leftovers.Add(name);
        }
        else if (info.LinkTarget is { } text)
        {
            Entries[name] = new CutEntry($"-> {text}", string.Empty);
        }
        else if (info is DirectoryInfo)
        {
            Entries[name] = CutEntry.Directory;
        }
        else
        {
            string metadata = string.Create(
                CultureInfo.InvariantCulture, $"{info.UnixFileMode} {info.LastWriteTimeUtc:O} {VolumeCalls.LinkCount(info.FullName)} links");
            Entries[name] = new CutEntry(contents.NameOf(info.FullName), metadata);
        }
    }
}

/// <summary>What is under a name.</summary>
/// <param name="Content">Equal for equal contents.</param>
/// <param name="Metadata">Permissions, time and number of names.</param>
internal sealed record CutEntry(string Content, string Metadata)
{
    internal static CutEntry Directory { get; } = new("directory", string.Empty);
}
