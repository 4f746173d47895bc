using System.Diagnostics;
using System.Globalization;
using System.Text;
using Landspeed.Testing.Faults;

namespace Landspeed.Testing.PowerCuts;

/// <summary>Serves image files and writes down everything that reaches them (<c>record-fuse.c</c>). Root; FUSE.</summary>
internal sealed class WriteRecorder : IDisposable
{
    private readonly Process _process;
    private readonly string _mountPoint;

    /// <summary>Starts it.</summary>
    /// <param name="images">A directory of images named 0, 1 and so on.</param>
    /// <param name="mountPoint">An empty directory.</param>
    /// <param name="log">The log to make, see <see cref="WriteLog"/>.</param>
    internal WriteRecorder(string images, string mountPoint, string log)
    {
        Capability.RequireRoot();
        Capability.RequireProgram("pkg-config");
        Capability.Require("libfuse3 with its headers", Command.Run("pkg-config", ["--exists", "fuse3"]).ExitCode == 0);
        _mountPoint = mountPoint;
        _process = ChildProcess.Start(
            new ProcessStartInfo(NativeProgram.Build("record-fuse", "fuse3"), [images, mountPoint, log])
            {
                RedirectStandardOutput = true,
            });
        if (_process.StandardOutput.ReadLine() != "ready")
        {
            throw new InvalidOperationException("the recorder does not start");
        }
    }

    /// <summary>The recorded image of a number.</summary>
    internal string Image(int number) => Path.Combine(_mountPoint, number.ToString(CultureInfo.InvariantCulture));

    /// <summary>Puts a mark between the writes.</summary>
    internal void Mark(string text)
    {
        using var file = new FileStream(
            Path.Combine(_mountPoint, "mark"), FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
        file.Write(Encoding.UTF8.GetBytes(text));
    }

    /// <summary>Sends a signal to a process once that many more bytes have reached the images.</summary>
    internal void Signal(int process, int signal, long bytes) =>
        Mark(string.Create(CultureInfo.InvariantCulture, $"signal {process} {signal} {bytes}"));

    /// <summary>Ends it; nothing may be mounted on the images any more.</summary>
    public void Dispose()
    {
        // The loop device on an image lets go of it a moment after the volume was unmounted.
        Command.Run("umount", ["-l", _mountPoint]);
        if (!_process.WaitForExit(FaultProgram.Patience))
        {
            _process.Kill();
            _process.WaitForExit();
        }

        _process.Dispose();
    }
}
