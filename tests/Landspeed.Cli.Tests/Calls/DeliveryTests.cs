using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

public sealed class DeliveryTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public DeliveryTests()
    {
        _scratch.CreateFile("a", 10_000, 1);
        Command.Shell(
            $"cd '{_scratch.Path}' && cp -p a b && md5sum a >list.md5 && mkdir place && "
            + $"'{CommandFile.Path}' verify a b --quiet --json result.json");
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("verify a b", "1 entry the same")]
    [InlineData("verify list.md5", "1 file OK")]
    [InlineData("extents a", "extent")]
    [InlineData("copy a place/c", "10.0 kB")]
    [InlineData("report result.json", "1 entry the same")]
    [InlineData("measure a --request-size 4K --time 10ms", "MB/s")]
    public void A_result_is_shown_even_if_its_file_cannot_be_written(string words, string shown)
    {
        Command done = LandspeedProcess.Shell($"cd \"$1\" && \"$0\" {words} --json /dev/full", _scratch.Path);

        Assert.Equal(6, done.ExitCode);
        Assert.Contains(shown, done.Output, StringComparison.Ordinal);
        Assert.Contains("cannot write --json /dev/full: no space left", done.Error, StringComparison.Ordinal);
    }
}
