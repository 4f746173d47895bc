using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// One large file on its way through the pipeline: the source, and the target that is written at the same time.
/// </summary>
/// <remarks>For use by the thread that moves the bytes.</remarks>
internal sealed class LargeFile : IDisposable
{
    private readonly IIoEngine _engine;
    private long _written;

    private LargeFile(IIoEngine engine, long length, StorageFile source, StorageFile target)
    {
        (_engine, Length, Source, Target) = (engine, length, source, target);
        SourceInEngine = engine.Attach(source.Handle);
        TargetInEngine = engine.Attach(target.Handle);
    }

    /// <summary>Bytes, as when it was listed.</summary>
    internal long Length { get; }

    /// <summary>Offset of the next piece to read.</summary>
    internal long Next { get; set; }

    internal StorageFile Source { get; }

    internal StorageFile Target { get; }

    /// <summary>The source as used in requests.</summary>
    internal EngineFile SourceInEngine { get; }

    /// <summary>The target as used in requests.</summary>
    internal EngineFile TargetInEngine { get; }

    /// <summary>Opens the source and creates the target, with space for all of it.</summary>
    internal static LargeFile Open(IIoEngine engine, ProcessTask task, int index)
    {
        long length = task.Input.Files[index].Length;
        StorageFile source = StorageFile.Open(task.Input.PathOf(index), new StorageFileOptions { Mode = IoMode.Direct });
        StorageFile? target = null;
        try
        {
            target = StorageFile.Open(task.TargetOf(index), new StorageFileOptions
            {
                Access = FileAccessKind.ReadWrite,
                Creation = FileCreation.CreateNew,
                Mode = IoMode.Direct,
            });

            // Writes beyond the end of a file wait for each other, so the end is first moved to where the last one
            // ends.
            Preallocation.ReserveBlocks(
                target, Alignment.AlignUp(length, AlignedBufferPool.MinAlignment), SpaceReservation.SetLength);
            return new LargeFile(engine, length, source, target);
        }
        catch
        {
            target?.Dispose();
            source.Dispose();
            throw;
        }
    }

    /// <summary>Counts written bytes.</summary>
    /// <returns>Whether everything has been written.</returns>
    internal bool Wrote(int bytes)
    {
        _written += bytes;
        return _written == Length;
    }

    /// <summary>Truncates what alignment added, after everything has been written.</summary>
    internal void Complete() => Preallocation.SetLengthOnly(Target, Length);

    /// <summary>Closes both files; nothing is in flight.</summary>
    public void Dispose()
    {
        _engine.Detach(SourceInEngine);
        _engine.Detach(TargetInEngine);
        Source.Dispose();
        Target.Dispose();
    }
}
