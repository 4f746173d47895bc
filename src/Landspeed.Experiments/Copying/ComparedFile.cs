using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Streams;
using Landspeed.Streams.Blocks;

namespace Landspeed.Experiments.Copying;

/// <summary>One of two files that are compared, and what was read of it.</summary>
internal sealed class ComparedFile : IDisposable
{
    private CachedReads? _cache;

    /// <summary>Takes over an open file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="options">How it was opened.</param>
    internal ComparedFile(StorageFile file, SequentialFileOptions options)
    {
        File = file;
        _cache = options.Mode is null && CachedReads.Suit(file, options) ? new CachedReads(file, options) : null;
    }

    /// <summary>The file.</summary>
    internal StorageFile File { get; }

    /// <summary>The file within the engine.</summary>
    internal EngineFile Attached { get; private set; }

    /// <summary>Bytes that were read.</summary>
    internal long Bytes { get; private set; }

    /// <summary>Those of them that were read past the page cache.</summary>
    internal long DirectBytes { get; private set; }

    /// <summary>Closes the file.</summary>
    public void Dispose()
    {
        _cache?.Dispose();
        File.Dispose();
    }

    /// <summary>Makes the file available to an engine.</summary>
    internal void Attach(IIoEngine engine) => Attached = engine.Attach(File.Handle);

    /// <summary>Takes it back.</summary>
    internal void Detach(IIoEngine engine) => engine.Detach(Attached);

    /// <summary>Reads a block from the page cache if it is there, and the file is read from there.</summary>
    internal bool TryReadCached(ComparedBlock block, ComparedSide side)
    {
        if (_cache is null)
        {
            return false;
        }

        if (_cache.Read(side.Address, block.Length, block.Offset) == block.Length)
        {
            side.Took(block.Length);
            return true;
        }

        _cache.Dispose();
        _cache = null;
        FileOpening.ChooseModeForRest(File, block.Offset);
        return false;
    }

    /// <summary>Counts what was read of a block.</summary>
    /// <returns>The number of bytes.</returns>
    internal int Count(ComparedSide side)
    {
        Bytes += side.Count;
        DirectBytes += side.IsDirect ? side.Count : 0;
        return side.Count;
    }
}
