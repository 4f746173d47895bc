using Landspeed.Files.Trees;

namespace Landspeed.Copying;

/// <summary>How a tree is copied: settings for each file, and for the other entries.</summary>
/// <example>
/// <code>
/// TreeCopyOptions mirror = new() { Overwrite = OverwriteRule.Always, DeleteExtraneous = true };
/// var preview = new Progress&lt;CopyEvent&gt;(planned =&gt; Console.WriteLine($"{planned.Action} {planned.Path}"));
/// TreeCopier.Copy("photos", "photos.mirror", mirror with { DryRun = true, Events = preview });
/// TreeCopier.Copy("photos", "photos.mirror", mirror);
/// </code>
/// </example>
public sealed record TreeCopyOptions : CopyOptions
{
    /// <summary>
    /// Selects entries by their path below the source, with slashes, and their kind; a directory that is not selected
    /// is not entered. Called on one thread. Default: all entries.
    /// </summary>
    /// <example>
    /// <code>
    /// TreeCopyOptions options = new() { Filter = (path, kind) =&gt; path.Name.Text != ".git" };
    /// TreeCopier.Copy("photos", "photos.filtered", options);
    /// </code>
    /// </example>
    public Func<FilePath, FileKind, bool>? Filter { get; init; }

    /// <summary>
    /// Whether to enter directories on other file systems; otherwise they are created and left empty. Default: no.
    /// </summary>
    public bool CrossMounts { get; init; }

    /// <summary>
    /// Whether to re-create FIFOs, sockets and device nodes; otherwise they are skipped and listed. Default: no.
    /// </summary>
    public bool Special { get; init; }

    /// <summary>Whether to remove entries of the target that the source lacks. Default: no.</summary>
    public bool DeleteExtraneous { get; init; }

    /// <summary>
    /// Whether to only report through <see cref="CopyOptions.Events"/> what would be done, without changing anything.
    /// Default: no.
    /// </summary>
    public bool DryRun { get; init; }

    /// <summary>Threads for files of at most <see cref="SmallFileLimit"/>, 1 to 64. Default 4.</summary>
    public int SmallFileThreads { get; init; } = 4;

    /// <summary>
    /// Maximum length of a file that counts as small and is copied with one read and one write. 0 to 64 MiB. Default 1
    /// MiB.
    /// </summary>
    public long SmallFileLimit { get; init; } = 1 << 20;

    /// <summary>
    /// Maximum number of directories with entries under way; differs from the system's limit only in tests.
    /// </summary>
    internal int BusyPairs { get; init; } = DescriptorBudget.BusyPairs;
}
