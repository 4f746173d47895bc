using System.Runtime.InteropServices;
using Landspeed.Platform.Linux;

namespace Landspeed.Platform.Current;

/// <summary>
/// The calls of the operating system on which this process runs; only this type checks which one it is.
/// </summary>
internal static class NativePlatform
{
    // On other CPUs numbers and layouts differ: on ppc64le, for example, direct I/O would be requested by a flag that
    // is silently ignored there, and cached transfers would pass as direct.
    private static readonly bool s_isKnown = OperatingSystem.IsLinux()
        && RuntimeInformation.ProcessArchitecture
            is Architecture.X64 or Architecture.Arm64 or Architecture.RiscV64;

    /// <summary>Calls on files.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static IFileCalls Files => OnLinux(LinuxFileCalls.Instance);

    /// <summary>Calls on names in open directories, and on files' metadata.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static ITreeCalls Trees => OnLinux(LinuxTreeCalls.Instance);

    /// <summary>Calls on memory.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static IMemoryCalls Memory => OnLinux(LinuxMemoryCalls.Instance);

    /// <summary>The C library's buffered streams.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static IStandardIoCalls StandardIo => OnLinux(LinuxStandardIoCalls.Instance);

    /// <summary>Calls on threads.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static IThreadCalls Threads => OnLinux(LinuxThreadCalls.Instance);

    /// <summary>Calls to start and control other programs.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static IProcessCalls Processes => OnLinux(LinuxProcessCalls.Instance);

    /// <summary>Counters of the process, the machine and its devices.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static ICounterCalls Counters => OnLinux(LinuxCounterCalls.Instance);

    /// <summary>True if MD5 and SHA-256 can be computed; on Linux they need a library.</summary>
    public static bool HasCryptography => !OperatingSystem.IsLinux() || Host.HasCryptography();

    /// <summary>What the system shows of the machine, its volumes and this process.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static IHostCalls Host => OnLinux(LinuxHostCalls.Instance);

    /// <summary>Calls that make a device from a file, and mount it.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static IVolumeCalls Volumes => OnLinux(LinuxVolumeCalls.Instance);

    /// <summary>Calls to load libraries only when they are needed.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    public static ILibraryCalls Libraries => OnLinux(LinuxLibraryCalls.Instance);

    /// <summary>Calls of io_uring.</summary>
    /// <exception cref="PlatformNotSupportedException">Not Linux, or an unknown CPU architecture.</exception>
    internal static IUringCalls Uring => OnLinux(UringCalls.Instance);

    private static T OnLinux<T>(T calls) => s_isKnown
        ? calls
        : throw new PlatformNotSupportedException(
            "Landspeed runs on Linux on x64, arm64 and riscv64; Windows and macOS are planned");
}
