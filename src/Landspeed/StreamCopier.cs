using System.Runtime.CompilerServices;
using Landspeed.Copying.Content;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Single;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>Copies between a file and a stream that has no positions, such as a pipe, a socket or a terminal.</summary>
/// <remarks>
/// A file made from a stream appears under its name only when the stream has ended and everything is durable, as with
/// <see cref="FileCopier"/>. Such a copy cannot be resumed, verified against its source, or reflinked. Thread-safe.
/// </remarks>
/// <example>
/// <code>
/// using var pipe = new System.IO.Pipes.AnonymousPipeServerStream(System.IO.Pipes.PipeDirection.Out);
/// using var end = new Microsoft.Win32.SafeHandles.SafeFileHandle(
///     pipe.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false);
/// Task&lt;CopyResult&gt; receiving = StreamCopier.ReceiveAsync(end, "from-pipe.dat");
/// await pipe.WriteAsync("what came out of a pipe"u8.ToArray());
/// pipe.Dispose(); // the end of the stream: the file gets its name
/// CopyResult received = await receiving;
/// </code>
/// </example>
public static class StreamCopier
{
    private static readonly FilePath s_stream = FilePath.FromText("the stream");

    /// <summary>Creates a file from the content of a stream.</summary>
    /// <param name="source">Open for reading; owned by the caller. Read from its current position.</param>
    /// <param name="target">Name of the file, in an existing directory.</param>
    /// <param name="options">
    /// Settings, or null for the defaults. The overwrite rule Older refuses an existing target, as Never does.
    /// </param>
    /// <param name="progress">Receives the state, on the calling thread.</param>
    /// <param name="cancellationToken">Stops the copy after the current read; nothing is left behind.</param>
    /// <returns>The result of the copy.</returns>
    /// <exception cref="CopyException">The copy failed; the target is unchanged.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <example>
    /// <code>
    /// using var input = new Microsoft.Win32.SafeHandles.SafeFileHandle(0, ownsHandle: false); // standard input
    /// CopyResult received = StreamCopier.Receive(input, "uploaded.dat");
    /// Console.WriteLine($"{received.BytesCopied} bytes, durable: {received.IsDurable}");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static CopyResult Receive(
        SafeFileHandle source,
        string target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        Receive(source, FilePath.FromText(target), options, progress, cancellationToken);

    /// <inheritdoc
    /// cref="Receive(SafeFileHandle, string, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    public static CopyResult Receive(
        SafeFileHandle source,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        Receive(source, s_stream, target, options, progress, cancellationToken);

    /// <summary>Creates a file from the content of a stream, on a new thread.</summary>
    /// <param name="source">Open for reading; owned by the caller. Read from its current position.</param>
    /// <param name="target">Name of the file, in an existing directory.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="progress">Receives the state, on the copying thread.</param>
    /// <param name="cancellationToken">Stops the copy after the current read; nothing is left behind.</param>
    /// <returns>The result of the copy; fails as the synchronous call.</returns>
    /// <example>
    /// <code>
    /// using var input = new Microsoft.Win32.SafeHandles.SafeFileHandle(0, ownsHandle: false); // standard input
    /// var options = new CopyOptions { Overwrite = OverwriteRule.Always };
    /// CopyResult received = await StreamCopier.ReceiveAsync(input, "latest-upload.dat", options);
    /// Console.WriteLine($"{received.BytesCopied} bytes, durable: {received.IsDurable}");
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static Task<CopyResult> ReceiveAsync(
        SafeFileHandle source,
        string target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        ReceiveAsync(source, FilePath.FromText(target), options, progress, cancellationToken);

    /// <inheritdoc
    /// cref="ReceiveAsync(SafeFileHandle, string, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    public static Task<CopyResult> ReceiveAsync(
        SafeFileHandle source,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        CopyThread.Start(() => Receive(source, target, options, progress, cancellationToken), cancellationToken);

    /// <summary>Sends the content of a file to a stream.</summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">Open for writing; owned by the caller. Written from its current position.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="progress">Receives the state, on the calling thread.</param>
    /// <param name="cancellationToken">Stops the copy after the current request.</param>
    /// <returns>The result. It is not durable, because nothing is known about the data beyond the stream.</returns>
    /// <exception cref="CopyException">The copy failed; part of the content was sent.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    /// <example>
    /// <code>
    /// using var output = new Microsoft.Win32.SafeHandles.SafeFileHandle(1, ownsHandle: false); // standard output
    /// StreamCopier.Send("photos/one", output);
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static CopyResult Send(
        string source,
        SafeFileHandle target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        Send(FilePath.FromText(source), target, options, progress, cancellationToken);

    /// <inheritdoc
    /// cref="Send(string, SafeFileHandle, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    public static CopyResult Send(
        FilePath source,
        SafeFileHandle target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        Send(source, target, s_stream, options, progress, cancellationToken);

    /// <summary>Sends the content of a file to a stream, on a new thread.</summary>
    /// <param name="source">A regular file; a symbolic link is followed.</param>
    /// <param name="target">Open for writing; owned by the caller. Written from its current position.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="progress">Receives the state, on the copying thread.</param>
    /// <param name="cancellationToken">Stops the copy after the current request.</param>
    /// <returns>The result of the copy; fails as the synchronous call.</returns>
    /// <example>
    /// <code>
    /// using var output = new Microsoft.Win32.SafeHandles.SafeFileHandle(1, ownsHandle: false); // standard output
    /// CopyResult sent = await StreamCopier.SendAsync("photos/one", output, new() { BytesPerSecond = 1_000_000 });
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static Task<CopyResult> SendAsync(
        string source,
        SafeFileHandle target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        SendAsync(FilePath.FromText(source), target, options, progress, cancellationToken);

    /// <inheritdoc
    /// cref="SendAsync(string, SafeFileHandle, CopyOptions?, IProgress{CopyProgress}?, CancellationToken)"/>
    public static Task<CopyResult> SendAsync(
        FilePath source,
        SafeFileHandle target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default) =>
        CopyThread.Start(() => Send(source, target, options, progress, cancellationToken), cancellationToken);

    /// <summary>As the public method, with the stream's name in messages and events.</summary>
    internal static CopyResult Receive(
        SafeFileHandle source,
        FilePath name,
        FilePath target,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(target);
        return Run(run => run.Receive(source, name, target), options, progress, cancellationToken);
    }

    /// <summary>As the public method, with the stream's name in messages.</summary>
    internal static CopyResult Send(
        FilePath source,
        SafeFileHandle target,
        FilePath name,
        CopyOptions? options = null,
        IProgress<CopyProgress>? progress = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(source);
        ArgumentNullException.ThrowIfNull(target);
        return Run(run => run.Send(source, target, name), options, progress, cancellationToken);
    }

    private static CopyResult Run(
        Func<StreamCopyRun, CopyResult> copy,
        CopyOptions? options,
        IProgress<CopyProgress>? progress,
        CancellationToken cancellationToken)
    {
        options ??= new CopyOptions();
        CopyLoops.Check(options);
        if (options.VerifySource)
        {
            throw new ArgumentException("a stream cannot be read twice: leave VerifySource out", nameof(options));
        }

        var run = new StreamCopyRun(options, progress, TimeProvider.System, cancellationToken);
        return ListenerException.Unwrap(() => copy(run));
    }
}
