using Landspeed.Hashing;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>Counts what a verification finds, and lists what does not match.</summary>
/// <remarks>For use by one thread.</remarks>
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

    /// <summary>Returns the section of the result.</summary>
    /// <param name="manifest">The manifest's name for display.</param>
    /// <param name="extra">Number of files that it does not name, or null if they were not looked for.</param>
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

/// <summary>The outcome for one line of a manifest, or for one additional file.</summary>
/// <param name="State">The state.</param>
/// <param name="Entry">The line, or null if no line names the file.</param>
/// <param name="Line">The contents of the line, or null if it cannot be read.</param>
/// <param name="Read">The outcome of reading, or null if nothing was read.</param>
/// <param name="Message">Why it was not read, or null if it was read or does not exist.</param>
internal sealed record VerificationFinding(
    VerificationState State, ManifestEntry? Entry, ChecksumLine? Line, ReadDigest? Read, string? Message)
{
    private FilePath? Name { get; init; }

    /// <summary>Returns a finding about a file that no line names.</summary>
    internal static VerificationFinding Of(VerificationState state, FilePath name, string? message) =>
        new(state, null, null, null, message) { Name = name };

    /// <summary>Converts it to its record.</summary>
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
