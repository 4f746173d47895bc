using System.Runtime.CompilerServices;
using Landspeed.Copying.Content;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Walking;

namespace Landspeed.Copying;

/// <summary>
/// Copies a directory with everything below it, several small files at a time and large files with many requests in
/// flight. The copy is durable when the call returns, and each file appears under its name only when it is complete.
/// </summary>
/// <remarks>
/// Memory is bounded whatever the size of the tree. A failure of one entry is reported as a problem in the result, and
/// the copy goes on. Thread-safe; of two copies into one target at the same time, one is refused.
/// </remarks>
/// <example>
/// <code>
/// TreeCopyOptions options = new() { Overwrite = OverwriteRule.Older };
/// CopyResult tree = await TreeCopier.CopyAsync("photos", "photos.backup", options);
/// foreach (CopyProblem problem in tree.Problems)
/// {
///     Console.WriteLine(problem.Message);
/// }
/// </code>
/// </example>
public static class TreeCopier
{
    /// <summary>Copies a tree.</summary>
    /// <param name="source">A directory.</param>
    /// <param name="target">
    /// Name of the copy itself. It is created if missing; otherwise the entries are copied into it. A symbolic link is
    /// followed if the name ends with a slash, and is refused otherwise.
    /// </param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="progress">
    /// Receives the state often, on the copier's threads, one call at a time; must return quickly.
    /// </param>
    /// <param name="cancellationToken">
    /// Stops after the requests under way; complete files keep their names, and the next run continues.
    /// </param>
    /// <returns>The result.</returns>
    /// <exception cref="CopyException">The copy was refused or is impossible; nothing was touched.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <exception cref="ArgumentException">An option is out of range; nothing was touched.</exception>
    public static CopyResult Copy(
        FilePath source,
        FilePath target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default)
    {
        CopyResult result = CopyUntilStopped(source, target, options, progress, cancellationToken);
        return result.Outcome == CopyOutcome.Stopped ? throw new OperationCanceledException(cancellationToken) : result;
    }

    /// <summary>Copies a tree; a copy that was cancelled returns what was done until then.</summary>
    internal static CopyResult CopyUntilStopped(
        FilePath source,
        FilePath target,
        TreeCopyOptions? options,
        IProgress<CopyProgress>? progress,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(target);
        options ??= new TreeCopyOptions();
        CopyLoops.Check(options);
        return ListenerException.Unwrap(() => TreeCopy.Execute(source, target, options, progress, cancellationToken));
    }

    /// <inheritdoc cref="Copy(FilePath, FilePath, TreeCopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    /// <example>
    /// <code>
    /// CopyResult tree = TreeCopier.Copy("photos", "photos.copy");
    /// if (tree.Outcome != CopyOutcome.Done)
    /// {
    ///     Console.WriteLine($"{tree.ProblemCount} problems, the first: {tree.Problems[0].Message}");
    /// }
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static CopyResult Copy(
        string source,
        string target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        Copy(FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellationToken);

    /// <summary>
    /// Copies a tree, directed by a new thread. See
    /// <see cref="Copy(FilePath, FilePath, TreeCopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>.
    /// </summary>
    /// <param name="source">A directory.</param>
    /// <param name="target">Name of the copy itself.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="progress">Receives the state.</param>
    /// <param name="cancellationToken">Stops the copy.</param>
    /// <returns>The result of the copy.</returns>
    public static Task<CopyResult> CopyAsync(
        FilePath source,
        FilePath target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        CopyThread.Start(() => Copy(source, target, options, progress, cancellationToken), cancellationToken);

    /// <inheritdoc
    /// cref="CopyAsync(FilePath, FilePath, TreeCopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    /// <example>
    /// <code>
    /// using var stop = new CancellationTokenSource(TimeSpan.FromMinutes(10)); // the same call resumes a stopped copy
    /// var progress = new Progress&lt;CopyProgress&gt;(
    ///     state =&gt; Console.WriteLine($"{state.Files} of {state.TotalFiles} files"));
    /// CopyResult tree = await TreeCopier.CopyAsync(
    ///     "photos", "photos.async", progress: progress, cancellationToken: stop.Token);
    /// Console.WriteLine($"{tree.FilesCopied} copied, {tree.FilesUpToDate} up to date, {tree.EntriesFailed} failed");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static Task<CopyResult> CopyAsync(
        string source,
        string target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        CopyAsync(FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellationToken);
}
