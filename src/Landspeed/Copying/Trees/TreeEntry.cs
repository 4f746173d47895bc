using Landspeed.Files.Trees;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>An entry of a tree that is being copied; belongs to one thread at a time.</summary>
internal sealed class TreeEntry(DirectoryPair pair, FilePath name, FileStatus source)
{
    /// <summary>Its directories.</summary>
    internal DirectoryPair Pair { get; } = pair;

    /// <summary>Its name, the same on both sides.</summary>
    internal FilePath Name { get; } = name;

    /// <summary>Status of the source.</summary>
    internal FileStatus Source { get; } = source;

    /// <summary>What to do with an existing entry of that name.</summary>
    internal RenameRule Publication { get; init; }

    /// <summary>The names that share its content, or null for a file with one name.</summary>
    internal LinkGroup? Group { get; set; }

    /// <summary>Hash of the content if it is to be verified; unknown here for a large file.</summary>
    internal Hash128? Hash { get; set; }

    internal DirectoryEntry SourceEntry => new(Pair.Source, Name);

    internal DirectoryEntry TargetEntry => new(Pair.Target, Name);

    /// <summary>The path in events.</summary>
    internal FilePath PathBelow => Pair.Source.PathBelowRootOf(Name);
}
