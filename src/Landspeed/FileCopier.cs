using System.Runtime.CompilerServices;
using Landspeed.Copying.Content;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Single;

namespace Landspeed.Copying;

/// <summary>
/// Copies one file, bypassing the page cache, with many requests in flight. The copy is durable when the call returns,
/// and appears under its name only when it is complete.
/// </summary>
/// <remarks>
/// At any moment, and after a crash, the target name holds its previous content or the complete copy. Needs about queue
/// depth × request size of memory. Thread-safe; of two copies to one target at the same time, one is refused.
/// </remarks>
/// <example>
/// <code>
/// CopyResult copy = await FileCopier.CopyAsync("big.dat", "big.backup", new() { Verify = true });
/// Console.WriteLine($"{copy.BytesVerified} bytes read back from the medium, durable: {copy.IsDurable}");
/// </code>
/// </example>
public static class FileCopier
{
    /// <summary>Copies a file.</summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">
    /// Name of the copy itself, in an existing directory. A name that ends with a slash would be a directory and is
    /// refused.
    /// </param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="progress">
    /// Receives the state at least several times a second, on the calling thread; must return quickly.
    /// </param>
    /// <param name="cancellationToken">
    /// Stops after the requests in flight; what is durable is kept, and the next run continues from it.
    /// </param>
    /// <returns>The result: one file copied, reflinked, up to date, or skipped because the target is newer.</returns>
    /// <exception cref="CopyException">The copy failed; the target is unchanged.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <exception cref="ArgumentException">An option is out of range; nothing was touched.</exception>
    /// <remarks>
    /// <para>Creates an engine and its memory, which takes about a millisecond. Allocates nothing per request.</para>
    /// <para>Like cp, ignores the locks by which .NET programs share files (<see cref="FileShare"/>). A source that
    /// another program writes to during the copy is reported as changed; a program that has the replaced target open
    /// keeps the old file.</para>
    /// </remarks>
    public static CopyResult Copy(
        FilePath source,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(target);
        options ??= new CopyOptions();
        CopyLoops.Check(options);
        using var run = new FileCopyRun(source, target, options, progress, TimeProvider.System, cancellationToken);
        return ListenerException.Unwrap(run.Execute);
    }

    /// <inheritdoc cref="Copy(FilePath, FilePath, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    /// <example>
    /// <code>
    /// try
    /// {
    ///     FileCopier.Copy("big.dat", "copy-of-big.dat");
    /// }
    /// catch (CopyException failure) when (failure.Outcome == CopyOutcome.Refused)
    /// {
    ///     Console.WriteLine(failure.Problem.Message); // copy-of-big.dat exists
    /// }
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static CopyResult Copy(
        string source,
        string target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        Copy(FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellationToken);

    /// <summary>
    /// Copies a file on a new thread; see
    /// <see cref="Copy(FilePath, FilePath, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>.
    /// </summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">Name of the copy itself.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="progress">Receives the state, on the copying thread.</param>
    /// <param name="cancellationToken">Stops the copy.</param>
    /// <returns>The result of the copy.</returns>
    public static Task<CopyResult> CopyAsync(
        FilePath source,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        CopyThread.Start(() => Copy(source, target, options, progress, cancellationToken), cancellationToken);

    /// <inheritdoc
    /// cref="CopyAsync(FilePath, FilePath, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    /// <example>
    /// <code>
    /// using var stop = new CancellationTokenSource(TimeSpan.FromMinutes(10)); // the same call resumes a stopped copy
    /// var progress = new Progress&lt;CopyProgress&gt;(
    ///     state =&gt; Console.WriteLine($"{state.Bytes} of {state.TotalBytes}"));
    /// CopyResult copy = await FileCopier.CopyAsync(
    ///     "big.dat", "timed.dat", new() { Overwrite = OverwriteRule.Always }, progress, stop.Token);
    /// Console.WriteLine($"durable after {copy.ElapsedToDurable.TotalSeconds:F2} s");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static Task<CopyResult> CopyAsync(
        string source,
        string target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        CopyAsync(FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellationToken);
}
