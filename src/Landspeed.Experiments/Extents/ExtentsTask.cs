using Landspeed.Experiments.Results.Extents;
using Landspeed.Platform;

namespace Landspeed.Experiments.Extents;

/// <summary>Which files are looked at, and what is told of them.</summary>
public sealed record ExtentsTask
{
    /// <summary>Files and directories, one or more; a symbolic link that is named is followed.</summary>
    public required IReadOnlyList<FilePath> Paths { get; init; }

    /// <summary>What happens to dirty data. Default: nothing.</summary>
    public ExtentQuery Query { get; init; } = ExtentQuery.AsIs;

    /// <summary>Whether other file systems mounted below a directory are entered. Default: no.</summary>
    public bool CrossMounts { get; init; }

    /// <summary>Whether the free space of the volumes is read, too; the volumes of what is named. Default: no.</summary>
    public bool ReadsFreeSpace { get; init; }

    /// <summary>Files listed at most, 0 or more. Default: 20.</summary>
    public int MostFiles { get; init; } = 20;

    /// <summary>Whether the result holds every extent of every file. Default: no.</summary>
    public bool KeepsList { get; init; }
}

/// <summary>Receives extents as they are read.</summary>
public interface IExtentListener
{
    /// <summary>A file begins.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="length">Bytes in it.</param>
    void Begin(FilePath path, long length);

    /// <summary>The file's next extent or hole.</summary>
    /// <param name="extent">What it is.</param>
    void Found(in ExtentRecord extent);
}

/// <summary>How far it is.</summary>
/// <param name="Files">Files whose extents were read.</param>
/// <param name="Extents">Extents that were read.</param>
public readonly record struct ExtentsProgress(long Files, long Extents);
