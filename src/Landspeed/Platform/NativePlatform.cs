using Landspeed.Platform.Linux;

namespace Landspeed.Platform;

/// <summary>The calls of the operating system that this process runs on; the only place that asks which one it is.</summary>
public static class NativePlatform
{
    /// <summary>Calls on files.</summary>
    /// <exception cref="PlatformNotSupportedException">The operating system is not Linux.</exception>
    public static IFileCalls Files => OnLinux(LinuxFileCalls.Instance);

    /// <summary>Calls on memory.</summary>
    /// <exception cref="PlatformNotSupportedException">The operating system is not Linux.</exception>
    public static IMemoryCalls Memory => OnLinux(LinuxMemoryCalls.Instance);

    /// <summary>Calls on threads.</summary>
    /// <exception cref="PlatformNotSupportedException">The operating system is not Linux.</exception>
    public static IThreadCalls Threads => OnLinux(LinuxThreadCalls.Instance);

    /// <summary>Counters of the process, the machine and its devices.</summary>
    /// <exception cref="PlatformNotSupportedException">The operating system is not Linux.</exception>
    public static ICounterCalls Counters => OnLinux(LinuxCounterCalls.Instance);

    private static T OnLinux<T>(T calls) => OperatingSystem.IsLinux()
        ? calls
        : throw new PlatformNotSupportedException("Landspeed runs on Linux; Windows and macOS are planned");
}
