using Landspeed.Copying;
using Landspeed.Copying.Content;
using Landspeed.Copying.Single;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>Copies between a file and a stream without positions: a pipe, a socket, a terminal.</summary>
/// <remarks>
/// A file made from a stream appears under its name only when the stream has ended and everything is durable, as with
/// <see cref="FileCopier"/>. Nothing can be continued, verified against its source, or shared. Safe for all threads.
/// </remarks>
public static class StreamCopier
{
    /// <summary>Makes a file from what a stream delivers.</summary>
    /// <param name="source">Open for reading; owned by the caller. Read from where it stands.</param>
    /// <param name="name">What to call it in messages and events.</param>
    /// <param name="target">The file's name, in a directory that exists.</param>
    /// <param name="options">How; null: the defaults. Older refuses a target that exists, as never does.</param>
    /// <param name="progress">Receives the state, on the calling thread.</param>
    /// <param name="cancellation">Stops it after the read that is under way; nothing is left.</param>
    /// <returns>What was done.</returns>
    /// <exception cref="CopyException">It did not come about; the target is as it was.</exception>
    /// <exception cref="OperationCanceledException">It was stopped.</exception>
    public static CopyResult Receive(
        SafeFileHandle source,
        FilePath name,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(target);
        options ??= new CopyOptions();
        CopyLoops.Check(options);
        var run = new StreamCopyRun(options, progress, TimeProvider.System, cancellation);
        return ListenerException.Unwrap(() => run.Receive(source, name, target));
    }

    /// <summary>Sends a file's content into a stream.</summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">Open for writing; owned by the caller. Written from where it stands.</param>
    /// <param name="name">What to call it in messages.</param>
    /// <param name="options">How; null: the defaults.</param>
    /// <param name="progress">Receives the state, on the calling thread.</param>
    /// <param name="cancellation">Stops it after what is under way.</param>
    /// <returns>What was done; not durable, since nobody knows what becomes of it beyond the stream.</returns>
    /// <exception cref="CopyException">It failed; some of the content was sent.</exception>
    /// <exception cref="OperationCanceledException">It was stopped.</exception>
    public static CopyResult Send(
        FilePath source,
        SafeFileHandle target,
        FilePath name,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(name);
        options ??= new CopyOptions();
        CopyLoops.Check(options);
        var run = new StreamCopyRun(options, progress, TimeProvider.System, cancellation);
        return ListenerException.Unwrap(() => run.Send(source, target, name));
    }
}
