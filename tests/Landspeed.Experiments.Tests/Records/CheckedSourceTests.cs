using Landspeed.Experiments.Records;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Records;

/// <summary>Validating a file that somebody touches meanwhile.</summary>
public sealed class CheckedSourceTests : IDisposable
{
    private static readonly DateTime Long = new(2001, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly ScratchDirectory _scratch = new();

    public CheckedSourceTests()
    {
        File.WriteAllBytes(Source, RecordTestData.Make(20));
        File.SetLastWriteTimeUtc(Source, Long); // a clock of the file system may stand still for some milliseconds
    }

    private string Source => _scratch.File("records");

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("printf x | dd of=records conv=notrunc status=none", "was written to")]
    [InlineData("cp records other; mv other records", "was replaced by another file")]
    [InlineData("truncate -s 1000 records", "shrank from 2000 to 1000 bytes")]
    [InlineData("truncate -s 3050 records", "grew from 2000 to 3050 bytes")]
    [InlineData("rm records", "was removed or renamed")]
    [InlineData("mv records other", "was removed or renamed")]
    public void What_happens_to_the_file_while_it_is_read_is_reported(string happens, string message)
    {
        ITrial trial = Trial();
        trial.Prepare(ProgressMonitor.None);

        var changed = Assert.Throws<ExperimentException>(
            () => trial.Run(new ProgressMonitor(_ => Shell(happens), CancellationToken.None)));

        Assert.Equal(Outcome.SourceChanged, changed.Outcome);
        Assert.Contains($"{Source} {message} ", changed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_is_gone_before_its_first_byte_is_read_is_reported()
    {
        ITrial late = Trial();
        late.Prepare(ProgressMonitor.None);
        File.Delete(Source);

        foreach (Action work in new Action[] { () => late.Run(ProgressMonitor.None), () => Trial().Prepare(ProgressMonitor.None) })
        {
            Assert.Equal(Outcome.SourceChanged, Assert.Throws<ExperimentException>(work).Outcome);
        }
    }

    [Theory]
    [InlineData("ln records other")]
    [InlineData("cat records")]
    public void What_does_not_touch_the_content_is_no_change(string happens)
    {
        ITrial trial = Trial();
        trial.Prepare(ProgressMonitor.None);

        TrialWork work = trial.Run(new ProgressMonitor(_ => Shell(happens), CancellationToken.None));

        Assert.Equal(20, work.Records);
    }

    private ITrial Trial() => new ValidateRecords(new RecordCheck { Source = _scratch.FilePath("records") })
        .PrepareTrials(ProgressMonitor.None).Single();

    private void Shell(string line) => Command.Shell($"cd '{_scratch.Path}' && {line}");
}
