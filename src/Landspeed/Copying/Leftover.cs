namespace Landspeed.Copying;

/// <summary>A file left behind by an interrupted copy: unfinished content, or the journal beside it.</summary>
public sealed record Leftover
{
    internal Leftover(FilePath path, long allocatedBytes, CopyProblem? problem = null) =>
        (Path, AllocatedBytes, Problem) = (path, allocatedBytes, problem);

    /// <summary>The file.</summary>
    public FilePath Path { get; internal init; }

    /// <summary>Bytes it occupies on the volume.</summary>
    public long AllocatedBytes { get; internal init; }

    /// <summary>Why it stays, or why a directory could not be searched; null if it is to be removed or was.</summary>
    public CopyProblem? Problem { get; internal init; }
}
