using System.Runtime.CompilerServices;
using System.Text;
using Landspeed.Streams.LineReading;

namespace Landspeed;

/// <summary>
/// Reads text files line by line as bytes, at the rate at which the file can be read. It decodes no text, creates no
/// strings, and copies a line only if the line crosses from one block of the file into the next.
/// </summary>
/// <remarks>
/// <para>LF ends a line, and a CR before it belongs to the line end; unlike with StreamReader, any other CR is a byte
/// of its line. A last line without LF counts if it has bytes; an empty file has no lines. <c>wc -l</c> counts line
/// ends instead: one fewer if the last line has none. Bytes that are not UTF-8 are passed through unchanged.</para>
/// <para>Thread-safe; every call opens the file again.</para>
/// </remarks>
/// <example>
/// <code>
/// File.WriteAllText("words.txt", "one\ntwo\nthree\n");
/// long[] lengths = await Lines.ForEachAsync&lt;long&gt;(
///     "words.txt",
///     createState: worker =&gt; 0L,
///     (line, info, ref total) =&gt; total += line.Length); // one total per worker, so no lock
/// Console.WriteLine($"{Lines.Count("words.txt")} lines, {lengths.Sum()} bytes without line ends");
/// </code>
/// </example>
public static class Lines
{
    /// <summary>Counts the lines of a file.</summary>
    /// <param name="path">File name.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="cancellationToken">Stops before the next block of the file.</param>
    /// <returns>Number of lines, including a last one without a line end.</returns>
    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="IOException">A read failed, or it is not a regular file.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    /// <remarks>
    /// A file in the page cache is counted by the calling thread and others, <see cref="LineOptions.Workers"/> in
    /// total, each of which reads its own parts; they have ended when the call returns. Otherwise, the calling thread
    /// counts while another one reads ahead. Nothing is allocated per line or block, and no line is kept, however long.
    /// </remarks>
    /// <example>
    /// <code>
    /// File.WriteAllText("access.log", "GET /\nGET /index.html\nPOST /form\n");
    /// Console.WriteLine($"{Lines.Count("access.log")} requests");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
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

    /// <summary>Enumerates the lines of a file in order.</summary>
    /// <param name="path">File name.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="cancellationToken">
    /// Ends the loop before the next block of the file, with an <see cref="OperationCanceledException"/>.
    /// </param>
    /// <returns>
    /// A sequence for <c>foreach</c>, which opens the file; each span is valid for one iteration of the loop.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <example>
    /// <code>
    /// File.WriteAllText("server.log", "info ready\nerror disk full\n");
    /// foreach (ReadOnlySpan&lt;byte&gt; line in Lines.Enumerate("server.log"))
    /// {
    ///     if (line.StartsWith("error"u8))
    ///     {
    ///         Console.WriteLine(System.Text.Encoding.UTF8.GetString(line));
    ///     }
    /// }
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
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

    /// <summary>Enumerates the lines of a file in order as strings, like File.ReadLines.</summary>
    /// <param name="path">File name.</param>
    /// <param name="encoding">
    /// Encoding of the file, in which LF must be one byte: UTF-8 or a superset of ASCII. Null for UTF-8, with invalid
    /// bytes read as U+FFFD.
    /// </param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="cancellationToken">
    /// Ends the loop before the next block of the file, with an <see cref="OperationCanceledException"/>.
    /// </param>
    /// <returns>A sequence for <c>foreach</c>; each enumeration opens the file again.</returns>
    /// <exception cref="ArgumentException">The encoding is UTF-16 or another in which LF is not one byte.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>
    /// As <see cref="Enumerate(string, LineOptions?, CancellationToken)"/>, plus one string per line.
    /// </remarks>
    /// <example>
    /// <code>
    /// File.WriteAllText("names.txt", "Grace\nAda\n");
    /// Console.WriteLine(string.Join(", ", Lines.EnumerateStrings("names.txt").Order()));
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
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

    /// <summary>Calls an action for each line of a file, on several threads at the same time.</summary>
    /// <param name="path">File name.</param>
    /// <param name="action">Called once for each line.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="cancellationToken">Stops before the next line.</param>
    /// <returns>
    /// Completes with the number of lines when every line was handed out and the file is closed. If it faults or is
    /// cancelled, it completes only when no action is running any more. It faults with an <see cref="IOException"/> as
    /// in <see cref="Count(string, LineOptions?, CancellationToken)"/>, or with a <see cref="LineException"/> for an
    /// exception of the action or a line that is too long. Of several errors at the same time, that of the earliest
    /// line comes first.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; nothing was started.</exception>
    /// <remarks>
    /// Cost: the threads, all of which have ended before the task completes, except the one that completes it. Nothing
    /// is allocated per line or block.
    /// </remarks>
    /// <example>
    /// <code>
    /// File.WriteAllText("urls.txt", "/\n/index.html\n/about.html\n");
    /// long pages = 0;
    /// LineTotals totals = await Lines.ForEachAsync(
    ///     "urls.txt",
    ///     (line, info) =&gt; Interlocked.Add(ref pages, line.EndsWith(".html"u8) ? 1 : 0)); // on several threads
    /// Console.WriteLine($"{pages} of {totals.Lines} lines are pages");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
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

    /// <summary>
    /// Calls an action for each line of a file with a state per worker, so that counting needs no lock.
    /// </summary>
    /// <typeparam name="TState">The state of each worker.</typeparam>
    /// <param name="path">File name.</param>
    /// <param name="createState">
    /// Creates a worker's state from the worker's index; called on the worker's thread.
    /// </param>
    /// <param name="action">Called once for each line.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="cancellationToken">Stops before the next line.</param>
    /// <returns>
    /// The states, one for each worker that ran, 1 or more. Faults as the other overload's task does; an exception of
    /// createState is passed on unchanged.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range; nothing was started.</exception>
    [OverloadResolutionPriority(1)]
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
