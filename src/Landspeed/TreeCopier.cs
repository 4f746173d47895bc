using Landspeed.Copying;
using Landspeed.Copying.Content;
using Landspeed.Copying.Walking;
using Landspeed.Platform;

namespace Landspeed;

/// <summary>
/// Copies a directory with everything below it: small files several at a time, large ones at depth, durable when it returns,
/// each under its name only when it is whole.
/// </summary>
/// <remarks>
/// Memory stays bounded whatever the size of the tree. What went wrong with one entry is a problem of the result, and the
/// rest goes on. Safe for all threads; two copies into one target at a time: one is refused.
/// </remarks>
public static class TreeCopier
{
    /// <summary>Copies a tree.</summary>
    /// <param name="source">A directory.</param>
    /// <param name="target">
    /// The copy's own name: made where it is missing, else what is copied goes into it. A symbolic link is followed
    /// where the name ends with a slash, and else refused.
    /// </param>
    /// <param name="options">How; null: the defaults.</param>
    /// <param name="progress">Receives the state often, on threads of the copier, one at a time; must be quick.</param>
    /// <param name="cancellation">Stops after what is under way; what is complete keeps its name, and the next run goes on.</param>
    /// <returns>What was done; <see cref="CopyOutcome.Stopped"/> when it was stopped.</returns>
    /// <exception cref="CopyException">Refused or impossible; nothing was touched.</exception>
    /// <exception cref="ArgumentException">An option is out of range; nothing was touched.</exception>
    public static CopyResult Copy(
        FilePath source,
        FilePath target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(target);
        options ??= new TreeCopyOptions();
        CopyLoops.Check(options);
        return ListenerException.Unwrap(() => TreeCopy.Execute(source, target, options, progress, cancellation));
    }

    /// <inheritdoc cref="Copy(FilePath, FilePath, TreeCopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    public static CopyResult Copy(
        string source,
        string target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default) =>
        Copy(FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellation);

    /// <summary>
    /// Copies a tree, directed by a thread of its own; see
    /// <see cref="Copy(FilePath, FilePath, TreeCopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>.
    /// </summary>
    /// <param name="source">A directory.</param>
    /// <param name="target">The copy's own name.</param>
    /// <param name="options">How; null: the defaults.</param>
    /// <param name="progress">Receives the state.</param>
    /// <param name="cancellation">Stops it.</param>
    /// <returns>What was done.</returns>
    public static Task<CopyResult> CopyAsync(
        FilePath source,
        FilePath target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default) => Task.Factory.StartNew(
            () => Copy(source, target, options, progress, cancellation),
            CancellationToken.None,
            TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach,
            TaskScheduler.Default);

    /// <summary>
    /// Copies a tree, directed by a thread of its own; see
    /// <see cref="Copy(FilePath, FilePath, TreeCopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>.
    /// </summary>
    /// <param name="source">A directory.</param>
    /// <param name="target">The copy's own name.</param>
    /// <param name="options">How; null: the defaults.</param>
    /// <param name="progress">Receives the state.</param>
    /// <param name="cancellation">Stops it.</param>
    /// <returns>What was done.</returns>
    public static Task<CopyResult> CopyAsync(
        string source,
        string target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default) =>
        CopyAsync(FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellation);
}
