using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What a journal holds.</summary>
/// <param name="Preview">The sweep before its first run.</param>
/// <param name="Runs">The runs that have ended.</param>
/// <param name="Length">Bytes up to the end of the last whole line.</param>
internal sealed record JournalContent(SweepDocument Preview, IReadOnlyList<SweepRunRecord> Runs, long Length);
