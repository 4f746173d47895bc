using System.Diagnostics;
using Landspeed.Testing.Faults;

namespace Landspeed.Testing.PowerCuts;

/// <summary>A neighbour on a volume who writes and syncs a file of its own every few milliseconds (<c>bystander.c</c>): it
/// makes durable what nobody asked for, and so exposes what a quiet volume hides.</summary>
internal sealed class Bystander : IDisposable
{
    /// <summary>The name of its file.</summary>
    internal const string FileName = "bystander";

    private readonly Process _process;

    /// <summary>Starts it, and waits for its first write.</summary>
    internal Bystander(string directory)
    {
        _process = ChildProcess.Start(
            new ProcessStartInfo(NativeProgram.Build("bystander"), [Path.Combine(directory, FileName)])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            });
        if (_process.StandardOutput.ReadLine() != "ready")
        {
            throw new InvalidOperationException("the bystander cannot write");
        }
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
