using Landspeed.Testing;

namespace Landspeed.Tests.Files;

/// <summary>A ramfs: knows neither reservations nor extended attributes nor direct I/O. Needs root.</summary>
internal sealed class PlainMemoryVolume : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    internal PlainMemoryVolume()
    {
        Capability.RequireRoot();
        Command.Shell($"mount -t ramfs none '{_scratch.Path}'");
    }

    public void Dispose()
    {
        Command.Shell($"umount '{_scratch.Path}'");
        _scratch.Dispose();
    }

    internal string File(string name) => _scratch.File(name);

    internal FilePath FilePath(string name) => _scratch.FilePath(name);
}
