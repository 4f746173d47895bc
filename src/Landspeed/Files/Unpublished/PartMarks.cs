using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>
/// The marks of unpublished files, one per purpose: a command takes over, and removes, only those of its own purpose.
/// </summary>
internal static class PartMarks
{
    /// <summary>The purpose of copies, as written in the mark.</summary>
    internal const string CopyPurpose = "copy";

    /// <summary>The purpose of files of records, as written in the mark.</summary>
    internal const string RecordsPurpose = "records";

    /// <summary>Content of an interrupted copy, which can be continued.</summary>
    internal static readonly FileMark Copy = FileMark.OfParts(CopyPurpose);

    /// <summary>An incomplete file of records.</summary>
    internal static readonly FileMark Records = FileMark.OfParts(RecordsPurpose);

    /// <summary>What is to replace a file as a whole, for example a result of the command.</summary>
    internal static readonly FileMark Result = FileMark.OfParts("result");

    /// <summary>The journal of an experiment, which keeps the mark until the user keeps the journal.</summary>
    internal static readonly FileMark Runs = FileMark.OfParts("runs");

    /// <summary>True if a file is unpublished, for any purpose.</summary>
    /// <param name="file">An open file.</param>
    /// <param name="path">Its path.</param>
    /// <param name="identity">Its identity.</param>
    internal static bool IsAnyOn(SafeFileHandle file, FilePath path, in FileIdentity identity) =>
        Copy.IsOn(file, path, identity) || Records.IsOn(file, path, identity) || Result.IsOn(file, path, identity);
}
