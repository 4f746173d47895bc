using Landspeed.Experiments.Workfiles;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Workfiles;

public sealed class TargetDirectoryTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private FilePath Out => _scratch.FilePath("out");

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void What_a_killed_run_made_is_removed_by_the_next_one()
    {
        new TargetDirectory(Out).Make();
        var next = new TargetDirectory(Out);
        next.Make();

        next.Remove();

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void It_is_removed_too_where_no_run_was_missing()
    {
        new TargetDirectory(Out).Make();
        var next = new TargetDirectory(Out);
        next.TakeOver();

        next.Remove();

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_directory_that_was_there_stays()
    {
        Directory.CreateDirectory(Out.Text);
        var target = new TargetDirectory(Out);
        target.Make();

        target.Remove();

        Assert.True(Directory.Exists(Out.Text));
    }

    [Fact]
    public void With_something_in_it_it_stays_and_is_a_persons_from_then_on()
    {
        var target = new TargetDirectory(Out);
        target.Make();
        File.WriteAllText(_scratch.File("out/precious"), "precious");
        target.Remove();
        File.Delete(_scratch.File("out/precious"));

        var next = new TargetDirectory(Out);
        next.Make();
        next.Remove();

        Assert.True(Directory.Exists(Out.Text));
        Assert.Equal(string.Empty, Command.Shell($"getfattr --absolute-names -m - '{Out.Text}'"));
    }

    [Fact]
    public void It_is_removed_also_when_the_directory_above_was_renamed()
    {
        Directory.CreateDirectory(_scratch.File("above"));
        var target = new TargetDirectory(_scratch.FilePath("above/out"));
        target.Make();
        Directory.Move(_scratch.File("above"), _scratch.File("renamed"));

        target.Remove();

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("renamed")));
    }

    [Fact]
    public void What_took_its_place_stays()
    {
        var target = new TargetDirectory(Out);
        target.Make();
        Directory.Move(Out.Text, _scratch.File("moved"));
        Directory.CreateDirectory(Out.Text);

        target.Remove();

        Assert.True(Directory.Exists(Out.Text));
    }

    [Fact]
    public void A_trial_directory_is_removed_also_when_the_directory_above_was_renamed()
    {
        Directory.CreateDirectory(_scratch.File("above"));
        var trial = TrialDirectory.Create(_scratch.FilePath("above"), "hints");
        File.WriteAllText(Path.Combine(trial.Path.Text, "file"), "content");
        Directory.Move(_scratch.File("above"), _scratch.File("renamed"));
        Directory.CreateDirectory(_scratch.File("above"));

        trial.Dispose();

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.File("renamed")));
    }
}
