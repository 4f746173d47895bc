using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>Counts what a comparison finds, and lists what is not the same.</summary>
/// <remarks>For use by one thread at a time.</remarks>
internal sealed class PairTally(PairTask task, Action<PairEntryRecord>? found)
{
    private readonly long[] _counts = new long[Enum.GetValues<PairState>().Length];
    private readonly List<PairEntryRecord> _listed = [];
    private readonly PairLinks _links = new();
    private readonly PairReading _total = new();
    private long _shared;

    /// <summary>What was read.</summary>
    internal PairReading Total => _total;

    /// <summary>Takes the finding of one entry.</summary>
    internal void Add(PairFinding finding)
    {
        Add(finding.Reading);
        if (finding.IsStopped)
        {
            return;
        }

        if (finding.Linked is (LinkedFile a, LinkedFile b) && _links.Judge(finding.Path, a, b) is { } link)
        {
            finding = finding with { Differences = [.. finding.Differences, link] };
        }

        _counts[(int)finding.State]++;
        _shared += finding.Reading.IsOneFile ? 1 : 0;
        bool isSame = finding.State == PairState.Same;
        if (isSame && !task.ListsSame)
        {
            return;
        }

        PairEntryRecord record = finding.ToRecord();
        if (!isSame && _listed.Count < PairSection.MaximumEntries)
        {
            _listed.Add(record);
        }

        found?.Invoke(record);
    }

    /// <summary>Returns the section of the result.</summary>
    internal PairSection Section() => new()
    {
        PathA = task.A.Display,
        PathB = task.B.Display,
        EntriesSame = Count(PairState.Same),
        EntriesDifferent = Count(PairState.Different),
        EntriesOnlyInA = Count(PairState.OnlyInA),
        EntriesOnlyInB = Count(PairState.OnlyInB),
        EntriesUnreadable = Count(PairState.Unreadable),
        EntriesChanged = Count(PairState.Changed),
        FilesShared = _shared,
        BytesA = _total.BytesA,
        BytesB = _total.BytesB,
        DirectBytes = _total.DirectA + _total.DirectB,
        Entries = _listed,
    };

    private void Add(PairReading reading)
    {
        _total.BytesA += reading.BytesA;
        _total.BytesB += reading.BytesB;
        _total.DirectA += reading.DirectA;
        _total.DirectB += reading.DirectB;
        _total.OnDeviceB += reading.OnDeviceB;
    }

    private long Count(PairState state) => _counts[(int)state];
}
