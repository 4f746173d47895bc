using Landspeed.Experiments.Results.Extents;
using Landspeed.Platform;

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
        Add("failed", path, message.TrimEnd('.'));
    }

    /// <summary>Records that an entry cannot be opened: it no longer exists, or access is forbidden.</summary>
    internal void NotOpened(FilePath path, string what, NativeError error)
    {
        if (error.Kind == NativeErrorKind.NotFound)
        {
            Vanished++;
            Add("vanished", path, $"{path.Display} was removed before it was read");
        }
        else
        {
            Failed(path, new NativeIOException(what, path, error).Message);
        }
    }

    /// <summary>Records a problem.</summary>
    internal void Add(string kind, FilePath path, string message)
    {
        _problemCount++;
        if (_problems.Count < ExtentsSection.MaximumProblems)
        {
            _problems.Add(new ExtentsProblemRecord
            {
                Kind = kind,
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
