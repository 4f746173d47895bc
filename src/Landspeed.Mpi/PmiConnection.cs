using System.Globalization;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Mpi;

/// <summary>
/// The connection of a rank to the launcher of the MPICH family, or Slurm's: version 1 of the process management
/// interface, lines of text over a descriptor that the rank inherits.
/// </summary>
/// <remarks>The library uses it too, so use it only while the library is not waiting for an answer.</remarks>
internal sealed class PmiConnection
{
    private const string Descriptor = "PMI_FD";
    private const int LongestLine = 1024;

    private readonly Stream _launcher;

    /// <summary>Takes over a connection.</summary>
    /// <param name="launcher">The stream whose other end the launcher reads and writes; not buffered.</param>
    internal PmiConnection(Stream launcher) => _launcher = launcher;

    /// <summary>Finds the connection in an environment.</summary>
    /// <param name="variable">Returns the value of a variable, or null.</param>
    /// <returns>The connection, which stays open, or null if there is another launcher or none.</returns>
    internal static PmiConnection? Find(Func<string, string?> variable) =>
        int.TryParse(variable(Descriptor), NumberStyles.None, CultureInfo.InvariantCulture, out int descriptor)
            ? new PmiConnection(
                new FileStream(new SafeFileHandle(descriptor, ownsHandle: false), FileAccess.ReadWrite, bufferSize: 0))
            : null;

    /// <summary>Waits until all ranks call this, and reports that this one has ended normally.</summary>
    /// <exception cref="ProcessGroupException">The launcher gave another answer; all work was done.</exception>
    /// <exception cref="IOException">The launcher is gone.</exception>
    internal void Leave()
    {
        Ask("cmd=barrier_in\n"u8, "cmd=barrier_out");
        Ask("cmd=finalize\n"u8, "cmd=finalize_ack");
    }

    private void Ask(ReadOnlySpan<byte> line, string expected)
    {
        _launcher.Write(line);
        byte[] answer = new byte[LongestLine];
        int length = 0;
        while (length < answer.Length && _launcher.Read(answer.AsSpan(length, 1)) == 1 && answer[length] != '\n')
        {
            length++;
        }

        string text = Encoding.UTF8.GetString(answer, 0, length);
        if (!text.StartsWith(expected, StringComparison.Ordinal))
        {
            throw new ProcessGroupException(
                $"the launcher ({Descriptor}) answered '{text}' instead of {expected} at the end; all work was done");
        }
    }
}
