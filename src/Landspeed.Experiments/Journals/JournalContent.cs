namespace Landspeed.Experiments.Journals;

/// <summary>What a journal holds.</summary>
/// <typeparam name="TPreview">The work before its first run.</typeparam>
/// <typeparam name="TRun">A run.</typeparam>
/// <param name="Preview">The work before its first run.</param>
/// <param name="Runs">The runs that have ended.</param>
/// <param name="Length">Bytes up to the end of the last whole line.</param>
internal sealed record JournalContent<TPreview, TRun>(TPreview Preview, IReadOnlyList<TRun> Runs, long Length);
