using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

public sealed class ResultDirectoryTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void One_that_is_missing_is_made_and_holds_only_its_files_at_the_end()
    {
        using (ResultDirectory directory = ResultDirectory.Open("--x", _scratch.File("d"), ["a", "b"]))
        {
            directory.Complete(name => $"text of {name}");
        }

        Assert.Equal(["a", "b"], Directory.GetFileSystemEntries(_scratch.File("d")).Select(Path.GetFileName).Order());
        Assert.Equal("text of b", File.ReadAllText(_scratch.File("d/b")));
    }

    [Fact]
    public void One_that_was_made_is_removed_when_nothing_came()
    {
        ResultDirectory.Open("--x", _scratch.File("d"), ["a", "b"]).Dispose();
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void One_that_was_made_stays_when_somebody_else_put_something_in_it()
    {
        using (ResultDirectory.Open("--x", _scratch.File("d"), ["a", "b"]))
        {
            File.WriteAllText(_scratch.File("d/mine"), "mine");
        }

        Assert.Equal([_scratch.File("d/mine")], Directory.GetFileSystemEntries(_scratch.File("d")));
    }

    [Fact]
    public void One_that_was_there_stays_empty_when_nothing_came()
    {
        Directory.CreateDirectory(_scratch.File("d"));
        ResultDirectory.Open("--x", _scratch.File("d"), ["a", "b"]).Dispose();
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("d")));
    }

    [Fact]
    public void Abandoned_it_may_still_be_disposed_of()
    {
        using ResultDirectory directory = ResultDirectory.Open("--x", _scratch.File("d"), ["a"]);
        directory.Abandon();
        Assert.False(Directory.Exists(_scratch.File("d")));
    }

    [Fact]
    public void A_name_that_is_taken_by_a_directory_is_refused_and_nothing_stays()
    {
        Directory.CreateDirectory(_scratch.File("d/b"));

        var refused = Assert.Throws<ExperimentException>(() => ResultDirectory.Open("--x", _scratch.File("d"), ["a", "b"]));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains("d/b is a directory", refused.Message, StringComparison.Ordinal);
        Assert.Equal([_scratch.File("d/b")], Directory.GetFileSystemEntries(_scratch.File("d")));
    }

    [Fact]
    public void Only_the_last_of_its_directories_is_made()
    {
        var refused = Assert.Throws<ExperimentException>(() => ResultDirectory.Open("--x", _scratch.File("no/d"), ["a"]));
        Assert.Contains("/no does not exist", refused.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }
}
