using System.Text;
using System.Text.Json;
using Landspeed.Copying.Journal;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Campaigns;

/// <summary>Where the records of a campaign go; each is durable when the call returns.</summary>
internal interface ICampaignLog
{
    /// <summary>Appends a record.</summary>
    /// <exception cref="NativeIOException">It is not durable.</exception>
    void Append(CampaignEventKind kind, CampaignEvent what);
}

/// <summary>
/// The journal of a campaign: what was begun, how it ended, what was interrupted. Each record is durable before the next step, so that a machine
/// that loses its power knows afterwards what it did.
/// </summary>
/// <remarks>For one thread. The format is described in docs/decisions/campaign.md.</remarks>
internal sealed class CampaignJournal : ICampaignLog, IDisposable
{
    /// <summary>Its name in the directory of a campaign.</summary>
    internal static readonly FilePath FileName = FilePath.FromText("journal");

    private readonly SafeFileHandle _file;
    private readonly FilePath _path;
    private readonly RecordLog _log;

    private CampaignJournal(SafeFileHandle file, FilePath path)
    {
        (_file, _path, _log) = (file, path, new RecordLog(new WholeTransfer(file, path)));
    }

    /// <summary>Begins one.</summary>
    /// <param name="file">New and empty; taken over.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="start">What the campaign is.</param>
    /// <exception cref="NativeIOException">It is not durable.</exception>
    internal static CampaignJournal Begin(SafeFileHandle file, FilePath path, CampaignStart start)
    {
        var journal = new CampaignJournal(file, path);
        journal.Append((int)CampaignEventKind.Start, JsonSerializer.SerializeToUtf8Bytes(start, CampaignJsonContext.Default.CampaignStart));
        return journal;
    }

    /// <summary>Reads one, and goes on behind its last whole record.</summary>
    /// <param name="file">Its file; taken over.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="isWritten">Whether it is going to be written: what lies behind the last whole record is cut off then.</param>
    /// <param name="start">What the campaign is.</param>
    /// <param name="events">What happened.</param>
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
                : first is null ? "has no beginning" : "is of another version of landspeed";
            throw new ExperimentException(
                Outcome.Refused, $"the journal {path.Display} {what}; what was run is in the files beside it, and to begin anew give another --out");
        }

        if (isWritten && end == LogEnd.Torn)
        {
            journal.CutOff();
        }

        (start, events) = (first, found);
        return journal;
    }

    /// <inheritdoc/>
    public void Append(CampaignEventKind kind, CampaignEvent what) =>
        Append((int)kind, JsonSerializer.SerializeToUtf8Bytes(what, CampaignJsonContext.Default.CampaignEvent));

    /// <summary>Closes it; it stays.</summary>
    public void Dispose() => _file.Dispose();

    private void Append(int kind, byte[] payload)
    {
        _log.Append(kind, payload);
        Require(Interruptions.Retry(() => NativePlatform.Files.FlushAll(_file)), "flush");
    }

    // A shorter record over a torn one would be followed by the rest of that.
    private void CutOff()
    {
        Require(Interruptions.Retry(() => NativePlatform.Files.SetLength(_file, _log.Length)), "set the length of");
        Require(Interruptions.Retry(() => NativePlatform.Files.FlushAll(_file)), "flush");
    }

    private void Require(NativeResult result, string operation)
    {
        if (result.Failed)
        {
            throw new NativeIOException(operation, _path, result.Error);
        }
    }
}

/// <summary>What a record of the journal says.</summary>
internal enum CampaignEventKind
{
    /// <summary>What the campaign is; the first record.</summary>
    Start = 1,

    /// <summary>A command is going to be started.</summary>
    Begun = 2,

    /// <summary>It has a process, which waits at its gate.</summary>
    Started = 3,

    /// <summary>It has ended, whether well or not.</summary>
    Ended = 4,

    /// <summary>It did not come to its end, and is run again.</summary>
    Interrupted = 5,

    /// <summary>The machine is going to be started anew.</summary>
    Rebooting = 6,

    /// <summary>Nothing is left.</summary>
    Finished = 7,
}

/// <summary>What a campaign is, as its journal begins.</summary>
internal sealed record CampaignStart
{
    /// <summary>Version of the journal: 1.</summary>
    internal const int CurrentVersion = 1;

    /// <summary>Version of the journal.</summary>
    public int Version { get; init; } = CurrentVersion;

    /// <summary>The file with the commands, for people.</summary>
    public required string File { get; init; }

    /// <summary>Hash of names and commands, not of comments.</summary>
    public required string Entries { get; init; }

    /// <summary>How often each command is run.</summary>
    public required int Repeat { get; init; }

    /// <summary>Whether each round has an order of its own.</summary>
    public required bool Shuffle { get; init; }

    /// <summary>Start of the order.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Longest wait for a quiet machine.</summary>
    public required TimeSpan Settle { get; init; }

    /// <summary>Longest time of each command.</summary>
    public required TimeSpan Limit { get; init; }

    /// <summary>Whether the page cache is dropped before each command.</summary>
    public required bool Cold { get; init; }

    /// <summary>Whether the machine is started anew between commands.</summary>
    public required bool Reboot { get; init; }

    /// <summary>Whether nothing is run after a command that failed.</summary>
    public required bool StopOnFailure { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>That of a campaign which begins now.</summary>
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

    /// <summary>What distinguishes the commands of a file from those of another.</summary>
    internal static string HashOf(IReadOnlyList<CampaignEntry> entries) => Xxh3.Hash128(Encoding.UTF8.GetBytes(
        string.Join('\n', entries.Select(entry => $"{entry.Name}\t{(entry.Own is null ? "shell" : string.Join('\0', entry.Own.Words))}\t{entry.Text}")))).ToString();
}

/// <summary>One thing that happened.</summary>
internal sealed record CampaignEvent
{
    /// <summary>When.</summary>
    public DateTimeOffset At { get; init; }

    /// <summary>Which run, by its place in the order; -1: none.</summary>
    public int Item { get; init; } = -1;

    /// <summary>What distinguishes this start of the machine.</summary>
    public string? Boot { get; init; }

    /// <summary>What the machine was like when the command began.</summary>
    public SettledRecord? Settled { get; init; }

    /// <summary>Number of the process.</summary>
    public int? Process { get; init; }

    /// <summary>When the process was born, as the system counts.</summary>
    public long? Born { get; init; }

    /// <summary>How it ended, as a shell reports it.</summary>
    public int? ExitCode { get; init; }

    /// <summary>Why it counts as failed, or was interrupted; null: it did what it should.</summary>
    public string? Reason { get; init; }

    /// <summary>Whether it was interrupted because the machine or its campaign went away, and not by a person.</summary>
    public bool IsLost { get; init; }

    /// <summary>How long it ran.</summary>
    public long? ElapsedNs { get; init; }

    /// <summary>Processor time in programs.</summary>
    public long? UserNs { get; init; }

    /// <summary>Processor time in the kernel.</summary>
    public long? SystemNs { get; init; }
}
