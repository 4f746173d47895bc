using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Host;

/// <summary>The streams that this process was started with.</summary>
/// <remarks>
/// One that was closed then has a number that belongs to some other file by now, often one of the runtime's own: reading
/// it would wait for ever, and writing to it would spoil that file. Safe for all threads.
/// </remarks>
public static class StandardStreams
{
    /// <summary>Standard input.</summary>
    /// <returns>Its number, which stays open; disposing the handle does not close it.</returns>
    /// <exception cref="ExperimentException">It was closed when the process was started.</exception>
    public static SafeFileHandle Input() => Open(0, "standard input");

    /// <summary>Standard output.</summary>
    /// <inheritdoc cref="Input"/>
    public static SafeFileHandle Output() => Open(1, "standard output");

    /// <summary>Whether the process was started with a stream.</summary>
    /// <param name="stream">Its number.</param>
    internal static bool IsOpen(SafeFileHandle stream) =>
        NativePlatform.Trees.IsInherited(stream) is { Failed: false, Raw: 1 };

    private static SafeFileHandle Open(int number, string name)
    {
        var stream = new SafeFileHandle(number, ownsHandle: false);
        return IsOpen(stream)
            ? stream
            : throw new ExperimentException(Outcome.Refused, $"{name} is closed; start the command with one that is open");
    }
}
