using Landspeed.Testing;

[assembly: AssemblyFixture(typeof(Landspeed.Tests.Files.TestVolumes))]

namespace Landspeed.Tests.Files;

/// <summary>One volume of each kind for all tests, made when first asked for; directories of their own keep
/// tests apart.</summary>
public sealed class TestVolumes : IDisposable
{
    /// <summary>The file systems of which every test of file behaviour has a case; <c>scratch</c> needs no
    /// root.</summary>
    public static readonly TheoryData<string> All = ["scratch", "ext4", "xfs", "btrfs", "tmpfs"];

    private readonly Lock _lock = new();
    private readonly Dictionary<string, TestVolume> _volumes = [];

    /// <summary>A new directory on a volume of a kind.</summary>
    public ScratchDirectory Directory(string kind)
    {
        if (kind == "scratch")
        {
            return new ScratchDirectory();
        }

        lock (_lock)
        {
            if (!_volumes.TryGetValue(kind, out TestVolume? volume))
            {
                volume = new TestVolume(kind);
                _volumes.Add(kind, volume);
            }

            return new ScratchDirectory(volume.Path);
        }
    }

    public void Dispose()
    {
        foreach (TestVolume volume in _volumes.Values)
        {
            volume.Dispose();
        }
    }
}
