namespace Landspeed.Testing.Faults;

/// <summary>A source and a target directory under faults.</summary>
public sealed class FaultStage : IDisposable
{
    private readonly ScratchDirectory _scratch;

    private FaultStage(ScratchDirectory scratch, FaultProgram faults, string root, FaultOperations operations)
    {
        _scratch = scratch;
        Faults = faults;
        Root = root;
        Operations = operations;
        Directory.CreateDirectory(Path.Combine(scratch.Path, "source"));
        Directory.CreateDirectory(Path.Combine(scratch.Path, "target"));
    }

    /// <summary>Where rules go.</summary>
    public FaultProgram Faults { get; }

    /// <summary>The directory in which commands see <c>source</c> and <c>target</c>.</summary>
    public string Root { get; }

    /// <summary>The same directory for the test, which no rule disturbs.</summary>
    public string Medium => _scratch.Path;

    /// <summary>The operations that a fault can strike here.</summary>
    public FaultOperations Operations { get; }

    /// <summary>On a volume: faults strike reads and writes, io_uring's too.</summary>
    public static FaultStage OnVolume(TestVolume volume)
    {
        var point = new FaultPoint(volume.Path);
        var scratch = new ScratchDirectory(volume.Path);
        return new FaultStage(scratch, point, scratch.Path, FaultOperations.Transfers);
    }

    /// <summary>On a file system of its own: faults strike every operation.</summary>
    public static FaultStage OnMount(FaultCache cache = FaultCache.Cached)
    {
        var scratch = new ScratchDirectory();
        var mount = new FaultMount(scratch.Path, cache);
        return new FaultStage(scratch, mount, mount.Path, FaultOperations.Steps | FaultOperations.Lookups);
    }

    public void Dispose()
    {
        Faults.Dispose();
        _scratch.Dispose();
    }
}
