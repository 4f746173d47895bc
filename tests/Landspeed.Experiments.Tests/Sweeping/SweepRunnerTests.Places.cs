using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Sweeping;

public sealed partial class SweepRunnerTests
{
    [Fact]
    public void On_tmpfs_direct_cells_are_skipped_with_the_reason_and_the_others_come_from_memory()
    {
        using var volume = new TestVolume("tmpfs", "64M");

        ResultDocument sweep = Run(Small() with { Path = FilePath.FromText(volume.Path) });

        Assert.All(sweep.Cells, cell =>
        {
            bool stream = SweepPoint.Of(cell).Api == "filestream";
            Assert.Equal(stream ? CellState.Done : CellState.Skipped, cell.State);
            Assert.Equal(stream ? Verdict.Cache : null, SweepPoint.Of(cell).Verdict);
            Assert.True(stream || cell.Reason!.Contains("tmpfs", StringComparison.Ordinal), cell.Reason);
        });
        Assert.Null(SweepSetup.Of(sweep.Setup)!.DirectAlignmentBytes);
        Assert.Empty(Directory.EnumerateFileSystemEntries(volume.Path));
    }

    [Fact]
    public void On_a_device_with_large_sectors_direct_begins_at_the_sector()
    {
        Capability.RequireProgram("losetup");
        using var volume = new TestVolume("ext4", sectorSize: 4096);

        ResultDocument sweep = Run(Small() with
        {
            Path = FilePath.FromText(volume.Path),
            RequestSizes = [512, 4 * KiB],
            Operations = [MeasuredOperation.Read],
        });

        Assert.Equal(4096, SweepSetup.Of(sweep.Setup)!.DirectAlignmentBytes);
        Assert.Equal(4096, sweep.Places[0].LogicalSectorBytes);
        CellRecord skipped = Assert.Single(sweep.Cells, cell => cell.State == CellState.Skipped);
        Assert.Equal("read-direct-512B-q1", skipped.Name);
    }

    [Fact]
    public void What_a_server_keeps_is_not_judged()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("bindfs");
        string inner = _scratch.File("inner");
        string outer = _scratch.File("outer");
        Directory.CreateDirectory(inner);
        Directory.CreateDirectory(outer);
        Command.Shell($"bindfs '{inner}' '{outer}'");
        try
        {
            ResultDocument sweep = Run(Small() with { Path = FilePath.FromText(outer), Operations = [MeasuredOperation.Read] });

            Assert.All(sweep.Cells.Where(cell => cell.State == CellState.Done), cell =>
            {
                Assert.Equal(Verdict.Unknown, SweepPoint.Of(cell).Verdict);
                Assert.NotEmpty(cell.Runs[0].Reads!.Reason);
            });
            Assert.Contains(sweep.Cells, cell => cell.State == CellState.Done);

            // A file removed just after it was closed may live on for a moment under a name that libfuse gives it.
            Assert.False(File.Exists(Path.Join(outer, "landspeed-sweep.dat")));
        }
        finally
        {
            Command.Shell($"umount '{outer}' || umount -l '{outer}'");
        }
    }

    [Fact]
    public void A_file_of_the_user_on_a_read_only_volume_is_read_and_stays_as_it_is()
    {
        using var volume = new TestVolume("ext4");
        Command.Shell($"head -c 8M /dev/urandom > '{volume.File("mine")}' && mount -o remount,ro '{volume.Path}'");

        ResultDocument sweep = Run(new SweepRequest(
            Small() with { Path = FilePath.FromText(volume.File("mine")), Size = null, Operations = [MeasuredOperation.Read] }, Journal));

        Assert.All(sweep.Cells, cell => Assert.Equal(CellState.Done, cell.State));
        Assert.Equal(8 * MiB, SweepSetup.Of(sweep.Setup)!.FileBytes);
        Assert.Equal(8 * MiB, new FileInfo(volume.File("mine")).Length);
    }

    [Fact]
    public void A_read_only_volume_takes_no_file()
    {
        using var volume = new TestVolume("ext4", mountOptions: "ro");

        ExperimentException refusal = Assert.Throws<ExperimentException>(
            () => Run(Small() with { Path = FilePath.FromText(volume.Path) }));

        Assert.Equal(Outcome.Failed, refusal.Outcome);
        Assert.Contains("read-only", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_volume_without_room_is_refused_with_what_is_needed_and_free()
    {
        using var volume = new TestVolume("tmpfs", "20M");
        SweepOptions options = Small() with
        {
            Path = FilePath.FromText(volume.Path),
            Size = 16 * MiB,
            Bytes = 16 * MiB,
            Operations = [MeasuredOperation.Read, MeasuredOperation.Extend],
            Modes = [IoMode.Buffered],
        };

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(options));

        Assert.Equal(Outcome.OutOfSpace, refusal.Outcome);
        Assert.Contains($"{32 * MiB} bytes", refusal.Message, StringComparison.Ordinal);
        Assert.Contains("free", refusal.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(volume.Path));
    }

    [Fact]
    public void A_volume_that_fills_up_ends_the_sweep_with_what_was_measured()
    {
        using var volume = new TestVolume("tmpfs", "40M");
        SweepOptions options = Small() with
        {
            Path = FilePath.FromText(volume.Path),
            RequestSizes = [4 * KiB, 4 * MiB],
            Repetitions = 20,
            Operations = [MeasuredOperation.Read, MeasuredOperation.Extend],
        };

        ExperimentResult result = Run(
            new SweepRequest(options, Journal),
            report =>
            {
                // Now the extended file has 1 MiB; with requests of 4 MiB it is to have 4.
                if (report is { CellEnded: true, Cell.Name: "extend-filestream-4KiB" })
                {
                    Command.Shell($"head -c 40M /dev/zero > '{volume.File("other")}' || true");
                }
            },
            TestContext.Current.CancellationToken);

        Assert.Equal(NativeErrorKind.NoSpace, Assert.IsType<NativeIOException>(result.Failure).Error.Kind);
        Assert.True(result.Document.Partial);
        Assert.True(File.Exists(Journal));
        Assert.Equal([volume.File("other")], Directory.EnumerateFileSystemEntries(volume.Path));
    }

    [Fact]
    public void A_full_volume_under_the_journal_costs_no_run_that_was_made()
    {
        using var volume = new TestVolume("tmpfs", "1M");
        var options = new SweepRequest(Small(), volume.File("sweep.jsonl"));

        ExperimentResult result = Run(
            options,
            report =>
            {
                if (report is { CellEnded: true, DoneRuns: 3 })
                {
                    Command.Shell($"head -c 1M /dev/zero > '{volume.File("other")}' || true");
                }
            },
            TestContext.Current.CancellationToken);
        File.Delete(volume.File("other"));
        ResultDocument resumed = Run(options with { Resume = true });

        Assert.Equal(NativeErrorKind.NoSpace, Assert.IsType<NativeIOException>(result.Failure).Error.Kind);
        Assert.True(result.Document.Partial);
        Assert.InRange(result.Document.Cells.Sum(cell => cell.Runs.Count), 3, 7);
        Assert.False(resumed.Partial);
    }

    [Fact]
    public void A_journal_that_finds_no_room_leaves_nothing()
    {
        using var volume = new TestVolume("tmpfs", "64k");
        Command.Shell($"head -c 64k /dev/zero > '{volume.File("other")}'");

        NativeIOException failure = Assert.Throws<NativeIOException>(
            () => Run(new SweepRequest(Small(), volume.File("sweep.jsonl"))));

        Assert.Equal(NativeErrorKind.NoSpace, failure.Error.Kind);
        Assert.Contains("sweep.jsonl", failure.Message, StringComparison.Ordinal);
        Assert.Equal([volume.File("other")], Directory.EnumerateFileSystemEntries(volume.Path));
    }

    [Fact]
    public void A_file_of_the_user_is_not_written_without_permission_and_never_removed()
    {
        string mine = _scratch.CreateFile("mine", 8 * MiB);
        SweepOptions options = Small() with { Path = FilePath.FromText(mine), Size = null };

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(options));
        ResultDocument sweep = Run(options with { Overwrite = true });

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Contains("--overwrite", refusal.Message, StringComparison.Ordinal);
        Assert.False(SweepSetup.Of(sweep.Setup)!.MadeFile);
        Assert.Equal([mine], Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_neighbour_with_the_name_of_the_extended_file_is_safe_even_when_overwriting_is_allowed()
    {
        string mine = _scratch.CreateFile("mine", 8 * MiB);
        string neighbour = _scratch.CreateFile("mine.extend", 1000);

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Small() with
        {
            Path = FilePath.FromText(mine),
            Size = null,
            Operations = [MeasuredOperation.Extend],
            Overwrite = true,
        }));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Equal(1000, new FileInfo(neighbour).Length);
    }

    [Fact]
    public void What_a_killed_sweep_left_is_taken_over_and_removed()
    {
        Run(Small() with { Keep = true });
        string[] left = [.. Directory.EnumerateFileSystemEntries(_scratch.Path)];

        ResultDocument sweep = Run(Small());

        Assert.Equal([_scratch.File("landspeed-sweep.dat")], left);
        Assert.True(SweepSetup.Of(sweep.Setup)!.MadeFile);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void Two_sweeps_do_not_share_a_file()
    {
        ExperimentException? second = null;

        ResultDocument first = RunWith(Small(), report =>
        {
            if (report is { CellEnded: true, DoneRuns: 2 })
            {
                second = Assert.Throws<ExperimentException>(() => Run(Small()));
            }
        });

        Assert.Equal(Outcome.Refused, second!.Outcome);
        Assert.Contains("another sweep is using", second.Message, StringComparison.Ordinal);
        Assert.False(first.Partial);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_complete_journal_gives_its_result_without_a_file()
    {
        using var volume = new TestVolume("tmpfs", "24M");
        var options = new SweepRequest(Small() with { Path = FilePath.FromText(volume.Path) }, Journal, KeepJournal: true);
        ResultDocument whole = Run(options);
        Command.Shell($"head -c 24M /dev/zero > '{volume.File("other")}' || true");

        ResultDocument again = Run(Resumed(options));

        Assert.Equal(Serialized(whole), Serialized(again));
        Assert.Equal([volume.File("other")], Directory.EnumerateFileSystemEntries(volume.Path));
    }

    [Fact]
    public void Somebody_elses_file_of_our_name_is_refused()
    {
        string other = _scratch.CreateFile("landspeed-sweep.dat", 8 * MiB);

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Small()));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Equal([other], Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void Abandoning_removes_the_file_at_once()
    {
        var runner = new ExperimentRunner(TimeProvider.System);
        ExperimentTask task = new SweepRequest(Small()).Task();
        ExperimentPlan plan = runner.ShortPlan(task);
        bool seen = false;
        bool left = true;

        ExperimentResult result = runner.Run(
            task,
            plan,
            new EachReport(report =>
            {
                if (report is { CellEnded: true, DoneRuns: 3 })
                {
                    seen = File.Exists(_scratch.File("landspeed-sweep.dat"));
                    runner.Abandon();
                    left = File.Exists(_scratch.File("landspeed-sweep.dat"));
                }
            }),
            TestContext.Current.CancellationToken);

        Assert.True(seen);
        Assert.False(left);
        Assert.NotNull(result.Failure);
        Assert.True(result.Document.Partial);
    }

    [Fact]
    public void Two_curves_at_once_may_have_requests_larger_than_the_limit_of_bytes()
    {
        ResultDocument sweep = Run(Small() with { RequestSizes = [4 * MiB], Bytes = 64 * KiB, Operations = [MeasuredOperation.Extend] });

        Assert.All(sweep.Cells, cell => Assert.Equal(4 * MiB, cell.Runs[0].Value(Metrics.BytesWritten)));
    }
}
