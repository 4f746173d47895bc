using System.IO.Pipes;
using Landspeed.Engine;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Engine;

/// <summary>A request that the system keeps until it is let go.</summary>
internal sealed class StalledRequest : IDisposable
{
    private readonly Action _letGo;
    private readonly Action _dispose;
    private int _isLetGo;

    private StalledRequest(SafeFileHandle file, IoOperation operation, int length, Action letGo, Action dispose)
    {
        (File, Operation, Length) = (file, operation, length);
        (_letGo, _dispose) = (letGo, dispose);
    }

    internal SafeFileHandle File { get; }

    internal IoOperation Operation { get; }

    internal int Length { get; }

    internal bool IsLetGo => Volatile.Read(ref _isLetGo) != 0;

    /// <summary>A read from a pipe that nobody has written to; for io_uring, which ignores the offset there.</summary>
    internal static StalledRequest OnPipe()
    {
        var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        var end = new SafeFileHandle(pipe.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false);
        return new StalledRequest(end, IoOperation.Read, 1, () => pipe.WriteByte(7), pipe.Dispose);
    }

    /// <summary>A write to a file system that is frozen; for positional writes, which pipes do not know. Needs root.</summary>
    internal static StalledRequest OnFrozenVolume()
    {
        Capability.RequireProgram("fsfreeze");
        var volume = new TestVolume("ext4", "64M");
        var file = System.IO.File.OpenHandle(volume.File("a"), FileMode.Create, FileAccess.ReadWrite);
        Command.Shell($"PATH=$PATH:/usr/sbin:/sbin fsfreeze --freeze '{volume.Path}'");
        return new StalledRequest(
            file,
            IoOperation.Write,
            EngineBench.Page,
            () => Command.Shell($"PATH=$PATH:/usr/sbin:/sbin fsfreeze --unfreeze '{volume.Path}'"),
            () =>
            {
                file.Dispose();
                volume.Dispose();
            });
    }

    /// <summary>Lets the request end.</summary>
    internal void LetGo()
    {
        if (Interlocked.Exchange(ref _isLetGo, 1) == 0)
        {
            _letGo();
        }
    }

    public void Dispose()
    {
        LetGo();
        _dispose();
    }
}
