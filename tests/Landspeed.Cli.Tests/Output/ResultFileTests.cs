using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
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

    [Theory]
    [InlineData("--json")]
    [InlineData("--csv")]
    [InlineData("--html")]
    public void A_directory_with_a_slash_gets_a_new_file_each_time(string option)
    {
        foreach (string text in (string[])["one", "two"])
        {
            using ResultFile file = ResultFile.Open(option, $"{_scratch.Path}/");
            file.Complete(writer => writer.Write(text));
        }

        string[] files = [.. Directory.GetFiles(_scratch.Path).Order(StringComparer.Ordinal)];
        Assert.Equal(["one", "two"], files.Select(File.ReadAllText).Order(StringComparer.Ordinal));
        Assert.All(files, file => Assert.Matches(
            $@"/landspeed-\d{{8}}-\d{{6}}\.\d{{3}}(-2)?\.{option[2..]}$", file));
    }

    [Theory]
    [InlineData("--json", "is a directory; write ")]
    [InlineData("--manifest", "is a directory; name a file")]
    public void A_directory_without_a_slash_is_refused(string option, string advice)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => ResultFile.Open(option, _scratch.Path));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(advice, refused.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_volume_that_takes_no_more_files_is_out_of_space_before_the_run()
    {
        using var volume = new TestVolume("tmpfs", "1M", "nr_inodes=4");
        Command.Run("touch", [volume.File("a"), volume.File("b"), volume.File("c"), volume.File("d")]);

        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => ResultFile.Open("--json", volume.File("result")));

        Assert.Equal(Outcome.OutOfSpace, refused.Outcome);
        const string Advice = "; free some space, or name a file on another volume";
        Assert.EndsWith(Advice, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_missing_directory_with_a_slash_is_refused()
    {
        ExperimentException refused =
            Assert.Throws<ExperimentException>(() => ResultFile.Open("--json", _scratch.File("missing/")));

        Assert.Contains("missing", refused.Message, StringComparison.Ordinal);
        Assert.Contains("does not exist", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("link/../r")]
    [InlineData("to-r")]
    [InlineData("to-to-r")]
    public void A_way_through_a_link_and_back_leads_where_the_system_goes(string name)
    {
        Command.Shell($"cd '{_scratch.Path}' && mkdir -p real/deep && ln -s real/deep link && ln -s link/../r to-r && ln -s '{_scratch.Path}/link/../../to-r' to-to-r");

        using ResultFile file = ResultFile.Open("--x", _scratch.File(name));
        file.Complete(writer => writer.Write("text"));

        Assert.Equal("text", File.ReadAllText(_scratch.File("real/r")));
        Assert.Equal("link\nreal\nto-r\nto-to-r\n", Command.Shell($"LC_ALL=C ls '{_scratch.Path}'"));
    }

    [Theory]
    [InlineData("missing/../r", "missing/..")]
    [InlineData("loop", "loop")]
    public void A_way_that_the_system_cannot_go_is_refused(string name, string named)
    {
        Command.Shell($"cd '{_scratch.Path}' && ln -s loop loop");

        ExperimentException refused = Assert.Throws<ExperimentException>(() => ResultFile.Open("--x", _scratch.File(name)));

        Assert.Contains("--x", refused.Message, StringComparison.Ordinal);
        Assert.Contains(_scratch.File(named), refused.Message, StringComparison.Ordinal);
        Assert.Equal([_scratch.File("loop")], Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void What_a_killed_run_left_is_removed_by_the_next_one_and_nothing_else()
    {
        string killed = Left("r", PartMarks.Result);
        string[] others = [Left("other", PartMarks.Result), Left("r", PartMarks.Copy), _scratch.File(".r.0123456789abcdef.landspeed-part")];
        File.WriteAllText(others[2], "somebody's");
        using FileStream held = File.OpenRead(Left("r", PartMarks.Result));
        Assert.True(NativePlatform.Files.TryLock(held.SafeFileHandle, FileLockKind.Exclusive).Succeeded);

        ResultFile.Open("--x", _scratch.File("r")).Dispose();

        Assert.Equal(others.Append(held.Name).Order(StringComparer.Ordinal), Directory.GetFileSystemEntries(_scratch.Path).Order(StringComparer.Ordinal));
        Assert.False(File.Exists(killed));
    }

    [Fact]
    public void A_result_follows_its_directory_when_that_is_renamed_and_says_so()
    {
        Directory.CreateDirectory(_scratch.File("d"));
        File.WriteAllText(_scratch.File("d/r"), "older");
        using ResultFile file = ResultFile.Open("--x", _scratch.File("d/r"));
        Directory.Move(_scratch.File("d"), _scratch.File("e"));

        file.Complete(writer => writer.Write("text"));

        Assert.Equal("text", File.ReadAllText(_scratch.File("e/r")));
        Assert.Equal([_scratch.File("e"), _scratch.File("e/r")], Directory.GetFileSystemEntries(_scratch.Path, "*", SearchOption.AllDirectories));
        Assert.Contains($"the result is {_scratch.File("e/r")}", file.MovedText, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_goes_into_the_directory_that_has_the_name_by_then()
    {
        Directory.CreateDirectory(_scratch.File("d"));
        using ResultFile file = ResultFile.Open("--x", _scratch.File("d/r"));
        Directory.Move(_scratch.File("d"), _scratch.File("e"));
        Directory.CreateDirectory(_scratch.File("d"));

        file.Complete(writer => writer.Write("text"));

        Assert.Equal("text", File.ReadAllText(_scratch.File("d/r")));
        Assert.Null(file.MovedText);
    }

    [Fact]
    public void A_result_whose_directory_is_gone_says_so_and_what_to_do()
    {
        Directory.CreateDirectory(_scratch.File("d"));
        using ResultFile file = ResultFile.Open("--x", _scratch.File("d/r"));
        Directory.Delete(_scratch.File("d"));

        ExperimentException failure = Assert.Throws<ExperimentException>(() => file.Complete(writer => writer.Write("text")));

        Assert.StartsWith($"cannot write --x {_scratch.File("d/r")}: the directory {_scratch.File("d")} does not exist", failure.Message, StringComparison.Ordinal);
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

    // As a run does that is killed before it gives the file its name.
    private string Left(string name, FileMark mark)
    {
        using OpenDirectory directory = OpenDirectory.Root(_scratch.FilePath("."));
        FilePath final = FilePath.FromText(name);
        UnpublishedFile file = UnpublishedFile.Create(
            new DirectoryEntry(directory, final), TemporaryNames.OfRun(final, TemporaryNames.NewRun()), mark, FilePermissions.NewFile);
        file.Keep();
        file.Release();
        return _scratch.File(file.Name.Text);
    }
}
