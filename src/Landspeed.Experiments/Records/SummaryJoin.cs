namespace Landspeed.Experiments.Records;

/// <summary>Joins summaries that come in any order to that of the whole.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class SummaryJoin
{
    private readonly Lock _turn = new();
    private readonly Dictionary<long, RecordSummary> _waiting = [];
    private long _next;

    /// <summary>The summary of all parts up to the first that is missing.</summary>
    internal RecordSummary Whole { get; private set; }

    /// <summary>Enters a part.</summary>
    /// <param name="ordinal">Its zero-based place.</param>
    /// <param name="summary">Its summary.</param>
    internal void Enter(long ordinal, in RecordSummary summary)
    {
        lock (_turn)
        {
            _waiting.Add(ordinal, summary);
            while (_waiting.Remove(_next, out RecordSummary next))
            {
                Whole = Whole.Join(next);
                _next++;
            }
        }
    }
}
