using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

public sealed class FragmentProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    [Fact]
    public void A_file_lies_as_asked_by_the_count_of_another_program()
    {
        Capability.RequireProgram("filefrag");

        Command done = LandspeedProcess.Run("fragment", _scratch.File("torn"), "--run-length", "64K", "--size", "4M", "--quiet");

        Assert.True(done.ExitCode == 0, done.Error);
        Assert.Contains("The file is stored in 64 runs (median 64 KiB); requested: 64", done.Output, StringComparison.Ordinal);
        Assert.Contains(": 64 extents found", Command.Shell($"filefrag '{_scratch.File("torn")}'"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, "fragment")]
    [InlineData(2, "fragment", "torn")]
    [InlineData(2, "fragment", "torn", "--run-length", "1000")]
    [InlineData(2, "fragment", "torn", "--run-length", "4K", "--size", "1G")]
    [InlineData(2, "fragment", "torn", "--run-length", "2M", "--size", "1M")]
    [InlineData(2, "fragment", "torn", "--run-length", "4K", "--piece-order", "sorted")]
    [InlineData(3, "fragment", "mine", "--run-length", "4K", "--size", "1M")]
    [InlineData(2, "fragment", ".", "--run-length", "4K", "--size", "1M")]
    [InlineData(6, "fragment", "torn", "--run-length", "1T", "--size", "100T")]
    public void Bad_input_is_told_in_one_line_and_nothing_is_made(int exitCode, params string[] words)
    {
        File.WriteAllText(_scratch.File("mine"), "mine");

        Command done = LandspeedProcess.Shell("cd \"$1\" && shift && \"$0\" \"$@\"", [_scratch.Path, .. words]);

        Assert.True(done.ExitCode == exitCode, $"{done.ExitCode}: {done.Error}");
        Assert.Equal(1, done.Error.Count(letter => letter == '\n'));
        Assert.Equal(["mine"], Directory.GetFileSystemEntries(_scratch.Path).Select(Path.GetFileName));
        Assert.Equal("mine", File.ReadAllText(_scratch.File("mine")));
    }

    [Fact]
    public void A_file_of_a_killed_run_is_made_anew()
    {
        Command done = LandspeedProcess.Shell(
            """
            cd "$1" || exit
            "$0" fragment torn --run-length 4K --size 200M --quiet > killed & process=$!
            while [ ! -s torn ]; do :; done; kill -9 $process; wait $process
            "$0" fragment torn --run-length 64K --size 8M --quiet
            """,
            _scratch.Path);

        Assert.True(done.ExitCode == 0, $"{done.ExitCode}: {done.Error}");
        Assert.Contains("The file is stored in 128 runs (median 64 KiB)", done.Output, StringComparison.Ordinal);
    }

    public void Dispose() => _scratch.Dispose();
}
