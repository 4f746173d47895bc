using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>A file that the command made, and that somebody gave another content.</summary>
public sealed class WrittenSinceTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("measure w --write --size 1M --time 100ms --keep", "measure w --write --size 1M --time 100ms")]
    [InlineData("measure w --write --size 1M --time 100ms --keep", "measure w --size 2M --time 100ms")]
    [InlineData("measure w --write --size 1M --time 100ms --keep", "measure w --extend --size 1M --time 100ms")]
    [InlineData("measure w --write --size 1M --time 100ms --keep", "fragment w --run-length 64K --size 1M")]
    public void Is_not_written_to_lengthened_or_made_anew(string make, string again)
    {
        Landspeed(make, 0);
        Landspeed(again, 0);
        Command.Shell($"cd '{_scratch.Path}' && seq 200000 >thesis && cp thesis w");

        string error = Landspeed(again, 3);

        Assert.Contains("was changed by another program since landspeed made it", error, StringComparison.Ordinal);
        Command.Shell($"cd '{_scratch.Path}' && cmp thesis w");
        Landspeed($"{again} --overwrite", 0);
    }

    private string Landspeed(string arguments, int code)
    {
        Command ended = LandspeedProcess.Run(
            [.. arguments.Split(' ').Select(word => word == "w" ? _scratch.File("w") : word)]);
        Assert.True(ended.ExitCode == code, $"{arguments}: {ended.ExitCode}\n{ended.Error}");
        return ended.Error;
    }
}
