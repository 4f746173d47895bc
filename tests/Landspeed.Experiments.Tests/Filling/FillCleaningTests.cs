using Landspeed.Experiments.Filling;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Filling;

public sealed class FillCleaningTests : IDisposable
{
    private readonly FillGround _ground = new("ext4");

    [Fact]
    public void Where_nothing_was_filled_there_is_nothing_to_remove()
    {
        FillCleaned cleaned = _ground.Clean();

        Assert.Equal((0, 0L, false, 0), (cleaned.Files, cleaned.Bytes, cleaned.IsGone, cleaned.Staying));
    }

    [Fact]
    public void What_would_be_removed_can_be_counted_before()
    {
        FillGround.Fill(_ground.Options);

        FillCleaned counted = FillCleaning.Run(FilePath.FromText(_ground.Path), isDry: true, CancellationToken.None);
        FillCleaned removed = _ground.Clean();

        Assert.Equal((removed.Files, removed.Bytes), (counted.Files, counted.Bytes));
    }

    [Theory]
    [InlineData("rm journal", "its journal cannot be opened")]
    [InlineData("cp journal j && mv -f j journal", "its journal lacks the mark")]
    [InlineData("printf x | dd of=journal bs=1 seek=60 conv=notrunc status=none", "its journal is damaged")]
    [InlineData("truncate -s 0 journal", "its journal is not that of this directory")]
    public void Without_a_journal_to_be_believed_nothing_is_removed_and_what_to_do_is_told(string damage, string why)
    {
        FillGround.Fill(_ground.Options);
        Command.Shell($"cd '{_ground.Filled}' && {damage}");
        string before = Command.Shell($"ls -lAR '{_ground.Path}'");

        ExperimentException refused = Assert.Throws<ExperimentException>(() => _ground.Clean());

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains(why, refused.Message, StringComparison.Ordinal);
        Assert.EndsWith($"by hand: rm -r {_ground.Filled}", refused.Message, StringComparison.Ordinal);
        Assert.Equal(before, Command.Shell($"ls -lAR '{_ground.Path}'"));
    }

    [Theory]
    [InlineData("truncate -s -5 journal")]
    [InlineData("truncate -s +200 journal")]
    public void A_journal_whose_last_record_is_not_whole_is_believed_up_to_there(string tear)
    {
        FillGround.Fill(_ground.Options);
        Command.Shell($"cd '{_ground.Filled}' && {tear}");

        // Cut by a record, it may know a file still that is gone, or not one that is there.
        FillCleaned cleaned = _ground.Clean();

        Assert.InRange(cleaned.Files, 1, int.MaxValue);
        Assert.True(cleaned.IsGone || cleaned.Staying > 0);
    }

    [Fact]
    public void Only_what_the_journal_and_the_mark_know_goes_whatever_it_is_called()
    {
        FillGround.Fill(_ground.Options);
        string[] files = [.. Directory.EnumerateFiles(_ground.Filled, "f*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)];
        Command.Shell(
            $"""
            cd '{_ground.Path}' && echo mine > mine
            mv '{files[0]}' moved && echo theirs > '{files[0]}'
            rm '{files[1]}' && ln mine '{files[1]}'
            rm '{files[2]}' && ln -s ../../../mine '{files[2]}'
            rm '{files[3]}' && mkdir '{files[3]}'
            cp --preserve=xattr '{files[4]}' copied && mv -f copied '{files[4]}'
            setfattr -x user.landspeed '{files[5]}'
            ln '{files[6]}' '{Path.GetDirectoryName(files[6])}/more'
            """);
        string others = Command.Shell($"cd '{_ground.Path}' && find mine moved '{files[0]}' '{files[1]}' '{files[2]}' '{files[3]}' '{files[4]}' '{files[5]}' -printf '%p %y %i %n %s %l\\n'");

        FillCleaned cleaned = _ground.Clean();

        Assert.Equal((files.Length - 6, false), (cleaned.Files, cleaned.IsGone));
        Assert.Contains($"{files[0]} is not the file that landspeed made", cleaned.Problems);
        Assert.Equal(others, Command.Shell($"cd '{_ground.Path}' && find mine moved '{files[0]}' '{files[1]}' '{files[2]}' '{files[3]}' '{files[4]}' '{files[5]}' -printf '%p %y %i %n %s %l\\n'"));
        Assert.True(File.Exists($"{Path.GetDirectoryName(files[6])}/more"));

        Command.Shell($"cd '{_ground.Filled}' && find . -mindepth 2 ! -type d -delete; rmdir '{files[3]}'");
        Assert.Equal(string.Empty, string.Join('\n', _ground.Clean().Problems));
        Assert.False(Directory.Exists(_ground.Filled));
        Assert.Equal("mine\n", File.ReadAllText(_ground.File("mine")));
    }

    [Theory]
    [InlineData("mv landspeed-fill/d0 elsewhere && ln -s ../elsewhere landspeed-fill/d0")]
    [InlineData("mv landspeed-fill/d0 elsewhere && mkdir landspeed-fill/d0")]
    public void A_directory_that_is_another_one_now_is_not_entered(string exchange)
    {
        FillGround.Fill(_ground.Options);
        Command.Shell($"cd '{_ground.Path}' && {exchange}");
        string before = Command.Shell($"ls -lAR '{_ground.Path}'");

        FillCleaned cleaned = _ground.Clean();

        Assert.Equal((0, false), (cleaned.Files, cleaned.IsGone));
        Assert.All(cleaned.Problems, problem => Assert.Contains("is no longer the directory that was made", problem, StringComparison.Ordinal));
        Assert.Equal(before, Command.Shell($"ls -lAR '{_ground.Path}'"));
    }

    [Fact]
    public void What_a_killed_cleaning_has_removed_is_no_problem_for_the_next()
    {
        FillGround.Fill(_ground.Options);
        Command.Shell($"cd '{_ground.Filled}' && rm $(find . -name 'f0*' | head -3) && rm -r d0/d0/d0");

        FillCleaned cleaned = _ground.Clean();

        Assert.Equal((0, true), (cleaned.Staying, cleaned.IsGone));
    }

    [Fact]
    public void What_a_killed_cleaning_had_moved_aside_goes_with_the_rest()
    {
        FillGround.Fill(_ground.Options);
        string file = Directory.EnumerateFiles(_ground.Filled, "f*", SearchOption.AllDirectories).First();
        File.Move(file, $"{Path.GetDirectoryName(file)}/.landspeed-removing-{Path.GetFileName(file)}");

        FillCleaned cleaned = _ground.Clean();

        Assert.Equal((0, true), (cleaned.Staying, cleaned.IsGone));
        Assert.False(Directory.Exists(_ground.Filled));
    }

    [Fact]
    public void A_volume_that_became_read_only_is_named_and_nothing_else_is_advised()
    {
        FillGround.Fill(_ground.Options);
        Command.Shell($"mount -o remount,ro '{_ground.Path}'");

        FillCleaned cleaned = _ground.Clean();

        Assert.Equal((0, false), (cleaned.Files, cleaned.IsGone));
        Assert.EndsWith("the file system is read-only (EROFS)", cleaned.Problems[0], StringComparison.Ordinal);
        Command.Shell($"mount -o remount,rw '{_ground.Path}'");
        Assert.True(_ground.Clean().IsGone);
    }

    [Fact]
    public void What_failed_first_is_what_is_said_where_undoing_fails_in_turn()
    {
        string device = Command.Shell($"findmnt -no SOURCE '{_ground.Path}'").Trim();
        Command.Shell($"mount -o remount,errors=remount-ro '{_ground.Path}'");

        ExperimentException failure = Assert.Throws<ExperimentException>(() => FillGround.Fill(
            _ground.Options with { Undo = true },
            () => Command.Shell($"echo test > /sys/fs/ext4/{Path.GetFileName(device)}/trigger_fs_error")));

        Assert.Equal(Outcome.Failed, failure.Outcome);
        Assert.Contains("the file system is read-only (EROFS)", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith(
            $"remove with: landspeed fragment --clean {_ground.Path}", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_filling_in_which_somebody_works_is_left_alone()
    {
        ExperimentException? refused = null;
        FillGround.Fill(_ground.Options, () => refused = Assert.Throws<ExperimentException>(() => _ground.Clean()));

        Assert.Equal(Outcome.Refused, refused!.Outcome);
        Assert.Contains("another landspeed is using", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_killed_before_it_had_its_name_goes_and_what_others_call_so_stays()
    {
        FillGround.Fill(_ground.Options);
        Command.Shell(
            $"cd '{_ground.Path}' && mv landspeed-fill keep && mkdir landspeed-fill-0123456789abcdef landspeed-fill-fedcba9876543210 && echo mine > landspeed-fill-fedcba9876543210/mine");

        _ground.Clean();

        Assert.Equal(
            ["keep", "landspeed-fill-fedcba9876543210", "lost+found"],
            Directory.GetFileSystemEntries(_ground.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.True(File.Exists(_ground.File("landspeed-fill-fedcba9876543210/mine")));
    }

    public void Dispose() => _ground.Dispose();
}
