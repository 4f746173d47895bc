namespace Landspeed.Tests.Streams.Sequential;

/// <summary>What the suite is run on: our streams in one setup, or FileStream, which shows that the suite is right.</summary>
public sealed record StreamSubject(StreamSetup? Setup)
{
    internal static StreamSubject[] All { get; } =
        [new(default(StreamSetup)), .. StreamSetup.All.Select(setup => new StreamSubject(setup))];

    internal bool IsOurs => Setup is not null;

    internal SequentialFileOptions Options => Setup!.Require().Options with { Share = FileShare.ReadWrite };

    internal Stream OpenRead(string path) => IsOurs
        ? SequentialFile.OpenRead(path, Options)
        : new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);

    internal Stream Create(string path) => IsOurs
        ? SequentialFile.Create(path, Options)
        : new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite);

    internal Stream OpenWrite(string path) => IsOurs
        ? SequentialFile.OpenWrite(path, Options)
        : new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite);

    internal Stream Append(string path) => IsOurs
        ? SequentialFile.Append(path, Options)
        : new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite);

    public override string ToString() => Setup is null ? "FileStream"
        : $"{Setup.Mode?.ToString() ?? "automatic"} on {Setup.Engine?.ToString() ?? "none"}";
}
