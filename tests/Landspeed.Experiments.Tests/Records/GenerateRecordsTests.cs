using System.Security.Cryptography;
using Landspeed.Experiments.Records;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Files;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Tests.Records;

public class GenerateRecordsTests
{
    private const int Piece = RecordSource.PieceLength / RecordSet.RecordLength;

    [Theory]
    [InlineData(0, IoMode.Direct)]
    [InlineData(1, IoMode.Direct)]
    [InlineData(Piece - 1, IoMode.Direct)]
    [InlineData(Piece, IoMode.Direct)]
    [InlineData(Piece + 1, IoMode.Direct)]
    [InlineData((40 * Piece) + 7, IoMode.Direct)]
    [InlineData((40 * Piece) + 7, IoMode.Buffered)]
    public void A_file_of_any_length_holds_the_records_and_nothing_else_stays(int count, IoMode mode)
    {
        using var scratch = new ScratchDirectory();
        TrialWork work = Make(Task(scratch, count) with { Mode = mode, Threads = 3, ComputesChecksum = true });

        byte[] expected = RecordTestData.Make(count);
        Assert.Equal(SHA256.HashData(expected), SHA256.HashData(File.ReadAllBytes(scratch.File("records"))));
        Assert.Equal(RecordTestData.Hex(RecordTestData.Judge(expected).Checksum), work.Facts[RecordLabels.Checksum]);
        Assert.Equal((count * 100L, (long?)count), (work.BytesWritten, work.Records));
        Assert.Equal([scratch.File("records")], Directory.GetFileSystemEntries(scratch.Path));
        using StorageFile made = StorageFile.Open(scratch.FilePath("records"), new());
        Assert.False(OwnershipMark.IsOurs(made));
    }

    [Fact]
    public void A_stream_gets_the_same_bytes()
    {
        using var scratch = new ScratchDirectory();
        using (SafeFileHandle output = File.OpenHandle(scratch.File("out"), FileMode.Create, FileAccess.Write))
        {
            var task = new RecordGeneration { Records = new RecordSet { Count = (5 * Piece) + 3, Start = 77 }, Output = output, Threads = 2 };
            var experiment = new GenerateRecords(task);
            experiment.PrepareTrials(ProgressMonitor.None).Single().Run(ProgressMonitor.None);
        }

        Assert.True(RecordTestData.Make((5 * Piece) + 3, start: 77).AsSpan().SequenceEqual(File.ReadAllBytes(scratch.File("out"))));
    }

    [Fact]
    public void An_existing_file_is_refused_and_stays()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("records"), "mine");

        var refused = Assert.Throws<ExperimentException>(() => Make(Task(scratch, 10)));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal("mine", File.ReadAllText(scratch.File("records")));
    }

    [Fact]
    public void A_file_that_comes_up_meanwhile_is_refused_and_stays()
    {
        using var scratch = new ScratchDirectory();
        ITrial trial = new GenerateRecords(Task(scratch, 10)).PrepareTrials(ProgressMonitor.None).Single();
        trial.Prepare(ProgressMonitor.None);
        trial.Run(ProgressMonitor.None);
        File.WriteAllText(scratch.File("records"), "mine");

        var refused = Assert.Throws<ExperimentException>(() => trial.MakeDurable(ProgressMonitor.None));
        trial.Finish(null);

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal("mine", File.ReadAllText(scratch.File("records")));
        Assert.Single(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void With_overwrite_the_old_file_stays_until_the_new_one_is_whole()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("records"), "old");
        ITrial trial = new GenerateRecords(Task(scratch, 10) with { Overwrite = true }).PrepareTrials(ProgressMonitor.None).Single();
        trial.Prepare(ProgressMonitor.None);
        TrialWork work = trial.Run(ProgressMonitor.None);
        Assert.Equal("old", File.ReadAllText(scratch.File("records")));

        trial.MakeDurable(ProgressMonitor.None);
        trial.Finish(work);

        Assert.Equal(RecordTestData.Make(10), File.ReadAllBytes(scratch.File("records")));
    }

    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 1)]
    public void Stopped_midway_only_a_kept_part_stays(bool keeps, int left)
    {
        using var scratch = new ScratchDirectory();
        using var stop = new CancellationTokenSource();
        ITrial trial = new GenerateRecords(Task(scratch, 100 * Piece) with { KeepsPart = keeps }).PrepareTrials(ProgressMonitor.None).Single();
        trial.Prepare(ProgressMonitor.None);
        stop.Cancel();

        Assert.ThrowsAny<OperationCanceledException>(() => trial.Run(new ProgressMonitor(null, stop.Token)));
        trial.Finish(null);

        Assert.Equal(left, Directory.GetFileSystemEntries(scratch.Path).Length);
        Assert.False(File.Exists(scratch.File("records")));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(9)]
    [InlineData(10)]
    public void A_part_is_carried_on_as_far_as_it_is_right(int rightPieces)
    {
        using var scratch = new ScratchDirectory();
        int count = (10 * Piece) + 5;
        byte[] all = RecordTestData.Make(count);
        LeavePart(scratch, all, rightPieces);

        TrialWork work = Make(Task(scratch, count) with { Resumes = true, ComputesChecksum = true });

        Assert.True(all.AsSpan().SequenceEqual(File.ReadAllBytes(scratch.File("records"))));
        Assert.Equal(all.Length - (rightPieces * (long)RecordSource.PieceLength), work.BytesWritten);
        Assert.Equal(RecordTestData.Hex(RecordTestData.Judge(all).Checksum), work.Facts[RecordLabels.Checksum]);
    }

    [Fact]
    public void A_part_of_ours_is_made_anew_without_resume_and_a_foreign_one_is_refused()
    {
        using var scratch = new ScratchDirectory();
        LeavePart(scratch, RecordTestData.Make(Piece), 0);
        Make(Task(scratch, Piece));
        Assert.Equal(RecordTestData.Make(Piece), File.ReadAllBytes(scratch.File("records")));

        File.Delete(scratch.File("records"));
        File.WriteAllText(scratch.File(".records.landspeed-part"), "mine");
        Assert.Equal(Outcome.Refused, Assert.Throws<ExperimentException>(() => Make(Task(scratch, 10))).Outcome);
        Assert.Equal("mine", File.ReadAllText(scratch.File(".records.landspeed-part")));
    }

    [Fact]
    public void What_does_not_fit_is_refused_before_a_byte_is_written()
    {
        using var scratch = new ScratchDirectory();

        var refused = Assert.Throws<ExperimentException>(() => Make(Task(scratch, RecordSet.MostRecords)));

        Assert.Equal(Outcome.OutOfSpace, refused.Outcome);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    private static RecordGeneration Task(ScratchDirectory scratch, long count) => new()
    {
        Records = new RecordSet { Count = count },
        Target = scratch.FilePath("records"),
    };

    private static TrialWork Make(RecordGeneration task)
    {
        var experiment = new GenerateRecords(task);
        experiment.Plan(DateTimeOffset.UnixEpoch);
        ITrial trial = experiment.PrepareTrials(ProgressMonitor.None).Single();
        TrialWork? work = null;
        try
        {
            trial.Prepare(ProgressMonitor.None);
            work = trial.Run(ProgressMonitor.None);
            trial.MakeDurable(ProgressMonitor.None);
            return work;
        }
        finally
        {
            trial.Finish(work);
            experiment.CleanUp();
        }
    }

    // As a crash leaves it: right up to somewhere, zeros behind, marked as ours.
    private static void LeavePart(ScratchDirectory scratch, byte[] all, int rightPieces)
    {
        FilePath path = RecordPart.NameOf(scratch.FilePath("records"));
        using (StorageFile part = StorageFile.Open(
            path, new() { Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew }))
        {
            PartMarks.Records.Set(part.Handle, part.Path, part.Identity);
        }

        using FileStream stream = File.OpenWrite(path.Text);
        stream.Write(all, 0, rightPieces * RecordSource.PieceLength);
        stream.SetLength(all.Length);
    }
}
