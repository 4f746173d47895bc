using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Host;

/// <summary>The streams that this process was started with.</summary>
/// <remarks>
/// If a stream was closed at startup, its number now belongs to some other file, often one of the runtime's own:
/// reading it would wait forever, and writing to it would corrupt that file. Safe for all threads.
/// </remarks>
public static class StandardStreams
{
    /// <summary>Opens standard input.</summary>
    /// <returns>A handle for its number, which stays open: disposing the handle does not close it.</returns>
    /// <exception cref="ExperimentException">It was already closed when the process was started.</exception>
    public static SafeFileHandle Input() => Open(0, "standard input");

    /// <summary>Opens standard output.</summary>
    /// <inheritdoc cref="Input"/>
    public static SafeFileHandle Output() => Open(1, "standard output");

    /// <summary>Tells whether a stream was open when the process was started.</summary>
    /// <param name="stream">Its handle.</param>
    internal static bool IsOpen(SafeFileHandle stream) =>
        NativePlatform.Trees.IsInherited(stream) is { Failed: false, Raw: 1 };

    private static SafeFileHandle Open(int number, string name)
    {
        var stream = new SafeFileHandle(number, ownsHandle: false);
        return IsOpen(stream)
            ? stream
            : throw new ExperimentException(Outcome.Refused, $"{name} is closed; start the command with it open");
    }
}
