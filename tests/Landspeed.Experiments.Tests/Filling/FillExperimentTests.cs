using Landspeed.Experiments.Filling;
using Landspeed.Results;
using Landspeed.Results.Filling;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Filling;

public sealed class FillExperimentTests
{
    private const long Mebi = 1L << 20;

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void A_volume_is_filled_and_emptied_as_asked_and_given_back_by_cleaning(string type)
    {
        using var ground = new FillGround(type);

        RunRecord run = FillGround.Run(ground.Options with { Cycles = 2 });

        FillSection fill = run.Fill!;
        Assert.Equal(2, fill.Cycles.Count);
        Assert.All(fill.Cycles, cycle => Assert.InRange(cycle.FilledPct, ground.MostPct - 1.1, ground.MostPct));
        Assert.All(fill.Cycles, cycle => Assert.InRange(cycle.KeptPct, 25, 30));
        Assert.InRange(ground.UsedPct(), 24, 33);
        Assert.Equal(fill.FilesStaying, Directory.EnumerateFiles(ground.Filled, "f*", SearchOption.AllDirectories).Count());
        Assert.Equal(run[Metrics.FilesMade] - run[Metrics.FilesRemoved], fill.FilesStaying);
        Assert.Equal(type == "btrfs", fill.After.Free is null);
        Assert.Equal(type == "btrfs", fill.After.FreeReason is not null);
        Assert.InRange(fill.After.Probe!.RunsAppended, 1, 1000);
        Assert.True(type == "btrfs" || fill.After.Free!.Count > fill.Before.Free!.Count);

        FillCleaned cleaned = ground.Clean();

        Assert.Equal((fill.FilesStaying, true, 0), (cleaned.Files, cleaned.IsGone, cleaned.Staying));
        Assert.False(Directory.Exists(ground.Filled));
        Assert.InRange(ground.Available(), ground.Before * 0.99, ground.Before * 1.01);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Holes_tear_what_new_files_get_reserved_or_not(string type)
    {
        using var ground = new FillGround(type);

        FillSection fill = FillGround.Fill(ground.Options with { KeepPct = null, HoleLength = 16 << 10 });

        Assert.Null(fill.Before.ProbeReason);
        Assert.Null(fill.After.ProbeReason);
        ProbeRecord probe = fill.After.Probe!;
        Assert.InRange(fill.Before.Probe!.RunsPreallocated, 1, 3);
        Assert.InRange(probe.RunsPreallocated, probe.Bytes / (16 << 10) / 2, probe.Bytes / (16 << 10) * 1.1);
        Assert.InRange(probe.RunsAppended, 20, int.MaxValue);
        Assert.InRange(ground.UsedPct(), 40, 65);
        Assert.Equal(1, fill.FilesStaying);
        Assert.True(ground.Clean().IsGone);
        Assert.InRange(ground.Available(), ground.Before * 0.99, ground.Before * 1.01);
    }

    [Fact]
    public void Nothing_stays_of_what_is_to_be_undone()
    {
        using var ground = new FillGround("ext4");

        FillSection fill = FillGround.Fill(ground.Options with { Undo = true });

        Assert.Equal((0L, 0L, null), (fill.FilesStaying, fill.BytesStaying, fill.StaysIn));
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(ground.Path).Select(Path.GetFileName));
        Assert.InRange(ground.Available(), ground.Before * 0.99, ground.Before);
    }

    [Fact]
    public void Another_filling_takes_the_place_of_the_one_before()
    {
        using var ground = new FillGround("ext4");
        FillGround.Fill(ground.Options);
        string first = Listing(ground);

        FillGround.Fill(ground.Options);

        Assert.Equal(first, Listing(ground));
    }

    [Fact]
    public void The_same_seed_makes_and_removes_the_same_files_on_equal_volumes()
    {
        using var one = new FillGround("ext4");
        using var two = new FillGround("ext4");
        using var other = new FillGround("ext4");
        FillGround.Fill(one.Options);
        FillGround.Fill(two.Options);
        FillGround.Fill(other.Options with { Seed = 138 });

        Assert.Equal(Listing(one), Listing(two));
        Assert.NotEqual(Listing(one), Listing(other));
        Assert.Equal(JournalTests.Outline(one.Filled), JournalTests.Outline(two.Filled));
    }

    [Fact]
    public void Files_of_others_stay_as_they_are_and_theirs_is_the_rest_of_the_directory()
    {
        using var ground = new FillGround("ext4");
        Command.Shell(
            $"cd '{ground.Path}' && echo mine > plain && ln -s plain link && ln plain hard && mkdir -p d0/d0 landspeed-fill-x && echo deep > d0/d0/f000000 && ln -s / root");
        string before = ground.Others();

        ExperimentException refused = Assert.Throws<ExperimentException>(() => FillGround.Fill(ground.Options));
        FillGround.Fill(ground.Options with { MayHoldOthers = true });
        string during = ground.Others();
        ground.Clean();

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal((before, before), (during, ground.Others()));
        Assert.InRange(ground.Available(), ground.Before * 0.98, ground.Before);
    }

    [Theory]
    [InlineData("mkdir landspeed-fill && echo mine > landspeed-fill/f000000")]
    [InlineData("ln -s / landspeed-fill")]
    [InlineData("echo mine > landspeed-fill")]
    public void What_others_have_called_so_is_refused_and_untouched(string make)
    {
        using var ground = new FillGround("ext4");
        Command.Shell($"cd '{ground.Path}' && {make}");
        string before = Command.Shell($"ls -lAR '{ground.Path}'");

        Assert.Equal(Outcome.Refused, Assert.Throws<ExperimentException>(() => FillGround.Fill(ground.Options with { MayHoldOthers = true })).Outcome);
        Assert.Equal(Outcome.Refused, Assert.Throws<ExperimentException>(() => ground.Clean()).Outcome);
        Assert.Equal(before, Command.Shell($"ls -lAR '{ground.Path}'"));
    }

    [Theory]
    [InlineData("mv landspeed-fill elsewhere && ln -s / landspeed-fill")]
    [InlineData("mv landspeed-fill elsewhere && mkdir landspeed-fill")]
    [InlineData("mv landspeed-fill/d0 elsewhere && ln -s ../elsewhere landspeed-fill/d0")]
    [InlineData("mv landspeed-fill/d0 elsewhere && mkdir landspeed-fill/d0 && echo mine > landspeed-fill/d0/f000001")]
    public void A_directory_that_is_exchanged_stops_it_and_nothing_is_written_into_the_other(string exchange)
    {
        using var ground = new FillGround("ext4");

        ExperimentException failed = Assert.Throws<ExperimentException>(
            () => FillGround.Fill(ground.Options, () => Command.Shell($"cd '{ground.Path}' && {exchange}; ls -lAR . > /dev/null")));

        Assert.Equal(Outcome.Failed, failed.Outcome);
        Assert.Contains("is no longer the directory that was made", failed.Message, StringComparison.Ordinal);
        Assert.InRange(Command.Shell($"find '{ground.Path}' -name 'f0*'").Count(letter => letter == '\n'), 0, 2);
    }

    [Fact]
    public void Space_that_others_take_meanwhile_ends_it_at_the_reserve()
    {
        using var ground = new FillGround("ext4");
        long reserve = FillLimits.Reserve(ground.Before, "ext4");

        ExperimentException stopped = Assert.Throws<ExperimentException>(
            () => FillGround.Fill(ground.Options, () => Command.Shell($"fallocate -l $(($(df --output=avail -B1 '{ground.Path}' | tail -1) - 20000000)) '{ground.File("theirs")}'")));

        Assert.Equal(Outcome.OutOfSpace, stopped.Outcome);
        Assert.Contains("another program fills the volume", stopped.Message, StringComparison.Ordinal);
        Assert.Matches(@"[0-9]+ files had been made and 0 removed, [0-9]+ files stay; remove with: landspeed fragment --clean ", stopped.Message);
        Assert.InRange(ground.Available(), reserve * 0.99, reserve + Mebi);
        Assert.True(ground.Clean().IsGone);
        Assert.True(File.Exists(ground.File("theirs")));
    }

    [Fact]
    public void Inodes_that_run_out_first_are_told()
    {
        using var ground = new FillGround("ext4", makeOptions: "-N 128");

        ExperimentException failed = Assert.Throws<ExperimentException>(
            () => FillGround.Fill(ground.Options with { Largest = 4096, FilesPerDirectory = 1000 }));

        Assert.Equal(Outcome.OutOfSpace, failed.Outcome);
        Assert.Contains("The volume has no inode left", failed.Message, StringComparison.Ordinal);
        Assert.True(ground.Clean().IsGone);
    }

    [Fact]
    public void The_most_files_and_those_of_a_cycle_bound_it()
    {
        using var ground = new FillGround("ext4");

        FillSection fill = FillGround.Fill(ground.Options with { Cycles = 0, FilesPerCycle = 20, MostFiles = 50, KeepPct = 1, FilesPerDirectory = 3, DirectoriesPerDirectory = 2 });

        Assert.Equal(("files", 3), (fill.EndedBy, fill.CycleCount));
        Assert.Equal([20, 20, 10], fill.Cycles.Select(cycle => cycle.FilesMade));
        Assert.All(fill.Cycles, cycle => Assert.Equal("files", cycle.FilledBy));
        Assert.Equal(50, Directory.EnumerateFiles(ground.Filled, "f*", SearchOption.AllDirectories).Count() + fill.Cycles.Sum(cycle => cycle.FilesRemoved));
        Assert.All(Directory.EnumerateDirectories(ground.Filled, "*", SearchOption.AllDirectories), directory => Assert.InRange(
            Directory.GetFileSystemEntries(directory).Length, 0, 3));
    }

    [Fact]
    public void Time_that_is_up_ends_cycles_without_end()
    {
        using var ground = new FillGround("ext4");

        FillSection fill = FillGround.Fill(ground.Options with { Cycles = 0, Time = TimeSpan.FromMilliseconds(300) });

        Assert.Equal("time", fill.EndedBy);
        Assert.InRange(fill.CycleCount, 1, int.MaxValue);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void What_is_stopped_tells_what_stays(bool undo)
    {
        using var ground = new FillGround("ext4");

        RunRecord run = FillGround.Stopped(ground.Options with { Undo = undo });

        Assert.True(run.Partial);
        Assert.Equal(("signal", undo ? 0 : 1), (run.Fill!.EndedBy, (int)run.Fill.FilesStaying));
        Assert.Equal(undo ? null : ground.Filled, run.Fill.StaysIn);
        Assert.Equal(!undo, Directory.Exists(ground.Filled));
    }

    [Fact]
    public void A_filler_that_is_stopped_half_made_is_counted_as_it_is()
    {
        using var ground = new FillGround("ext4");

        FillSection fill = FillGround.Stopped(ground.Options with { KeepPct = null, HoleLength = 16 << 10 }).Fill!;

        Assert.Equal((1L, "signal"), (fill.FilesStaying, fill.EndedBy));
        Assert.Equal($"{fill.BytesStaying}", Command.Shell($"du -B1 '{ground.Filled}/filler' | cut -f1").Trim());
    }

    [Theory]
    [InlineData("missing", Outcome.Usage, "does not exist: create it first")]
    [InlineData("file", Outcome.Refused, "is a file: --fill and --clean need a directory")]
    [InlineData("link", Outcome.Usage, "does not exist")]
    public void What_is_no_directory_is_refused(string name, Outcome outcome, string message)
    {
        using var ground = new FillGround("ext4");
        Command.Shell($"cd '{ground.Path}' && echo mine > file && ln -s nowhere link");

        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => FillGround.Fill(ground.Options with { Directory = FilePath.FromText(ground.File(name)) }));

        Assert.Equal(outcome, refused.Outcome);
        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_read_only_volume_is_told()
    {
        using var volume = new TestVolume("ext4", "16M");
        Command.Shell($"mount -o remount,ro '{volume.Path}'");

        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => FillGround.Fill(new FillOptions { Directory = FilePath.FromText(volume.Path), FillPct = 50 }));

        Assert.Equal(Outcome.Failed, refused.Outcome);
        Assert.Contains("mounted read-only", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Memory_is_no_volume_to_be_filled()
    {
        using var volume = new TestVolume("tmpfs", "16M");

        Assert.Equal(
            Outcome.Refused,
            Assert.Throws<ExperimentException>(() => FillGround.Fill(new FillOptions { Directory = FilePath.FromText(volume.Path), FillPct = 50 })).Outcome);
        Assert.Empty(Directory.GetFileSystemEntries(volume.Path));
    }

    [Fact]
    public void The_volume_of_the_system_needs_two_words()
    {
        using var scratch = new ScratchDirectory();
        string mount = Command.Shell($"df --output=target '{scratch.Path}' | tail -1").Trim();
        var options = new FillOptions { Directory = FilePath.FromText(scratch.Path), FillPct = 1 };

        string[] messages =
        [
            .. new[]
            {
                options,
                options with { Force = true },
                options with { Volume = FilePath.FromText(mount) },
                options with { Force = true, Volume = FilePath.FromText(scratch.Path) },
                options with { Force = true, Volume = FilePath.FromText(mount) },
            }.Select(one => Assert.Throws<ExperimentException>(() => new FillExperiment(one).Plan(DateTimeOffset.UnixEpoch))).Select(one => one.Message),
        ];

        Assert.All(messages[..3], message => Assert.Contains($"must not become full: name another volume, or confirm it twice: --force --volume {mount}", message, StringComparison.Ordinal));
        Assert.Contains("is not where the volume of", messages[3], StringComparison.Ordinal);
        Assert.Contains("is used already, more than --fill 1", messages[4], StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void The_mount_point_may_be_typed_as_completion_does_it()
    {
        using var ground = new FillGround("ext4");

        FillSection fill = FillGround.Fill(ground.Options with { Undo = true, Volume = FilePath.FromText(ground.Path + "/") });

        Assert.Equal(0, fill.FilesStaying);
    }

    private static string Listing(FillGround ground) =>
        Command.Shell($"cd '{ground.Filled}' && find . -name journal -o -type d -printf '%P\\n' -o -printf '%P %s\\n' | sort");
}
