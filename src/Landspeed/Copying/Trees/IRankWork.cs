using Landspeed.Copying.Publication;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>What ranks that copy one tree together do for each other, as the parts of a copy see it.</summary>
/// <remarks>Safe for all threads.</remarks>
internal interface IRankWork
{
    /// <summary>Something begins on this rank that may make work for others.</summary>
    void Begin();

    /// <summary>It has ended.</summary>
    void End();

    /// <summary>Takes a large file over, if it is worth to be split: several ranks copy ranges of it.</summary>
    /// <param name="job">The file, open.</param>
    /// <param name="whenWritten">As of a file that is copied whole; may be called on any thread.</param>
    /// <returns>Whether it was taken over.</returns>
    bool TrySplit(FileCopyJob job, Action<FileCopyJob> whenWritten);

    /// <summary>Gives entries that wait here to ranks that have nothing to do.</summary>
    /// <param name="pair">Their directory, busy with each of them.</param>
    /// <param name="entries">Entries of which nothing was begun.</param>
    /// <returns>How many of the last ones were given, none if nobody wants any; the directory is busy with these until they have ended there.</returns>
    int GiveAway(DirectoryPair pair, ReadOnlySpan<(FilePath Name, FileKind Kind)> entries);

    /// <summary>Sets a name aside whose file has several: they are dealt with together, at the end.</summary>
    /// <returns>Whether it was; then the entry has ended.</returns>
    bool TrySetAside(DirectoryPair pair, FilePath name, in FileStatus source);

    /// <summary>Lets other ranks compare what is durable with what was read, and waits; a difference becomes a job's problem.</summary>
    /// <remarks>A job that was not compared, because all are stopped, has no unfinished file any more.</remarks>
    void Verify(IReadOnlyList<FileCopyJob> jobs);

    /// <summary>A directory has everything but names that were set aside.</summary>
    void Defer(DirectoryPair pair);
}
