using Landspeed.Experiments.Results;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>Counts what a verification finds, and lists what is not as it should be.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class VerificationTally
{
    private readonly long[] _counts = new long[Enum.GetValues<VerificationState>().Length];
    private readonly List<VerificationEntryRecord> _listed = [];
    private readonly Action<VerificationEntryRecord>? _found;

    internal VerificationTally(Action<VerificationEntryRecord>? found)
    {
        _found = found;
    }

    /// <summary>Bytes read.</summary>
    internal long Bytes { get; private set; }

    private long DirectBytes { get; set; }

    /// <summary>What was found.</summary>
    /// <param name="manifest">The manifest's name for people.</param>
    /// <param name="extra">Files that it does not name; null: they were not looked for.</param>
    internal VerificationSection Section(string manifest, long? extra) => new()
    {
        Manifest = manifest,
        FilesOk = Count(VerificationState.Ok),
        FilesDifferent = Count(VerificationState.Different),
        FilesMissing = Count(VerificationState.Missing),
        FilesUnreadable = Count(VerificationState.Unreadable),
        LinesMalformed = Count(VerificationState.Malformed),
        FilesExtra = extra,
        DirectBytes = DirectBytes,
        Entries = _listed,
    };

    /// <summary>Takes one.</summary>
    internal void Add(VerificationFinding finding)
    {
        _counts[(int)finding.State]++;
        Bytes += finding.Read?.Bytes ?? 0;
        DirectBytes += finding.Read is { Direct: true } direct ? direct.Bytes : 0;
        VerificationEntryRecord record = finding.ToRecord();
        if (finding.State != VerificationState.Ok && _listed.Count < VerificationSection.MaximumEntries)
        {
            _listed.Add(record);
        }

        _found?.Invoke(record);
    }

    private long Count(VerificationState state) => _counts[(int)state];
}

/// <summary>What was found out about one line of a manifest, or one further file.</summary>
/// <param name="State">What.</param>
/// <param name="Entry">The line; null: no line names the file.</param>
/// <param name="Line">What the line says; null: nothing that can be read.</param>
/// <param name="Read">What reading gave; null: nothing was read.</param>
/// <param name="Message">Why not; null: it was read, or is not there.</param>
internal sealed record VerificationFinding(
    VerificationState State, ManifestEntry? Entry, ChecksumLine? Line, ReadDigest? Read, string? Message)
{
    private FilePath? Name { get; init; }

    /// <summary>Something about a file that no line names.</summary>
    internal static VerificationFinding Of(VerificationState state, FilePath name, string? message) =>
        new(state, null, null, null, message) { Name = name };

    /// <summary>The record of it.</summary>
    internal VerificationEntryRecord ToRecord()
    {
        FilePath? name = Line?.Name ?? Name;
        return new VerificationEntryRecord
        {
            State = State,
            Path = name?.Display,
            PathBase64 = name is null ? null : CopyRecords.Base64(name),
            Line = Entry?.LineNumber,
            Expected = Line?.Digest.Hex,
            Found = Read?.Digests[0].Hex,
            Message = Message,
        };
    }
}
