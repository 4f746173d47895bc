namespace Landspeed.Testing.Faults;

/// <summary>A mounted file system that passes everything through to a directory and can fail, cut short, hold or kill
/// at any operation: open, create, rename, fsync, close and the rest. Root; FUSE.</summary>
public sealed class FaultMount : FaultProgram
{
    private readonly ScratchDirectory _scratch;

    /// <summary>Mounts it.</summary>
    /// <param name="backing">The directory behind it; no rule sees what is done there directly.</param>
    /// <param name="cache">Whether the page cache is used.</param>
    public FaultMount(string backing, FaultCache cache = FaultCache.Cached)
        : this(backing, cache, MountPoint())
    {
    }

    private FaultMount(string backing, FaultCache cache, ScratchDirectory scratch)
        : base(
            Program(),
            backing,
            scratch.File("mounted"),
            scratch.File("log"),
            cache switch { FaultCache.Direct => "direct", FaultCache.CachedFolded => "folded", _ => "cached" })
    {
        _scratch = scratch;
        Backing = backing;
        Path = scratch.File("mounted");
    }

    public override FaultOperations Known => ~(FaultOperations.Mmap | FaultOperations.Unclear);

    /// <summary>Where it is mounted.</summary>
    public string Path { get; }

    /// <summary>The directory behind it.</summary>
    public string Backing { get; }

    /// <summary>What it saw so far.</summary>
    public IReadOnlyList<LoggedOperation> Operations =>
        [.. File.ReadLines(_scratch.File("log")).Select(LoggedOperation.Parse)];

    /// <summary>How long its log is now, for <see cref="OperationsSince"/>.</summary>
    public long LogLength => new FileInfo(_scratch.File("log")).Length;

    /// <summary>What it saw since its log had a length.</summary>
    public IReadOnlyList<LoggedOperation> OperationsSince(long length)
    {
        using var log = new StreamReader(_scratch.File("log"));
        log.BaseStream.Position = length;

        // The last line may be under way.
        return [.. log.ReadToEnd().Split('\n').SkipLast(1).Select(LoggedOperation.Parse)];
    }

    public override void Dispose()
    {
        base.Dispose();
        Command.Run("umount", ["-l", Path]);

        // Refused while anything is mounted there: what is behind it must not be deleted through it.
        Directory.Delete(Path);
        _scratch.Dispose();
    }

    private static ScratchDirectory MountPoint()
    {
        var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("mounted"));
        return scratch;
    }

    private static string Program()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("pkg-config");
        Capability.Require("libfuse3 with its headers", Command.Run("pkg-config", ["--exists", "fuse3"]).ExitCode == 0);
        return NativeProgram.Build("fault-fuse", "fuse3");
    }
}
