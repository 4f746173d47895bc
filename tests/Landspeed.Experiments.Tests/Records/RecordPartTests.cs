using Landspeed.Copying;
using Landspeed.Experiments.Records;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Files;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Records;

/// <summary>The part under which a file of records lies until it is whole.</summary>
public sealed class RecordPartTests : IDisposable
{
    private const int Piece = RecordSource.PieceLength / RecordSet.RecordLength;

    private readonly ScratchDirectory _scratch = new();

    private FilePath Part => RecordPart.NameOf(_scratch.FilePath("records"));

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("ln -s other {part}", false)]
    [InlineData("ln -s other {part}", true)]
    [InlineData("ln -s nowhere {part}", false)]
    [InlineData("ln -s nowhere {part}", true)]
    [InlineData("ln other {part}", false)]
    [InlineData("ln other {part}", true)]
    [InlineData("mkfifo {part}", false)]
    [InlineData("mkfifo {part}", true)]
    [InlineData("mkdir {part}", false)]
    [InlineData("mkdir {part}", true)]
    [InlineData("echo mine > {part}", true)]
    public void What_is_no_part_of_ours_is_refused_by_name_and_stays(string inTheWay, bool resumes)
    {
        byte[] content = RecordTestData.Make(2 * Piece, start: 5);
        Make(_scratch.FilePath("other"), content, PartMarks.Records);
        Command.Shell($"cd '{_scratch.Path}' && {inTheWay.Replace("{part}", Part.Name.Text, StringComparison.Ordinal)}");

        var refused = Assert.Throws<ExperimentException>(() => Trial(3 * Piece, resumes).Prepare(ProgressMonitor.None));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains($"{Part.Display} is in the way", refused.Message, StringComparison.Ordinal);
        Assert.Equal(content, File.ReadAllBytes(_scratch.File("other")));
        Assert.Equal(2, Directory.GetFileSystemEntries(_scratch.Path).Length);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void What_an_interrupted_copy_left_is_refused_as_such_and_stays(bool resumes)
    {
        byte[] content = RecordTestData.Make(2 * Piece);
        Make(Part, content, PartMarks.Copy);

        var refused = Assert.Throws<ExperimentException>(() => Trial(3 * Piece, resumes).Prepare(ProgressMonitor.None));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("is what an interrupted copy left", refused.Message, StringComparison.Ordinal);
        Assert.Equal(content, File.ReadAllBytes(Part.Text));
    }

    [Fact]
    public void What_interrupted_records_left_is_not_removed_by_cleaning_up_after_copies()
    {
        ITrial kept = Trial(3 * Piece, resumes: false, keeps: true);
        kept.Prepare(ProgressMonitor.None);
        kept.Run(ProgressMonitor.None);
        kept.Finish(null);

        Leftover found = Assert.Single(CopyLeftovers.Search(FilePath.FromText(_scratch.Path), new LaterTime(TimeSpan.FromMinutes(2)), removes: true));

        Assert.Contains("is an unfinished file of records", found.Problem!.Message, StringComparison.Ordinal);
        Assert.True(File.Exists(Part.Text));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_part_of_a_run_that_goes_on_is_refused(bool resumes)
    {
        ITrial first = Trial(Piece, resumes: false);
        first.Prepare(ProgressMonitor.None);

        var refused = Assert.Throws<ExperimentException>(() => Trial(Piece, resumes).Prepare(ProgressMonitor.None));
        TrialWork work = first.Run(ProgressMonitor.None);
        first.MakeDurable(ProgressMonitor.None);
        first.Finish(work);

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("another process is making", refused.Message, StringComparison.Ordinal);
        Assert.Equal(RecordTestData.Make(Piece), File.ReadAllBytes(_scratch.File("records")));
    }

    [Fact]
    public void A_part_that_was_replaced_is_not_given_the_name_and_nothing_is_lost()
    {
        File.WriteAllText(_scratch.File("records"), "old");
        ITrial trial = Trial(Piece, resumes: false, overwrite: true);
        trial.Prepare(ProgressMonitor.None);
        TrialWork work = trial.Run(ProgressMonitor.None);
        File.Delete(Part.Text);
        File.WriteAllText(Part.Text, "foreign");

        var failure = Assert.Throws<ExperimentException>(() =>
        {
            trial.MakeDurable(ProgressMonitor.None);
            trial.Finish(work);
        });
        trial.Finish(null);

        Assert.Contains("was replaced by another file", failure.Message, StringComparison.Ordinal);
        Assert.Equal(("old", "foreign"), (File.ReadAllText(_scratch.File("records")), File.ReadAllText(Part.Text)));
    }

    [Fact]
    public void A_stop_while_a_part_is_compared_leaves_it_as_it_was()
    {
        byte[] content = RecordTestData.Make(20 * Piece);
        Make(Part, content, PartMarks.Records);
        using var stop = new CancellationTokenSource();
        ITrial trial = Trial(30 * Piece, resumes: true);

        Assert.ThrowsAny<OperationCanceledException>(
            () => trial.Prepare(new ProgressMonitor(_ => stop.Cancel(), stop.Token)));
        trial.Finish(null);

        Assert.True(content.AsSpan().SequenceEqual(File.ReadAllBytes(Part.Text)));
    }

    [Fact]
    public void A_part_that_was_kept_is_known_again()
    {
        ITrial kept = Trial(3 * Piece, resumes: false, keeps: true);
        kept.Prepare(ProgressMonitor.None);
        kept.Run(ProgressMonitor.None);
        kept.Finish(null);

        ITrial next = Trial(3 * Piece, resumes: true);
        next.Prepare(ProgressMonitor.None);
        TrialWork work = next.Run(ProgressMonitor.None);
        next.MakeDurable(ProgressMonitor.None);
        next.Finish(work);

        Assert.Equal(0, work.BytesWritten);
        Assert.Equal(RecordTestData.Make(3 * Piece), File.ReadAllBytes(_scratch.File("records")));
        Assert.Equal([_scratch.File("records")], Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void Under_its_own_name_a_file_is_nobodys_to_overwrite_also_after_a_crash_that_left_the_mark()
    {
        ITrial trial = Trial(Piece, resumes: false, keeps: true);
        trial.Prepare(ProgressMonitor.None);
        trial.Run(ProgressMonitor.None);
        trial.Finish(null);
        File.Move(Part.Text, _scratch.File("records")); // and no more: the mark was to go next

        using StorageFile published = StorageFile.Open(_scratch.FilePath("records"), new());
        Assert.False(OwnershipMark.IsOurs(published));
    }

    [Fact]
    public void A_published_file_keeps_no_mark()
    {
        ITrial trial = Trial(Piece, resumes: false);
        trial.Prepare(ProgressMonitor.None);
        TrialWork work = trial.Run(ProgressMonitor.None);
        trial.MakeDurable(ProgressMonitor.None);
        trial.Finish(work);

        Capability.RequireProgram("getfattr");
        Assert.Equal(string.Empty, Command.Shell($"getfattr --absolute-names -m - '{_scratch.File("records")}'"));
    }

    private sealed class LaterTime(TimeSpan by) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => System.GetUtcNow() + by;
    }

    private ITrial Trial(int count, bool resumes, bool keeps = false, bool overwrite = false) => new GenerateRecords(new RecordGeneration
    {
        Records = new RecordSet { Count = count },
        Target = _scratch.FilePath("records"),
        Resumes = resumes,
        KeepsPart = keeps,
        Overwrite = overwrite,
    }).PrepareTrials(ProgressMonitor.None).Single();

    private static void Make(FilePath path, byte[] content, FileMark mark)
    {
        using (StorageFile file = StorageFile.Open(
            path, new() { Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew }))
        {
            mark.Set(file.Handle, file.Path, file.Identity);
        }

        using FileStream stream = File.OpenWrite(path.Text);
        stream.Write(content);
    }
}
