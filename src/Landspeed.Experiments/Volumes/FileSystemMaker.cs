using System.ComponentModel;
using System.Diagnostics;

namespace Landspeed.Experiments.Volumes;

/// <summary>
/// Creates and mounts a file system: with its own program, and so that nothing is postponed or freed in the file below.
/// </summary>
/// <param name="Type">The type as known to mount.</param>
/// <param name="LeastSize">Minimum size in bytes of a volume that its program accepts.</param>
/// <param name="MountOptions">Options for mount.</param>
/// <param name="Package">The package that has the program on Debian and Fedora.</param>
/// <param name="Arguments">Arguments of the program, before the device.</param>
internal sealed record FileSystemMaker(string Type, long LeastSize, string MountOptions, string Package, params IReadOnlyList<string> Arguments)
{
    private const long MiB = 1 << 20;

    // Directories that contain them and are not in the search path of users who are not root.
    private const string SystemPrograms = "/usr/sbin:/sbin:/usr/local/sbin";

    private static readonly FileSystemMaker s_ext4 = new(
        "ext4", 16 * MiB, "", "e2fsprogs", "-q", "-F", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0");

    private static readonly FileSystemMaker s_xfs = new("xfs", 300 * MiB, "", "xfsprogs", "-q", "-f", "-K");

    private static readonly FileSystemMaker s_btrfs = new("btrfs", 128 * MiB, "nodiscard", "btrfs-progs", "-q", "-f", "-K");

    internal string Program => $"mkfs.{Type}";

    /// <summary>Returns the maker of a file system.</summary>
    internal static FileSystemMaker Of(ImageFileSystem fileSystem) => fileSystem switch
    {
        ImageFileSystem.Ext4 => s_ext4,
        ImageFileSystem.Xfs => s_xfs,
        ImageFileSystem.Btrfs => s_btrfs,
        _ => throw new ArgumentOutOfRangeException(nameof(fileSystem), fileSystem, "not a file system"),
    };

    /// <summary>Returns the path of the program.</summary>
    /// <exception cref="ExperimentException">It is not installed.</exception>
    internal string Find()
    {
        string path = $"{Environment.GetEnvironmentVariable("PATH")}:{SystemPrograms}";
        return path.Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Select(directory => Path.Combine(directory, Program))
            .FirstOrDefault(File.Exists)
            ?? throw new ExperimentException(Outcome.Failed, $"cannot make a volume with {Type}: {Program} is not installed; install {Package}, or give another --fs");
    }

    /// <summary>Creates the file system; what was on the device is lost.</summary>
    /// <param name="device">Name of the device.</param>
    /// <param name="stop">Ends it early, including the program.</param>
    /// <exception cref="ExperimentException">The program failed, or cannot be started.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Make(FilePath device, CancellationToken stop) => Make(Find(), device, stop);

    /// <summary>Does the same with a program that was found.</summary>
    /// <param name="program">Its path.</param>
    /// <param name="device">Name of the device.</param>
    /// <param name="stop">Ends it early, including the program.</param>
    /// <exception cref="ExperimentException">The program failed, or cannot be started.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Make(string program, FilePath device, CancellationToken stop)
    {
        using Process process = Started(program, device);
        Task<string> output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        Task<string> error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        WaitFor(process, stop);
        if (process.ExitCode != 0)
        {
            string said = string.Join("; ", (error.Result + output.Result).Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
            throw new ExperimentException(
                Outcome.Failed, FormattableString.Invariant($"{Program} {device.Display} failed with exit code {process.ExitCode}: {(said.Length > 0 ? said : "it says nothing")}"));
        }
    }

    // A device that hangs would also block whatever stops the run. If Ctrl-C was also sent to the program, that is not
    // a failure of the program.
    private static void WaitFor(Process process, CancellationToken stop)
    {
        try
        {
            process.WaitForExitAsync(stop).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }

        stop.ThrowIfCancellationRequested();
    }

    private Process Started(string program, FilePath device)
    {
        try
        {
            return Process.Start(new ProcessStartInfo(program, [.. Arguments, device.Text])
            {
                UseShellExecute = false,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
        }
        catch (Win32Exception refused)
        {
            throw new ExperimentException(Outcome.Failed, $"cannot start {program}: {refused.Message}", refused);
        }
    }
}
