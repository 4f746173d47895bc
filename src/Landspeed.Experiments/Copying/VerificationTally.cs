using Landspeed.Experiments.Results;

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

    /// <summary>What is not as it should be, as many as fit.</summary>
    internal IReadOnlyList<VerificationEntryRecord> Listed => _listed;

    /// <summary>Bytes read.</summary>
    internal long Bytes { get; private set; }

    /// <summary>Of those, past the page cache.</summary>
    internal long DirectBytes { get; private set; }

    /// <summary>How many there are of a kind.</summary>
    internal long Count(VerificationState state) => _counts[(int)state];

    /// <summary>Takes one.</summary>
    internal void Add(VerificationFinding finding)
    {
        _counts[(int)finding.State]++;
        Bytes += finding.Read?.Bytes ?? 0;
        DirectBytes += finding.Read is { Direct: true } direct ? direct.Bytes : 0;
        VerificationEntryRecord record = finding.ToRecord();
        if (finding.State != VerificationState.Ok && _listed.Count < VerificationDocument.MaximumEntries)
        {
            _listed.Add(record);
        }

        _found?.Invoke(record);
    }
}
