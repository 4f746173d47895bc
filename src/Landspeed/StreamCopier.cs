using Landspeed.Copying;
using Landspeed.Copying.Content;
using Landspeed.Copying.Single;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>Copies between a file and a stream that has no positions, such as a pipe, a socket or a terminal.</summary>
/// <remarks>
/// A file made from a stream appears under its name only when the stream has ended and everything is durable, as with
/// <see cref="FileCopier"/>. Such a copy cannot be resumed, verified against its source, or reflinked. Thread-safe.
/// </remarks>
public static class StreamCopier
{
    /// <summary>Creates a file from the content of a stream.</summary>
    /// <param name="source">Open for reading; owned by the caller. Read from its current position.</param>
    /// <param name="name">The stream's name in messages and events.</param>
    /// <param name="target">Name of the file, in an existing directory.</param>
    /// <param name="options">
    /// Settings, or null for the defaults. The overwrite rule Older refuses an existing target, as Never does.
    /// </param>
    /// <param name="progress">Receives the state, on the calling thread.</param>
    /// <param name="cancellationToken">Stops the copy after the current read; nothing is left behind.</param>
    /// <returns>The result of the copy.</returns>
    /// <exception cref="CopyException">The copy failed; the target is unchanged.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    public static CopyResult Receive(
        SafeFileHandle source,
        FilePath name,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(target);
        options ??= new CopyOptions();
        CopyLoops.Check(options);
        var run = new StreamCopyRun(options, progress, TimeProvider.System, cancellationToken);
        return ListenerException.Unwrap(() => run.Receive(source, name, target));
    }

    /// <summary>Sends the content of a file to a stream.</summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">Open for writing; owned by the caller. Written from its current position.</param>
    /// <param name="name">The stream's name in messages.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="progress">Receives the state, on the calling thread.</param>
    /// <param name="cancellationToken">Stops the copy after the current request.</param>
    /// <returns>The result. It is not durable, because nothing is known about the data beyond the stream.</returns>
    /// <exception cref="CopyException">The copy failed; part of the content was sent.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    public static CopyResult Send(
        FilePath source,
        SafeFileHandle target,
        FilePath name,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(name);
        options ??= new CopyOptions();
        CopyLoops.Check(options);
        var run = new StreamCopyRun(options, progress, TimeProvider.System, cancellationToken);
        return ListenerException.Unwrap(() => run.Send(source, target, name));
    }
}
