using StreamSamples;

// dotnet run --project samples/StreamSamples -- NAME [FILE]
Sample[] samples =
[
    new(
        "binary",
        "BinaryWriter, BinaryReader: a million numbers to FILE and back",
        SampleFile.New, BinaryNumbers.RunAsync),
    new("text", "StreamWriter, StreamReader: lines of text to FILE and back", SampleFile.New, TextLines.RunAsync),
    new(
        "gzip",
        "GZipStream: FILE packed into FILE.gz, and unpacked again",
        SampleFile.Existing, PackedCopy.RunAsync, ".gz"),
    new(
        "archive",
        "TarWriter in a BrotliStream: FILE into FILE.tar.br, and read back",
        SampleFile.Existing, Archive.RunAsync, ".tar.br"),
    new("json", "JsonSerializer: objects to FILE and back, one by one", SampleFile.New, JsonObjects.RunAsync),
    new(
        "json-writer",
        "Utf8JsonWriter on a BlockWriter: JSON without a copy",
        SampleFile.New, JsonWithoutCopy.RunAsync),
    new(
        "pipelines",
        "PipeReader, PipeWriter: the length of each line of FILE into FILE.lengths",
        SampleFile.Existing, LineLengths.RunAsync, ".lengths"),
    new("copy", "CopyToAsync: FILE to FILE.copy, durable", SampleFile.Existing, DurableCopy.RunAsync, ".copy"),
    new(
        "download",
        "CopyToAsync from a source that falls silent, cancelled: FILE keeps what arrived",
        SampleFile.New, SlowDownload.RunAsync),
    new("checksum", "ReadBlocks: the SHA-256 of FILE without a copy", SampleFile.Existing, Checksum.RunAsync),
    new("lines", "Lines: the longest line of FILE, on all processors", SampleFile.Existing, LongestLine.RunAsync),
    new(
        "column",
        "Lines: the sum of the numbers that the lines of FILE begin with",
        SampleFile.Existing, ColumnSum.RunAsync),
    new(
        "sort",
        "Lines, BlockWriter: the lines of FILE sorted into FILE.sorted, in bounded memory",
        SampleFile.Existing, ExternalSort.RunAsync, ".sorted"),
    new(
        "random",
        "DirectFile: blocks of 4 KiB of FILE, by four threads with 32 reads in flight each",
        SampleFile.Existing, RandomReads.RunAsync),
    new(
        "records",
        "DirectFile: records of FILE changed in place, and read many at once",
        SampleFile.New, RecordStore.RunAsync),
    new(
        "durable",
        "AtomicFile: FILE replaced as a whole, also when the power fails",
        SampleFile.New, SafeReplacement.RunAsync),
    new(
        "log",
        "FlushToDiskAsync: a log in FILE whose records are durable, many by each flush",
        SampleFile.New, GroupCommit.RunAsync),
];

if (args.Length == 0)
{
    Console.WriteLine("StreamSamples NAME [FILE]   without FILE: in a directory that is removed again");
    Console.WriteLine();
    foreach (Sample sample in samples)
    {
        Console.WriteLine($"  {sample.Name,-12} {sample.What}");
    }

    return 0;
}

if (args.Length > 2 || Array.Find(samples, sample => sample.Name == args[0]) is not { } chosen)
{
    Console.Error.WriteLine($"there is no sample '{string.Join(' ', args)}'; without arguments all are listed");
    return 2;
}

try
{
    using var location = SampleLocation.For(chosen, args.ElementAtOrDefault(1));
    Console.WriteLine(await chosen.RunAsync(location.Path));
    return 0;
}
catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
{
    Console.Error.WriteLine(failure.Message);
    return 1;
}
