using Landspeed.Copying.Publication;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>
/// The services that ranks copying one tree together offer each other, as the parts of a copy see them.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal interface IRankWork
{
    /// <summary>Records that something begins on this rank that may create work for others.</summary>
    void Begin();

    /// <summary>Records that it has ended.</summary>
    void End();

    /// <summary>
    /// Number of directories that stay busy until other ranks have processed entries of them, and possibly this one
    /// too.
    /// </summary>
    int BusyForOthers { get; }

    /// <summary>Takes over a large file if it is worth splitting, so that several ranks copy ranges of it.</summary>
    /// <param name="job">The file, open.</param>
    /// <param name="whenWritten">Called as for a file that is copied whole; may run on any thread.</param>
    /// <returns>True if it was taken over.</returns>
    bool TrySplit(FileCopyJob job, Action<FileCopyJob> whenWritten);

    /// <summary>Hands entries that wait here to idle ranks.</summary>
    /// <param name="pair">Their directory, which counts each of them as under way.</param>
    /// <param name="entries">Entries that have not been started.</param>
    /// <returns>
    /// How many of the last entries were handed over, 0 if no rank wants any; the directory counts them as under way
    /// until they have ended there.
    /// </returns>
    int GiveAway(DirectoryPair pair, ReadOnlySpan<(FilePath Name, FileKind Kind)> entries);

    /// <summary>Sets aside a name whose file has several names; all are processed together at the end.</summary>
    /// <returns>True if it was set aside; the entry has then ended.</returns>
    bool TrySetAside(DirectoryPair pair, FilePath name, in FileStatus source);

    /// <summary>
    /// Lets other ranks compare the durable data with what was read, and waits; a difference becomes a problem of the
    /// job.
    /// </summary>
    /// <remarks>A job that was not compared because all ranks were stopped no longer has an unfinished file.</remarks>
    void Verify(IReadOnlyList<FileCopyJob> jobs);

    /// <summary>Records that a directory is complete except for names that were set aside.</summary>
    void Defer(DirectoryPair pair);
}
