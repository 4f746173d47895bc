using System.Text.Json;
using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Extents;

/// <summary>Counts the entries found, and what was left out.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class SurveyCounts
{
    private readonly List<ExtentsProblemRecord> _problems = [];
    private long _problemCount;

    /// <summary>Files whose extents were read.</summary>
    internal long Files { get; set; }

    /// <summary>Of those, files without a byte.</summary>
    internal long EmptyFiles { get; set; }

    /// <summary>Of those, files that changed during the run.</summary>
    internal long ChangedFiles { get; set; }

    /// <summary>Further names of files that had already been read.</summary>
    internal long HardLinks { get; set; }

    /// <summary>Directories entered.</summary>
    internal long Directories { get; set; }

    internal long SymbolicLinks { get; set; }

    /// <summary>Other entries that are not files.</summary>
    internal long SpecialFiles { get; set; }

    /// <summary>Entries on other file systems.</summary>
    internal long OtherFileSystems { get; set; }

    /// <summary>Files on file systems that report nothing.</summary>
    internal long NotReported { get; set; }

    private long Vanished { get; set; }

    private long Unreadable { get; set; }

    /// <summary>The listed problems.</summary>
    internal IReadOnlyList<ExtentsProblemRecord> Problems => _problems;

    /// <summary>Records that something cannot be read.</summary>
    internal void Failed(FilePath path, string message)
    {
        Unreadable++;
        Add(SurveyProblem.Failed, path, message.TrimEnd('.'));
    }

    /// <summary>Records that an entry cannot be opened: it no longer exists, or access is forbidden.</summary>
    internal void NotOpened(FilePath path, string what, NativeError error)
    {
        if (error.Kind == NativeErrorKind.NotFound)
        {
            Vanished++;
            Add(SurveyProblem.Vanished, path, $"{path.Display} was removed before it was read");
        }
        else
        {
            Failed(path, new NativeIOException(what, path, error).Message);
        }
    }

    /// <summary>Records a problem.</summary>
    internal void Add(SurveyProblem kind, FilePath path, string message)
    {
        _problemCount++;
        if (_problems.Count < ExtentsSection.MaximumProblems)
        {
            _problems.Add(new ExtentsProblemRecord
            {
                Kind = JsonNamingPolicy.SnakeCaseLower.ConvertName(kind.ToString()),
                Path = path.Display,
                PathBase64 = path.IsUtf8 ? null : Convert.ToBase64String(path.Bytes),
                Message = message,
            });
        }
    }

    /// <summary>Returns everything for a result.</summary>
    internal ExtentsCountsRecord ToRecord() => new()
    {
        Files = Files,
        EmptyFiles = EmptyFiles,
        ChangedFiles = ChangedFiles,
        HardLinks = HardLinks,
        Directories = Directories,
        SymbolicLinks = SymbolicLinks,
        SpecialFiles = SpecialFiles,
        OtherFileSystems = OtherFileSystems,
        Vanished = Vanished,
        NotReported = NotReported,
        Unreadable = Unreadable,
        Problems = _problemCount,
    };
}

/// <summary>Why the extents of an entry are missing or uncertain.</summary>
/// <remarks>The remarks of each say what to do; docs/notes.md shows them.</remarks>
internal enum SurveyProblem
{
    /// <summary>The entry cannot be read; the message has the reason.</summary>
    /// <remarks>Remove the cause that the message gives; what only root may read needs root.</remarks>
    Failed,

    /// <summary>The file system does not report where its files are stored.</summary>
    /// <remarks>Name a directory on another file system, for example ext4, XFS or Btrfs.</remarks>
    NotReported,

    /// <summary>The entry was removed before it was read.</summary>
    /// <remarks>Nothing, or repeat the command when nothing changes the directory.</remarks>
    Vanished,

    /// <summary>The file changed while its extents were read, so they are not from one moment.</summary>
    /// <remarks>Repeat the command when nothing writes to the file.</remarks>
    Changed,
}
