using Landspeed.Copying;
using Landspeed.Experiments.Host;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Copying;

/// <summary>Makes copies on this machine.</summary>
/// <remarks>Safe for all threads; standard input and output belong to one copy at a time.</remarks>
public sealed class Copier : ICopier
{
    private const int StandardInput = 0;
    private const int StandardOutput = 1;

    /// <inheritdoc/>
    public CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        ArgumentNullException.ThrowIfNull(task);
        return task switch
        {
            { Subject: CopySubject.File, Source: { } source, Target: { } target } =>
                FileCopier.Copy(source, target, task.Options, progress, stop),
            { Subject: CopySubject.Stream, Source: null, Target: { } target } => Receive(target, task.Options, progress, stop),
            { Subject: CopySubject.Stream, Source: { } source, Target: null } => Send(source, task.Options, progress, stop),
            { Subject: CopySubject.Tree, Source: { } source, Target: { } target, Options: TreeCopyOptions options } =>
                TreeCopier.CopyUntilStopped(source, target, options, progress, stop),
            _ => throw new ArgumentException("a copy has a source and a target, of which a stream has one file", nameof(task)),
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<Leftover> FindLeft(FilePath directory) => CopyLeftovers.Find(directory);

    /// <inheritdoc/>
    public IReadOnlyList<Leftover> RemoveLeft(FilePath directory) => CopyLeftovers.Remove(directory);

    private static CopyResult Receive(
        FilePath target, CopyOptions options, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        using var input = new SafeFileHandle(StandardInput, ownsHandle: false);
        Require(input, "standard input");
        return StreamCopier.Receive(input, FilePath.FromText("standard input"), target, options, progress, stop);
    }

    private static void Require(SafeFileHandle stream, string name)
    {
        if (!StandardStreams.IsOpen(stream))
        {
            throw new CopyException(CopyOutcome.Refused, new CopyProblem(
                CopyProblemKind.Refused, FilePath.FromText(name), $"{name} is closed; start the command with it open"));
        }
    }

    private static CopyResult Send(
        FilePath source, CopyOptions options, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        using var output = new SafeFileHandle(StandardOutput, ownsHandle: false);
        Require(output, "standard output");
        return StreamCopier.Send(source, output, FilePath.FromText("standard output"), options, progress, stop);
    }
}
