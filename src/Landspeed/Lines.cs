using System.Text;
using Landspeed.Platform;
using Landspeed.Streams.LineReading;

namespace Landspeed;

/// <summary>
/// Reads text files line by line as bytes, as fast as the file comes: no text is decoded, no string is made, no line is
/// copied but where it crosses from one block of the file into the next.
/// </summary>
/// <remarks>
/// <para>LF ends a line, and a CR before it belongs to the line end; any other CR is a byte of its line, unlike with StreamReader.
/// A last line without LF is a line if it has bytes; an empty file has none. <c>wc -l</c> counts line ends instead: one
/// less where the last line has none. Bytes that are not UTF-8 are passed as they are.</para>
/// <para>Safe for all threads; every call opens the file anew.</para>
/// </remarks>
public static class Lines
{
    /// <summary>Counts the lines of a file.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <param name="cancellationToken">Ends it before the next block of the file.</param>
    /// <returns>Lines, with a last one without line end.</returns>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="IOException">A read failed, or it is no regular file.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    /// <remarks>A file in the page cache is counted by the calling thread and others, <see cref="LineOptions.Workers"/>
    /// together, each of which reads its own parts; they are gone when the call returns. Else the calling thread counts while
    /// another one reads ahead. Nothing is allocated for a line or a block, and no line is kept, however long.</remarks>
    public static long Count(
        string path, LineOptions? options = null, CancellationToken cancellationToken = default) =>
        Count(FilePath.FromText(path), options, cancellationToken);

    /// <inheritdoc cref="Count(string, LineOptions?, CancellationToken)"/>
    public static long Count(
        FilePath path, LineOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(path);
        return LineCounting.Count(path, Checked(options), cancellationToken);
    }

    /// <summary>The lines of a file, one by one in its order.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <param name="cancellationToken">Ends the loop before the next block of the file, by an
    /// <see cref="OperationCanceledException"/>.</param>
    /// <returns>To be walked by <c>foreach</c>, which opens the file; the spans are valid for one turn of the loop.</returns>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public static LineSequence Enumerate(
        string path, LineOptions? options = null, CancellationToken cancellationToken = default) =>
        Enumerate(FilePath.FromText(path), options, cancellationToken);

    /// <inheritdoc cref="Enumerate(string, LineOptions?, CancellationToken)"/>
    public static LineSequence Enumerate(
        FilePath path, LineOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(path);
        return new LineSequence(path, Checked(options), cancellationToken);
    }

    /// <summary>The lines of a file as strings, one by one in its order: what File.ReadLines is.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="encoding">
    /// How text becomes bytes, LF being one byte: UTF-8 and what includes ASCII. Null for UTF-8; bytes that are none
    /// become U+FFFD.
    /// </param>
    /// <param name="options">How; null for the defaults.</param>
    /// <param name="cancellationToken">Ends the loop before the next block of the file, by an
    /// <see cref="OperationCanceledException"/>.</param>
    /// <returns>To be walked by <c>foreach</c>, which opens the file; each walk opens it anew.</returns>
    /// <exception cref="ArgumentException">The encoding is UTF-16 or another one whose LF is not one byte.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>As <see cref="Enumerate(string, LineOptions?, CancellationToken)"/>, and one string for a
    /// line.</remarks>
    public static IEnumerable<string> EnumerateStrings(
        string path,
        Encoding? encoding = null,
        LineOptions? options = null,
        CancellationToken cancellationToken = default) =>
        EnumerateStrings(FilePath.FromText(path), encoding, options, cancellationToken);

    /// <inheritdoc cref="EnumerateStrings(string, Encoding?, LineOptions?, CancellationToken)"/>
    public static IEnumerable<string> EnumerateStrings(
        FilePath path,
        Encoding? encoding = null,
        LineOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(path);
        encoding ??= Encoding.UTF8;
        if (!encoding.GetBytes("\n").AsSpan().SequenceEqual("\n"u8))
        {
            throw new ArgumentException(
                $"LF is not one byte in {encoding.WebName}: read such a file with a StreamReader", nameof(encoding));
        }

        return Strings(Enumerate(path, options, cancellationToken), encoding);
    }

    /// <summary>Hands each line of a file to an action, by several threads at the same time.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="action">Called for each line; never twice.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <param name="cancellationToken">Stops everything before the next line.</param>
    /// <returns>
    /// Completes when all lines were handed out and the file is closed, with their number. Faulted or cancelled, it
    /// completes when no action runs any more: an <see cref="IOException"/> as of
    /// <see cref="Count(string, LineOptions?, CancellationToken)"/>, or a <see cref="LineException"/> for the action's
    /// exception or a line that is too long; of several at the same time, that of the earliest line first.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; nothing was started.</exception>
    /// <remarks>Cost: the threads, gone before the task completes but for the one that completes it; nothing is allocated
    /// for a line or a block.</remarks>
    public static Task<LineTotals> ForEachAsync(
        string path, LineAction action, LineOptions? options = null, CancellationToken cancellationToken = default) =>
        ForEachAsync(FilePath.FromText(path), action, options, cancellationToken);

    /// <inheritdoc cref="ForEachAsync(string, LineAction, LineOptions?, CancellationToken)"/>
    public static Task<LineTotals> ForEachAsync(
        FilePath path, LineAction action, LineOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(action);
        var sink = new LineActionSink(action);
        return new LineRun<LineActionSink>(path, Checked(options), _ => sink, cancellationToken).Start();
    }

    /// <summary>Hands each line of a file to an action with a state of each worker, so that counting needs no lock.</summary>
    /// <typeparam name="TState">What each worker keeps.</typeparam>
    /// <param name="path">The file's name.</param>
    /// <param name="createState">Makes the state of a worker from its index; called on the worker's thread.</param>
    /// <param name="action">Called for each line; never twice.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <param name="cancellationToken">Stops everything before the next line.</param>
    /// <returns>The states, one for each worker that there was, 1 or more. Faults as the other overload's task does;
    /// what createState throws comes as it is.</returns>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; nothing was started.</exception>
    public static Task<TState[]> ForEachAsync<TState>(
        string path,
        Func<int, TState> createState,
        LineStateAction<TState> action,
        LineOptions? options = null,
        CancellationToken cancellationToken = default) =>
        ForEachAsync(FilePath.FromText(path), createState, action, options, cancellationToken);

    /// <inheritdoc cref="ForEachAsync{TState}(string, Func{int, TState}, LineStateAction{TState}, LineOptions?, CancellationToken)"/>
    public static Task<TState[]> ForEachAsync<TState>(
        FilePath path,
        Func<int, TState> createState,
        LineStateAction<TState> action,
        LineOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(createState);
        ArgumentNullException.ThrowIfNull(action);
        var run = new LineRun<LineStateSink<TState>>(
            path, Checked(options), worker => new LineStateSink<TState>(action, createState(worker)), cancellationToken);
        return StatesOf(run);
    }

    private static IEnumerable<string> Strings(LineSequence lines, Encoding encoding)
    {
        using LineEnumerator each = lines.GetEnumerator();
        while (each.MoveNext())
        {
            yield return encoding.GetString(each.Current);
        }
    }

    private static async Task<TState[]> StatesOf<TState>(LineRun<LineStateSink<TState>> run)
    {
        await run.Start().ConfigureAwait(false);
        return Array.ConvertAll(run.Sinks, sink => sink.State);
    }

    private static LineOptions Checked(LineOptions? options)
    {
        options ??= new LineOptions();
        options.Check();
        return options;
    }
}
