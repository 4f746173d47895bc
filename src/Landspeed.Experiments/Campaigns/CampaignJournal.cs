using System.Text;
using System.Text.Json;
using Landspeed.Copying.Journal;
using Landspeed.Experiments.Workfiles;
using Landspeed.Hashing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Campaigns;

/// <summary>Receives the records of a campaign; each is durable when the call returns.</summary>
internal interface ICampaignLog
{
    /// <summary>Appends a record.</summary>
    /// <exception cref="NativeIOException">The record is not durable.</exception>
    void Append(CampaignEventKind kind, CampaignEvent what);
}

/// <summary>
/// The journal of a campaign: what was started, how it ended, what was interrupted. Each record is durable before the
/// next step, so that after a power failure it is known what was done.
/// </summary>
/// <remarks>For use by one thread. The format is described in docs/decisions/campaign.md.</remarks>
internal sealed class CampaignJournal : ICampaignLog, IDisposable
{
    /// <summary>Its name in the directory of a campaign.</summary>
    internal static readonly FilePath FileName = FilePath.FromText("journal");

    private readonly SafeFileHandle _file;
    private readonly DurableLog _log;

    private CampaignJournal(SafeFileHandle file, FilePath path) => (_file, _log) = (file, new DurableLog(file, path));

    /// <summary>Starts a new journal.</summary>
    /// <param name="file">New and empty; this instance takes ownership.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="start">The parameters of the campaign.</param>
    /// <exception cref="NativeIOException">The first record is not durable.</exception>
    internal static CampaignJournal Begin(SafeFileHandle file, FilePath path, CampaignStart start)
    {
        var journal = new CampaignJournal(file, path);
        journal._log.Append((int)CampaignEventKind.Start, JsonSerializer.SerializeToUtf8Bytes(start, CampaignJsonContext.Default.CampaignStart));
        return journal;
    }

    /// <summary>Reads a journal, and continues after its last complete record.</summary>
    /// <param name="file">Its file; this instance takes ownership.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="isWritten">Whether it will be written: what follows the last complete record is then cut
    /// off.</param>
    /// <param name="start">The parameters of the campaign.</param>
    /// <param name="events">The recorded events.</param>
    /// <exception cref="ExperimentException">It is damaged, or of another version.</exception>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    internal static CampaignJournal Read(SafeFileHandle file, FilePath path, bool isWritten, out CampaignStart start, out List<(CampaignEventKind Kind, CampaignEvent What)> events)
    {
        var journal = new CampaignJournal(file, path);
        CampaignStart? first = null;
        List<(CampaignEventKind, CampaignEvent)> found = [];
        bool isSound = true;
        LogEnd end = journal._log.Read((kind, payload) =>
        {
            try
            {
                if (first is null)
                {
                    first = kind == (int)CampaignEventKind.Start ? JsonSerializer.Deserialize(payload, CampaignJsonContext.Default.CampaignStart) : null;
                    isSound &= first is { Version: CampaignStart.CurrentVersion };
                }
                else if (isSound && JsonSerializer.Deserialize(payload, CampaignJsonContext.Default.CampaignEvent) is { } what && Enum.IsDefined((CampaignEventKind)kind))
                {
                    found.Add(((CampaignEventKind)kind, what));
                }
                else
                {
                    isSound = false;
                }
            }
            catch (JsonException)
            {
                isSound = false;
            }
        });
        if (end == LogEnd.Damaged || first is null || !isSound)
        {
            string what = end == LogEnd.Damaged ? "is damaged: something changed it"
                : first is null ? "lacks its beginning" : "is from another version of landspeed";
            throw new ExperimentException(
                Outcome.Refused, $"the journal {path.Display} {what}; the outputs are in the files beside it; to start again give another --out");
        }

        if (isWritten && end == LogEnd.Torn)
        {
            journal._log.CutOff();
        }

        (start, events) = (first, found);
        return journal;
    }

    /// <inheritdoc/>
    public void Append(CampaignEventKind kind, CampaignEvent what) =>
        _log.Append((int)kind, JsonSerializer.SerializeToUtf8Bytes(what, CampaignJsonContext.Default.CampaignEvent));

    /// <summary>Closes it; the file remains.</summary>
    public void Dispose() => _file.Dispose();
}

/// <summary>The kinds of records in the journal.</summary>
internal enum CampaignEventKind
{
    /// <summary>The parameters of the campaign; the first record.</summary>
    Start = 1,

    /// <summary>A command is about to be started.</summary>
    Begun = 2,

    /// <summary>It has a process, which waits for permission to run.</summary>
    Started = 3,

    /// <summary>It has ended, successfully or not.</summary>
    Ended = 4,

    /// <summary>It did not run to its end, and is run again.</summary>
    Interrupted = 5,

    /// <summary>The machine is about to be rebooted.</summary>
    Rebooting = 6,

    /// <summary>Nothing remains to be run.</summary>
    Finished = 7,
}

/// <summary>The parameters of a campaign, at the start of its journal.</summary>
internal sealed record CampaignStart
{
    /// <summary>Version of the journal: 1.</summary>
    internal const int CurrentVersion = 1;

    /// <summary>Version of the journal.</summary>
    public int Version { get; init; } = CurrentVersion;

    /// <summary>The file with the commands, for display.</summary>
    public required string File { get; init; }

    /// <summary>Hash of names and commands, without comments.</summary>
    public required string Entries { get; init; }

    /// <summary>Number of times each command is run.</summary>
    public required int Repeat { get; init; }

    /// <summary>Whether each round has its own order.</summary>
    public required bool Shuffle { get; init; }

    /// <summary>Seed of the order.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Maximum wait for the machine to become idle.</summary>
    public required TimeSpan Settle { get; init; }

    /// <summary>Maximum time of each command.</summary>
    public required TimeSpan Limit { get; init; }

    /// <summary>Whether the page cache is dropped before each command.</summary>
    public required bool Cold { get; init; }

    /// <summary>Whether the machine is rebooted between commands.</summary>
    public required bool Reboot { get; init; }

    /// <summary>Whether to stop after a command that failed.</summary>
    public required bool StopOnFailure { get; init; }

    /// <summary>When it started.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Returns the parameters of a campaign that starts now.</summary>
    internal static CampaignStart Of(CampaignOptions options, IReadOnlyList<CampaignEntry> entries, DateTimeOffset now) => new()
    {
        File = options.File.Display,
        Entries = HashOf(entries),
        Repeat = options.Repeat,
        Shuffle = options.Shuffle,
        Seed = options.Seed,
        Settle = options.Settle,
        Limit = options.Limit,
        Cold = options.Cold,
        Reboot = options.Reboot,
        StopOnFailure = options.StopOnFailure,
        At = now,
    };

    /// <summary>Returns a value that distinguishes the commands of a file from those of another.</summary>
    internal static string HashOf(IReadOnlyList<CampaignEntry> entries) => Xxh3.Hash128(Encoding.UTF8.GetBytes(
        string.Join('\n', entries.Select(entry => $"{entry.Name}\t{(entry.Own is null ? "shell" : string.Join('\0', entry.Own.Words))}\t{entry.Text}")))).ToString();
}

/// <summary>One recorded event.</summary>
internal sealed record CampaignEvent
{
    /// <summary>When it happened.</summary>
    public DateTimeOffset At { get; init; }

    /// <summary>The run, by its position in the order, or -1 for none.</summary>
    public int Item { get; init; } = -1;

    /// <summary>Identifies this boot of the machine.</summary>
    public string? Boot { get; init; }

    /// <summary>The state of the machine when the command started.</summary>
    public SettledRecord? Settled { get; init; }

    /// <summary>Number of the process.</summary>
    public int? Process { get; init; }

    /// <summary>When the process was started, in the system's units.</summary>
    public long? Born { get; init; }

    /// <summary>How it ended, as a shell reports it.</summary>
    public int? ExitCode { get; init; }

    /// <summary>Why it counts as failed, or was interrupted, or null if it succeeded.</summary>
    public string? Reason { get; init; }

    /// <summary>
    /// Whether it was interrupted because the machine or its campaign went down, and not by a person.
    /// </summary>
    public bool IsLost { get; init; }

    /// <summary>How long it ran.</summary>
    public long? ElapsedNs { get; init; }

    /// <summary>CPU time in programs.</summary>
    public long? UserNs { get; init; }

    /// <summary>CPU time in the kernel.</summary>
    public long? SystemNs { get; init; }
}
