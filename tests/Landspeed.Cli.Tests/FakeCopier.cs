using Landspeed.Copying;
using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Tests;

/// <summary>A copier that answers as a test wants, and makes a plain copy where it is told to.</summary>
internal sealed class FakeCopier : ICopier
{
    public CopyTask? Task { get; private set; }

    public Func<CopyTask, IProgress<CopyProgress>?, CopyResult> Copies { get; init; } =
        (_, _) => new CopyResult { Outcome = CopyOutcome.Done };

    public List<Leftover> Left { get; init; } = [];

    public bool RemovedLeft { get; private set; }

    /// <summary>Copies the bytes of one file with what .NET has, and says so.</summary>
    public static CopyResult Plain(CopyTask task, IProgress<CopyProgress>? progress)
    {
        byte[] bytes = File.ReadAllBytes(task.Source!.Text);
        File.WriteAllBytes(task.Target!.Text, bytes);
        return new CopyResult
        {
            Outcome = CopyOutcome.Done, FilesCopied = 1, BytesCopied = bytes.Length, ElapsedToWritten = TimeSpan.FromMicroseconds(1),
            ElapsedToDurable = TimeSpan.FromMicroseconds(2),
        };
    }

    public CopyResult Copy(CopyTask task, IProgress<CopyProgress>? progress, CancellationToken stop)
    {
        Task = task;
        return Copies(task, progress);
    }

    public IReadOnlyList<Leftover> FindLeft(FilePath directory) => Left;

    public IReadOnlyList<Leftover> RemoveLeft(FilePath directory)
    {
        RemovedLeft = true;
        return Left;
    }
}
