namespace Landspeed.Experiments.Journals;

/// <summary>How the journal of one kind of work is written and read.</summary>
/// <typeparam name="TPreview">The work before its first run.</typeparam>
/// <typeparam name="TRun">A run.</typeparam>
/// <param name="Word">What the work is called in messages, for example <c>sweep</c>.</param>
/// <param name="WritePreview">The first line, without a line feed.</param>
/// <param name="WriteRun">A further line.</param>
/// <param name="ReadPreview">Reads the first line; null: it is none, or none that can have been written here.</param>
/// <param name="ReadRun">Reads a further line; null: it is none, for example because it was cut off.</param>
internal sealed record JournalForm<TPreview, TRun>(
    string Word,
    Func<TPreview, string> WritePreview,
    Func<TRun, string> WriteRun,
    Func<string, TPreview?> ReadPreview,
    Func<string, TRun?> ReadRun);
