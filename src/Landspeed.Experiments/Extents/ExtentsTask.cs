using Landspeed.Platform;
using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Extents;

/// <summary>Which files are examined, and what is reported about them.</summary>
internal sealed record ExtentsTask
{
    /// <summary>One or more files and directories; a named symbolic link is followed.</summary>
    public required IReadOnlyList<FilePath> Paths { get; init; }

    /// <summary>How dirty data is treated. Default: it is left as it is.</summary>
    public ExtentQuery Query { get; init; } = ExtentQuery.AsIs;

    /// <summary>Whether other file systems mounted below a directory are entered. Default: no.</summary>
    public bool CrossMounts { get; init; }

    /// <summary>
    /// Whether the free space of the named files' and directories' volumes is also read. Default: no.
    /// </summary>
    public bool ReadsFreeSpace { get; init; }

    /// <summary>Maximum number of files listed, 0 or more. Default: 20.</summary>
    public int MostFiles { get; init; } = 20;

    /// <summary>Whether the result contains every extent of every file. Default: no.</summary>
    public bool KeepsList { get; init; }
}

/// <summary>Receives extents as they are read.</summary>
public interface IExtentListener
{
    /// <summary>Starts a file.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="length">Bytes in it.</param>
    void Begin(FilePath path, long length);

    /// <summary>Receives the file's next extent or hole.</summary>
    /// <param name="extent">The extent or hole.</param>
    void Found(in ExtentRecord extent);
}

/// <summary>The progress of reading extents.</summary>
/// <param name="Files">Files whose extents were read.</param>
/// <param name="Extents">Extents that were read.</param>
public readonly record struct ExtentsProgress(long Files, long Extents);
