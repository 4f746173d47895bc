using System.IO.Pipes;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying;

/// <summary>Both ends of a pipe, with or without a name.</summary>
internal sealed class TestPipe : IDisposable
{
    private readonly AnonymousPipeServerStream? _unnamed;

    internal TestPipe(string directory, bool named)
    {
        if (named)
        {
            string name = Path.Combine(directory, "pipe");
            Command.Shell($"mkfifo '{name}'");

            // Neither end waits for the other to be opened: the first is open for both.
            using SafeFileHandle both = File.OpenHandle(name, access: FileAccess.ReadWrite, share: FileShare.ReadWrite);
            Output = new FileStream(name, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            Input = File.OpenHandle(name, access: FileAccess.Write, share: FileShare.ReadWrite);
        }
        else
        {
            _unnamed = new AnonymousPipeServerStream(PipeDirection.In);
            Output = _unnamed;
            Input = new SafeFileHandle(_unnamed.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false);
        }
    }

    internal SafeFileHandle Input { get; }

    internal Stream Output { get; }

    public void Dispose()
    {
        Input.Dispose();
        Output.Dispose();
        _unnamed?.Dispose();
    }
}
