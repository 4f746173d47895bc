using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>The marks of unpublished files, one for each purpose: a command takes over, and removes, its own alone.</summary>
internal static class PartMarks
{
    /// <summary>The purpose of copies, as the mark names it.</summary>
    internal const string CopyPurpose = "copy";

    /// <summary>The purpose of files of records, as the mark names it.</summary>
    internal const string RecordsPurpose = "records";

    /// <summary>Content that an interrupted copy left, to be continued.</summary>
    internal static readonly FileMark Copy = FileMark.OfParts(CopyPurpose);

    /// <summary>Records that are not all there.</summary>
    internal static readonly FileMark Records = FileMark.OfParts(RecordsPurpose);

    /// <summary>A result of the command on its way to a file.</summary>
    internal static readonly FileMark Result = FileMark.OfParts("result");

    /// <summary>The journal of an experiment, which keeps the mark until the user keeps the journal.</summary>
    internal static readonly FileMark Runs = FileMark.OfParts("runs");

    /// <summary>Whether a file is unpublished, whatever for.</summary>
    /// <param name="file">An open file.</param>
    /// <param name="path">Its path.</param>
    /// <param name="identity">Its identity.</param>
    internal static bool IsAnyOn(SafeFileHandle file, FilePath path, in FileIdentity identity) =>
        Copy.IsOn(file, path, identity) || Records.IsOn(file, path, identity) || Result.IsOn(file, path, identity);
}
