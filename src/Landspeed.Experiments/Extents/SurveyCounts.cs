using Landspeed.Experiments.Results.Extents;
using Landspeed.Platform;

namespace Landspeed.Experiments.Extents;

/// <summary>Entries that were met, and what was left out.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class SurveyCounts
{
    private readonly List<ExtentsProblemRecord> _problems = [];
    private long _problemCount;

    /// <summary>Files whose extents were read.</summary>
    internal long Files { get; set; }

    /// <summary>Of those, without a byte.</summary>
    internal long EmptyFiles { get; set; }

    /// <summary>Of those, changed meanwhile.</summary>
    internal long ChangedFiles { get; set; }

    /// <summary>Further names of files that were read.</summary>
    internal long HardLinks { get; set; }

    /// <summary>Directories entered.</summary>
    internal long Directories { get; set; }

    /// <summary>Symbolic links.</summary>
    internal long SymbolicLinks { get; set; }

    /// <summary>Other entries that are no files.</summary>
    internal long SpecialFiles { get; set; }

    /// <summary>Entries of other file systems.</summary>
    internal long OtherFileSystems { get; set; }

    /// <summary>Files on file systems that report nothing.</summary>
    internal long NotReported { get; set; }

    private long Vanished { get; set; }

    private long Unreadable { get; set; }

    /// <summary>The problems, as many as are listed.</summary>
    internal IReadOnlyList<ExtentsProblemRecord> Problems => _problems;

    /// <summary>Something cannot be read.</summary>
    internal void Failed(FilePath path, string message)
    {
        Unreadable++;
        Add("failed", path, message.TrimEnd('.'));
    }

    /// <summary>An entry cannot be opened: it is gone, or forbidden.</summary>
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

    /// <summary>Something is to be told.</summary>
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

    /// <summary>Everything for a result.</summary>
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
