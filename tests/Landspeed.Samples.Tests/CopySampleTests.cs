using Landspeed.Testing;

namespace Landspeed.Samples.Tests;

public sealed class CopySampleTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private string Source => _scratch.File("source");

    private string Target => _scratch.File("target");

    [Fact]
    public void A_backup_tells_the_checksum_of_each_file_and_is_equal()
    {
        Command.Shell($"mkdir -p '{Source}/d'; seq 1 100000 > '{Source}/d/numbers'; echo one > '{Source}/one'");
        string sums = Command.Shell($"cd '{Source}' && sha256sum d/numbers one");

        Command done = SampleProcess.RunProgram("CopySamples", "backup", Source, Target);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        string[] lines = done.Output.TrimEnd('\n').Split('\n');
        Assert.Equal(sums.TrimEnd('\n').Split('\n').Order(), lines[..^1].Order());
        Assert.StartsWith("2 files copied, 0 up to date, 588899 bytes compared, durable after ", lines[^1]);
        Assert.EndsWith(" ms: Done", lines[^1]);
        Command.Shell($"diff -r '{Source}' '{Target}'");

        Command again = SampleProcess.RunProgram("CopySamples", "backup", Source, Target);
        Assert.StartsWith("0 files copied, 2 up to date, 0 bytes compared", again.Output);
    }

    [Fact]
    public void A_moved_file_is_whole_at_its_new_place_and_gone_from_the_old_one()
    {
        Command.Shell($"seq 1 1000000 > '{Source}'");
        string sum = Command.Shell($"sha256sum < '{Source}'");

        Command done = SampleProcess.RunProgram("CopySamples", "move", Source, Target);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.EndsWith("6888896 bytes copied, 0 taken over, 6888896 compared\n", done.Output);
        Assert.Equal(sum, Command.Shell($"sha256sum < '{Target}'"));
        Assert.False(File.Exists(Source));
    }

    [Fact]
    public void What_cannot_be_is_told_with_its_exit_code()
    {
        Assert.Equal(2, SampleProcess.RunProgram("CopySamples").ExitCode);
        Command done = SampleProcess.RunProgram("CopySamples", "move", Source, Target);
        Assert.Equal(1, done.ExitCode);
        Assert.Contains(Source, done.Error, StringComparison.Ordinal);
    }

    public void Dispose() => _scratch.Dispose();
}
