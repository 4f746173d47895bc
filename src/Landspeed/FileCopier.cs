using Landspeed.Copying;
using Landspeed.Copying.Content;
using Landspeed.Copying.Single;
using Landspeed.Platform;

namespace Landspeed;

/// <summary>
/// Copies one file: past the page cache, many requests in flight, durable when it returns, and under its name only when it is
/// whole.
/// </summary>
/// <remarks>
/// Under the target's name there is, at every moment and after a crash, what was there before, or the whole copy. Needs about
/// queue depth × request size of memory. Safe for all threads; two copies to one target at a time: one is refused.
/// </remarks>
public static class FileCopier
{
    /// <summary>Copies a file.</summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">
    /// The copy's own name, in a directory that exists; with a slash at its end it would be a directory's, and is
    /// refused.
    /// </param>
    /// <param name="options">How; null: the defaults.</param>
    /// <param name="progress">Receives the state several times a second and more, on the calling thread; must be quick.</param>
    /// <param name="cancellation">Stops after the requests in flight; what is durable is kept for the next run to continue.</param>
    /// <returns>What was done: one file copied, reflinked, up to date, or skipped because the target is newer.</returns>
    /// <exception cref="CopyException">It did not come about; the target is as it was.</exception>
    /// <exception cref="OperationCanceledException">It was stopped.</exception>
    /// <exception cref="ArgumentException">An option is out of range; nothing was touched.</exception>
    /// <remarks>
    /// <para>Makes an engine and its memory, about a millisecond. Allocates nothing for a request.</para>
    /// <para>Locks by which .NET programs share files (<see cref="FileShare"/>) are not asked, as cp does not: a source
    /// that somebody writes to meanwhile is reported as changed, and who has the replaced target open keeps the old
    /// one.</para>
    /// </remarks>
    public static CopyResult Copy(
        FilePath source,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(target);
        options ??= new CopyOptions();
        CopyLoops.Check(options);
        using var run = new FileCopyRun(source, target, options, progress, TimeProvider.System, cancellation);
        return ListenerException.Unwrap(run.Execute);
    }

    /// <inheritdoc cref="Copy(FilePath, FilePath, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    public static CopyResult Copy(
        string source,
        string target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default) =>
        Copy(FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellation);

    /// <summary>
    /// Copies a file on its own thread; see
    /// <see cref="Copy(FilePath, FilePath, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>.
    /// </summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">The copy's own name.</param>
    /// <param name="options">How; null: the defaults.</param>
    /// <param name="progress">Receives the state, on that thread.</param>
    /// <param name="cancellation">Stops it.</param>
    /// <returns>What was done.</returns>
    public static Task<CopyResult> CopyAsync(
        FilePath source,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default) => Task.Factory.StartNew(
            () => Copy(source, target, options, progress, cancellation),
            cancellation,
            TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach,
            TaskScheduler.Default);

    /// <summary>
    /// Copies a file on its own thread; see
    /// <see cref="Copy(FilePath, FilePath, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>.
    /// </summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">The copy's own name.</param>
    /// <param name="options">How; null: the defaults.</param>
    /// <param name="progress">Receives the state, on that thread.</param>
    /// <param name="cancellation">Stops it.</param>
    /// <returns>What was done.</returns>
    public static Task<CopyResult> CopyAsync(
        string source,
        string target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default) =>
        CopyAsync(FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellation);
}
