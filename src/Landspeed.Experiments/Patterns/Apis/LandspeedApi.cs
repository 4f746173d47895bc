namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>
/// This library: a sequential stream that keeps requests in flight ahead, or a file at offsets if the order is random.
/// </summary>
/// <typeparam name="TMode">How the bytes use the page cache.</typeparam>
internal struct LandspeedApi<TMode>(Stream? stream, DirectFile? file) : IRecordApi<LandspeedApi<TMode>>
    where TMode : struct, ILandspeedMode
{
    private long _offset;

    /// <inheritdoc/>
    public static LandspeedApi<TMode> Open(RecordWork work)
    {
        if (work.IsRandom)
        {
            var how = new DirectFileOptions { Mode = TMode.Mode };
            return new(null, work.Writes ? DirectFile.Open(work.File, how) : DirectFile.OpenRead(work.File, how));
        }

        var options = new SequentialFileOptions { Mode = TMode.Mode };
        return new(
            work.Writes ? SequentialFile.OpenWrite(work.File, options) : SequentialFile.OpenRead(work.File, options), null);
    }

    /// <inheritdoc/>
    public void Seek(long offset) => _offset = offset;

    /// <inheritdoc/>
    public readonly int Read(byte[] buffer, int start, int length) => stream is null
        ? file!.Read(buffer.AsSpan(start, length), _offset)
        : TestStream.ReadRecord(stream, buffer, start, length);

    /// <inheritdoc/>
    public readonly void Write(byte[] buffer, int start, int length)
    {
        if (stream is null)
        {
            file!.Write(buffer.AsSpan(start, length), _offset);
        }
        else
        {
            stream.Write(buffer, start, length);
        }
    }

    /// <inheritdoc/>
    public readonly void Dispose()
    {
        stream?.Dispose();
        file?.Dispose();
    }
}

/// <summary>A mode of our engine, as a type, so that each has its own row.</summary>
internal interface ILandspeedMode
{
    /// <summary>The mode.</summary>
    static abstract IoMode Mode { get; }
}

/// <summary>Our engine, direct.</summary>
internal readonly struct LandspeedDirect : ILandspeedMode
{
    /// <inheritdoc/>
    public static IoMode Mode => IoMode.Direct;
}

/// <summary>Our engine, uncached.</summary>
internal readonly struct LandspeedUncached : ILandspeedMode
{
    /// <inheritdoc/>
    public static IoMode Mode => IoMode.Uncached;
}
