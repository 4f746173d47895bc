namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>All APIs, in the order of the report.</summary>
internal static class MatrixApis
{
    /// <summary>The APIs.</summary>
    internal static IReadOnlyList<MatrixApi> All { get; } =
    [
        Of<FileStreamApi>("filestream", "FileStream"),
        Awaited("filestream-async", "FileStream, asynchronous", AsyncStreamApi.Open),
        Of<UnbufferedStreamApi>("filestream-0", "FileStream, bufferSize 0") with { Cost = RecordCost.SystemCall },
        Of<BufferedStreamApi>("bufferedstream", "BufferedStream"),
        Of<RandomAccessApi>("randomaccess", "RandomAccess") with { Cost = RecordCost.SystemCall },
        Whole("file-bytes", "File.ReadAllBytes, WriteAllBytes"),
        Of<MappedFileApi>("mapped", "MemoryMappedViewAccessor") with { Cost = RecordCost.Mapped },
        Of<BinaryApi>("binary", "BinaryReader, BinaryWriter"),
        Of<TextApi>("text", "StreamReader, StreamWriter") with { CanSeek = false },
        Awaited("pipe", "PipeReader, PipeWriter", PipeApi.Open) with { CanSeek = false },
        Of<StandardIoApi>("stdio", "C fread, fwrite, fseek"),
        Of<SystemCallApi>("read-write", "pread(2), pwrite(2)") with { Cost = RecordCost.SystemCall },
        Of<SystemMapApi>("mmap", "mmap(2)") with { Cost = RecordCost.Mapped },
        Of<LandspeedApi<LandspeedDirect>>("landspeed-direct", "Landspeed, direct") with { Mode = IoMode.Direct, Cost = RecordCost.Direct },
        Of<LandspeedApi<LandspeedUncached>>("landspeed-uncached", "Landspeed, uncached") with { Mode = IoMode.Uncached, Cost = RecordCost.Uncached },
    ];

    private static MatrixApi Of<TApi>(string name, string calls)
        where TApi : struct, IRecordApi<TApi> => new(name, calls)
        {
            Move = (work, limit, stop) => RecordMover.Move<TApi>(work, work.NewBound(limit, stop)),
        };

    private static MatrixApi Awaited(string name, string calls, Func<RecordWork, IAsyncRecordApi> open) => new(name, calls)
    {
        IsAwaited = true,
        Move = (work, limit, stop) =>
            AsyncRecordMover.MoveAsync(open, work, work.NewBound(limit, stop), stop).GetAwaiter().GetResult(),
    };

    private static MatrixApi Whole(string name, string calls) => new(name, calls)
    {
        Move = (work, _, _) => WholeFileApi.Move(work),
        CanSeek = false,
        IsWholeFile = true,
    };
}
