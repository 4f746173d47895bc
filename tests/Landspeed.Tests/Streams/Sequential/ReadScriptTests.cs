using Landspeed.Testing;
using Landspeed.Tests.Files;

namespace Landspeed.Tests.Streams.Sequential;

public sealed class ReadScriptTests(TestVolumes volumes) : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    [Theory]
    [InlineData(1, 500, false)]
    [InlineData(100_000, 500, true)]
    [InlineData(501, 1500, false, Traits = [Tier.Key, Tier.Long])]
    [InlineData(100_500, 1500, true, Traits = [Tier.Key, Tier.Long])]
    public Task Every_script_reads_as_FileStream_does(int first, int count, bool isSimulated) =>
        Scripts.RunAsync(_scratch, first, count, isSimulated, ReadScript.RunAsync);

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    [InlineData("tmpfs")]
    public async Task Every_file_system_behaves_alike(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        await Scripts.RunAsync(scratch, 200_000, 240, isSimulated: false, ReadScript.RunAsync);
        await Scripts.RunAsync(scratch, 300_000, 120, isSimulated: true, ReadScript.RunAsync);
    }

    [Fact]
    public async Task A_device_with_sectors_of_4096_bytes_behaves_alike()
    {
        using var volume = new TestVolume("ext4", sectorSize: 4096);
        using var scratch = new ScratchDirectory(volume.Path);
        await Scripts.RunAsync(scratch, 400_000, 240, isSimulated: false, ReadScript.RunAsync);
        await Scripts.RunAsync(scratch, 500_000, 120, isSimulated: true, ReadScript.RunAsync);
    }

    public void Dispose() => _scratch.Dispose();
}
