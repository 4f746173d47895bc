using Landspeed.Copying;
using Landspeed.Copying.Runs;
using Landspeed.Copying.Single;
using Landspeed.Engine;
using Landspeed.Files.Unpublished;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying;

/// <summary>A source and a target in one directory, and what the tests of one file's copy ask of them.</summary>
internal sealed class CopyGround : IDisposable
{
    private readonly ScratchDirectory _scratch;

    internal CopyGround(string? parent = null) => _scratch = parent is null ? new() : new(parent);

    internal string Directory => _scratch.Path;

    internal string Source => _scratch.File("source.dat");

    internal string Target => _scratch.File("target.dat");

    internal FilePath SourcePath => FilePath.FromText(Source);

    internal FilePath TargetPath => FilePath.FromText(Target);

    /// <summary>What stops the copies.</summary>
    internal CancellationToken Stop { get; set; } = TestContext.Current.CancellationToken;

    internal List<CopyEvent> Events { get; } = [];

    /// <summary>Names beside source and target: there should be none.</summary>
    internal string[] Leftovers => [.. System.IO.Directory.GetFileSystemEntries(_scratch.Path)
        .Select(Path.GetFileName).Where(name => name is not ("source.dat" or "target.dat")).Order(StringComparer.Ordinal)!];

    internal void MakeSource(long length, int seed = 1) => _scratch.CreateFile("source.dat", length, seed);

    internal CopyResult Copy(CopyOptions? options = null) =>
        FileCopier.Copy(SourcePath, TargetPath, (options ?? new()) with { Events = new Listener(Events) }, null, Stop);

    internal CopyException Fails(CopyOptions? options = null) => Assert.Throws<CopyException>(() => Copy(options));

    /// <summary>A copy over another engine, with a journal from the first byte on.</summary>
    internal CopyResult Copy(
        CopyOptions options,
        Func<int, IIoEngine>? engine,
        IProgress<CopyProgress>? progress = null,
        long checkpointInterval = 1 << 20)
    {
        var reporter = new CopyReporter(new Listener(Events), progress);
        var setup = new CopySetup(options with { EngineFactory = engine }, reporter, new RunNames())
        {
            JournalThreshold = 1,
            CheckpointInterval = checkpointInterval,
        };
        using var run = new FileCopyRun(SourcePath, TargetPath, setup, Stop);
        return run.Execute();
    }

    /// <summary>Stops such a copy once it has moved so many bytes.</summary>
    internal void StopAt(long bytes, CopyOptions options)
    {
        using var stop = new CancellationTokenSource();
        Stop = stop.Token;
        Assert.Throws<OperationCanceledException>(() => Copy(options, engine: null, new OnBytes(bytes, stop.Cancel)));
        Stop = TestContext.Current.CancellationToken;
    }

    internal void AssertEqual() => Command.Shell($"cmp '{Source}' '{Target}'");

    internal string DigestOf(DigestAlgorithm algorithm)
    {
        string program = algorithm switch { DigestAlgorithm.Md5 => "md5sum", DigestAlgorithm.Sha256 => "sha256sum", _ => "xxh128sum" };
        return Command.Shell($"{program} '{Source}'").Split(' ')[0];
    }

    public void Dispose() => _scratch.Dispose();

    private sealed class Listener(List<CopyEvent> events) : IProgress<CopyEvent>
    {
        public void Report(CopyEvent value) => events.Add(value);
    }
}
