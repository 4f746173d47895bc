using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

public sealed class ResultFileTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Until_it_is_complete_nothing_lies_there_that_a_killed_process_would_leave()
    {
        using ResultFile file = ResultFile.Open("--x", _scratch.File("r"));
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));

        file.Complete(writer => writer.Write("text"));

        Assert.Equal([_scratch.File("r")], Directory.GetFileSystemEntries(_scratch.Path));
        Assert.Equal("text", File.ReadAllText(_scratch.File("r")));
    }

    [Fact]
    public void One_that_finds_no_room_leaves_the_older_one_and_nothing_else()
    {
        using var volume = new TestVolume("tmpfs", "8k");
        File.WriteAllText(volume.File("r"), "older");

        using (ResultFile file = ResultFile.Open("--x", volume.File("r")))
        {
            ExperimentException failure = Assert.Throws<ExperimentException>(
                () => file.Complete(writer => writer.Write(new string('x', 100_000))));
            Assert.Equal(Outcome.OutOfSpace, failure.Outcome);
            Assert.Contains($"cannot write --x {volume.File("r")}: ", failure.Message, StringComparison.Ordinal);
        }

        Assert.Equal([volume.File("r")], Directory.GetFileSystemEntries(volume.Path));
        Assert.Equal("older", File.ReadAllText(volume.File("r")));
    }
}
