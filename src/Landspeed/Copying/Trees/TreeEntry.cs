using Landspeed.Files.Trees;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>An entry of a tree on its way; belongs to one thread at a time.</summary>
internal sealed class TreeEntry(DirectoryPair pair, FilePath name, FileStatus source)
{
    /// <summary>Its directories.</summary>
    internal DirectoryPair Pair { get; } = pair;

    /// <summary>Its name, the same on both sides.</summary>
    internal FilePath Name { get; } = name;

    /// <summary>What the source was.</summary>
    internal FileStatus Source { get; } = source;

    /// <summary>What happens to an entry that has the name.</summary>
    internal RenameRule Publication { get; init; }

    /// <summary>The names that it shares its content with; null for a file of one name.</summary>
    internal LinkGroup? Group { get; set; }

    /// <summary>Hash of the content, where it is to be verified; of a large file that is not known here.</summary>
    internal Hash128? Hash { get; set; }

    /// <summary>Where it comes from.</summary>
    internal DirectoryEntry SourceEntry => new(Pair.Source, Name);

    /// <summary>Where it goes to.</summary>
    internal DirectoryEntry TargetEntry => new(Pair.Target, Name);

    /// <summary>The path in events.</summary>
    internal FilePath PathBelow => Pair.Source.PathBelowRootOf(Name);
}
