using Landspeed.Cli.Arguments;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Hashing;
using Landspeed.Results;

namespace Landspeed.Cli.Output;

/// <summary>Receives what a copy does with each entry: lines of JSON, checksums, the plan of a dry run.</summary>
/// <remarks>The copier calls it from its threads, one at a time.</remarks>
internal sealed class CopyEventSink : IProgress<CopyEvent>
{
    private readonly CopyTask _task;
    private readonly Action<string>? _tellEvent;
    private readonly Action<string>? _tellPlan;
    private readonly Action<ChecksumLine>? _tellChecksum;
    private readonly List<(FilePath Name, FilePath File)> _unread = [];

    /// <summary>Prepares.</summary>
    /// <param name="task">The copy.</param>
    /// <param name="events">Receives a line of JSON an entry; or null.</param>
    /// <param name="plan">Receives a line an entry of what would be done; or null.</param>
    /// <param name="checksums">Receives the checksums, in the order in which files are done; or null.</param>
    internal CopyEventSink(
        CopyTask task, Action<string>? events, Action<string>? plan, Action<ChecksumLine>? checksums)
    {
        (_task, _tellEvent, _tellPlan, _tellChecksum) = (task, events, plan, checksums);
    }

    /// <summary>Whether checksums name files by the target as it was given; default no: by their names below it.</summary>
    internal bool NamesTarget { get; init; }

    /// <summary>Files of the copy whose bytes did not pass through it: shared blocks, further names, up to date.</summary>
    internal IReadOnlyList<(FilePath Name, FilePath File)> Unread => _unread;

    /// <summary>Entries that were not copied: they, and what lies below them, have no checksum.</summary>
    internal long Lacking { get; private set; }

    /// <inheritdoc/>
    public void Report(CopyEvent value)
    {
        Lacking += value.Problem is { Kind: not (CopyProblemKind.NotPreserved or CopyProblemKind.Skipped) } ? 1 : 0;
        _tellEvent?.Invoke(ResultsJson.Line(CopyRecords.Of(value)) + "\n");
        if (_tellPlan is not null && Plan(value) is { } line)
        {
            _tellPlan($"{line}\n");
        }

        bool isFile = value is { Problem: null or { Kind: CopyProblemKind.NotPreserved } }
            && value.Action is CopyAction.Copied or CopyAction.Reflinked or CopyAction.UpToDate or CopyAction.HardLinkMade;
        if (_tellChecksum is not null && isFile && !_task.IsDryRun)
        {
            Checksum(value, _tellChecksum);
        }
    }

    private void Checksum(CopyEvent value, Action<ChecksumLine> write)
    {
        FilePath name = NameOf(value);
        foreach ((DigestAlgorithm algorithm, string digits) in _task.Options.Digests.Zip(value.Digests))
        {
            write(new ChecksumLine(name, new FileDigest(algorithm, digits)));
        }

        if (value.Digests.Count == 0 && _task.Target is { } target)
        {
            _unread.Add((name, _task.Subject == CopySubject.Tree ? target.Join(value.Path) : target));
        }
    }

    // The name that md5sum would have printed in the target's directory: below the tree's root, or the file's own; or from here.
    private FilePath NameOf(CopyEvent value) => (_task.Target, _task.Subject == CopySubject.Tree) switch
    {
        (null, _) => FilePath.FromText(ResultOutputs.Standard),
        ({ } target, true) => NamesTarget ? target.Join(value.Path) : value.Path,
        ({ } target, false) => NamesTarget ? target : target.Name,
    };

    private static string? Plan(CopyEvent value)
    {
        string? what = value.Action switch
        {
            CopyAction.Copied or CopyAction.Reflinked => "copy",
            CopyAction.DirectoryMade => "make directory",
            CopyAction.LinkMade => "make link",
            CopyAction.HardLinkMade => "make hard link",
            CopyAction.SpecialMade => "make special file",
            CopyAction.Removed => "remove",
            CopyAction.Skipped => "skip",
            CopyAction.Failed => "fail",
            _ => null,
        };
        string size = value.Action is CopyAction.Copied or CopyAction.Reflinked ? $"  {Shown.Size(value.Bytes)}" : string.Empty;
        string why = value.Problem is { } problem ? $": {Shown.OneLine(problem.Message)}" : string.Empty;
        return what is null ? null : $"{what,-17} {value.Path.Display}{size}{why}";
    }
}
