using System.Globalization;
using Landspeed.Experiments.Creating;
using Landspeed.Experiments.Processing;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Processing;

[Collection(ProcessWideCollection.Name)]
public sealed class ProcessExperimentTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly string _input;

    public ProcessExperimentTests()
    {
        _input = _scratch.File("input");
        Directory.CreateDirectory(_input);
        File.WriteAllText(Path.Combine(_input, "a"), "one\ntwo\n");
        File.WriteAllText(Path.Combine(_input, "b"), "three");
    }

    [Fact]
    public void Each_trial_finds_cold_files_and_leaves_nothing()
    {
        var experiment = new ProcessExperiment(Options());
        experiment.Plan(DateTimeOffset.UnixEpoch);
        foreach (ITrial trial in experiment.PrepareTrials(ProgressMonitor.None).Concat(experiment.WarmUps.Cast<ITrial>()))
        {
            TrialStart start = trial.Prepare(ProgressMonitor.None);
            TrialWork work = trial.Run(ProgressMonitor.None);
            Assert.True(trial.MakeDurable(ProgressMonitor.None));
            TrialEnd end = trial.Finish(work);

            Assert.True(start.ResidentPct is null or 0);
            Assert.Equal((13, 13, 3L), (work.BytesRead, work.BytesWritten, work.Records));
            Assert.InRange(end.Metrics[Metrics.CpuBusy.Name], 0, 100);
            Assert.InRange(work.Metrics[Metrics.PeakManaged.Name], 0, 100 << 20);
        }

        experiment.CleanUp();
        Assert.Equal([_input], Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_wrong_result_fails_its_cell_and_names_the_file()
    {
        var experiment = new ProcessExperiment(Options());
        ITrial trial = experiment.PrepareTrials(ProgressMonitor.None)[0];
        trial.Prepare(ProgressMonitor.None);
        TrialWork work = trial.Run(ProgressMonitor.None);
        string results = Directory.GetDirectories(Directory.GetDirectories(_scratch.Path, "landspeed-process-*").Single()).Single();
        File.AppendAllText(Path.Combine(results, "b"), "!");
        File.WriteAllText(_scratch.File("precious"), "precious");
        File.CreateSymbolicLink(Path.Combine(results, "link"), _scratch.File("precious"));
        File.Delete(Path.Combine(results, "a"));
        File.CreateSymbolicLink(Path.Combine(results, "a"), _scratch.File("precious"));

        ExperimentException failure = Assert.Throws<ExperimentException>(() => trial.Finish(work));

        Assert.Equal(Outcome.Mismatch, failure.Outcome);
        Assert.Contains("input/", failure.Message, StringComparison.Ordinal);
        Assert.Equal(0, new FileInfo(Path.Combine(results, "b")).Length);
        Assert.Equal("precious", File.ReadAllText(_scratch.File("precious")));
        experiment.CleanUp();
        Assert.False(Directory.Exists(results));
    }

    [Fact]
    public void A_link_in_the_place_of_results_is_not_followed_when_they_are_emptied()
    {
        var experiment = new ProcessExperiment(Options());
        ITrial trial = experiment.PrepareTrials(ProgressMonitor.None)[0];
        trial.Prepare(ProgressMonitor.None);
        TrialWork work = trial.Run(ProgressMonitor.None);
        string results = Directory.GetDirectories(Directory.GetDirectories(_scratch.Path, "landspeed-process-*").Single()).Single();
        Directory.Move(results, _scratch.File("moved"));
        Directory.CreateDirectory(_scratch.File("precious"));
        File.Copy(Path.Combine(_scratch.File("moved"), "b"), Path.Combine(_scratch.File("precious"), "b"));
        File.Copy(Path.Combine(_scratch.File("moved"), "a"), Path.Combine(_scratch.File("precious"), "a"));
        Directory.CreateSymbolicLink(results, _scratch.File("precious"));

        trial.Finish(work);
        experiment.CleanUp();

        Assert.Equal(5, new FileInfo(_scratch.File("precious/b")).Length);
    }

    [Fact]
    public void Reads_are_judged_by_the_volume_of_the_input()
    {
        using var memory = new TestVolume("tmpfs", "50M");
        File.WriteAllBytes(Path.Combine(_input, "a"), new byte[3_000_000]);
        var task = new ExperimentTask
        {
            Experiment = new ProcessExperiment(
                Options() with { Output = FilePath.FromText(memory.File("out")), Repetitions = 1, Passes = [0] }),
        };
        var runner = new ExperimentRunner(TimeProvider.System);

        ResultDocument document = runner.Run(
            task, runner.ShortPlan(task), null, TestContext.Current.CancellationToken).Document;

        Assert.All(document.Cells, cell => Assert.Equal(
            (Verdict.Device, Verdict.Cache), (cell.Verdicts.Read, cell.Verdicts.Write)));
        Assert.All(document.Cells, cell => Assert.True(cell.Runs[0][Metrics.DeviceReadBytes] >= 3_000_000));
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("tmpfs")]
    public void The_pieces_of_the_files_read_and_made_are_counted_as_filefrag_does_where_they_are_known(string system)
    {
        Capability.RequireProgram("filefrag");
        using var volume = new TestVolume(system, "50M");
        Directory.CreateDirectory(volume.File("in"));
        File.WriteAllBytes(volume.File("in/empty"), []);
        using (FileStream one = File.Create(volume.File("in/one")), other = File.Create(volume.File("in/other")))
        {
            for (int piece = 0; piece < 8; piece++)
            {
                foreach (FileStream file in new[] { one, other })
                {
                    file.Write(new byte[64 << 10]);
                    file.Flush(flushToDisk: true);
                }
            }
        }

        ResultDocument document = Run(Options() with
        {
            Input = FilePath.FromText(volume.File("in")),
            Output = FilePath.FromText(volume.File("out")),
            Passes = [0],
            Repetitions = 1,
            Keep = true,
        });

        bool isKnown = system != "tmpfs";
        Assert.All(document.Cells, cell =>
        {
            RunRecord run = cell.Runs[0];
            string results = Directory.GetDirectories(volume.File("out")).Single();
            Assert.Equal(isKnown ? Filefrag(volume.File("in")) : null, run[Metrics.FileFragments]);
            Assert.Equal(isKnown ? Filefrag(Path.Combine(results, cell.Name)) : null, run[Metrics.ResultFragments]);
        });
    }

    [Fact]
    public void An_input_that_changed_since_is_reported_before_the_run()
    {
        var experiment = new ProcessExperiment(Options());
        ITrial trial = experiment.PrepareTrials(ProgressMonitor.None)[0];
        File.AppendAllText(Path.Combine(_input, "b"), "!");

        Assert.Equal(
            Outcome.SourceChanged,
            Assert.Throws<ExperimentException>(() => trial.Prepare(ProgressMonitor.None)).Outcome);
    }

    [Theory]
    [InlineData("input")]
    [InlineData("input/below")]
    [InlineData("link")]
    [InlineData("link/below")]
    [InlineData("input/../input/below/../deeper")]
    public void An_output_in_the_input_is_refused(string output)
    {
        Directory.CreateDirectory(Path.Combine(_input, "below"));
        Directory.CreateSymbolicLink(_scratch.File("link"), _input);

        AssertRefused(Options() with { Output = _scratch.FilePath(output), Overwrite = true });
    }

    [Theory]
    [InlineData("input/self")]
    [InlineData("/")]
    public void A_place_of_our_own_in_the_input_is_refused_too(string input)
    {
        Directory.CreateSymbolicLink(Path.Combine(_input, "self"), _input);

        AssertRefused(Options() with { Input = FilePath.FromText(Path.Combine(_scratch.Path, input)) });
    }

    [Fact]
    public void What_is_no_regular_file_is_left_out_and_reported()
    {
        Directory.CreateDirectory(Path.Combine(_input, "below"));
        File.CreateSymbolicLink(Path.Combine(_input, "link"), Path.Combine(_input, "a"));

        ExperimentPlan plan = new ProcessExperiment(Options()).Plan(DateTimeOffset.UnixEpoch);

        Assert.Contains(plan.Facts, fact => fact.Label == "input" && fact.Text.Contains("2 files", StringComparison.Ordinal));
        Assert.Contains(plan.Facts, fact => fact.Label == "left out" && fact.Text.StartsWith("2 entries", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_file_that_goes_away_is_a_change_of_the_input(bool before)
    {
        var experiment = new ProcessExperiment(Options());
        foreach (ITrial trial in experiment.PrepareTrials(ProgressMonitor.None))
        {
            if (!before)
            {
                trial.Prepare(ProgressMonitor.None);
            }

            File.Move(Path.Combine(_input, "b"), _scratch.File("hidden"));

            ExperimentException failure = Assert.Throws<ExperimentException>(() =>
            {
                if (before)
                {
                    trial.Prepare(ProgressMonitor.None);
                }

                trial.Run(ProgressMonitor.None);
            });
            trial.Finish(null);
            File.Move(_scratch.File("hidden"), Path.Combine(_input, "b"));

            Assert.Equal(Outcome.SourceChanged, failure.Outcome);
            Assert.Contains("input/b was removed", failure.Message, StringComparison.Ordinal);
        }

        experiment.CleanUp();
    }

    [Fact]
    public void An_output_with_something_in_it_wants_permission_and_keeps_it()
    {
        Directory.CreateDirectory(_scratch.File("out"));
        File.WriteAllText(_scratch.File("out/mine"), "mine");
        ProcessOptions options = Options() with { Output = _scratch.FilePath("out") };
        AssertRefused(options);

        var experiment = new ProcessExperiment(options with { Overwrite = true });
        experiment.Plan(DateTimeOffset.UnixEpoch);
        experiment.PrepareTrials(ProgressMonitor.None);
        experiment.CleanUp();

        Assert.Equal([_scratch.File("out/mine")], Directory.GetFileSystemEntries(_scratch.File("out")));
    }

    [Fact]
    public void An_output_that_was_made_goes_again()
    {
        var experiment = new ProcessExperiment(Options() with { Output = _scratch.FilePath("out") });
        experiment.Plan(DateTimeOffset.UnixEpoch);
        experiment.PrepareTrials(ProgressMonitor.None);
        Assert.True(Directory.Exists(_scratch.File("out")));

        experiment.CleanUp();
        Assert.False(Directory.Exists(_scratch.File("out")));
    }

    [Theory]
    [InlineData("nowhere")]
    [InlineData("empty")]
    [InlineData("input/a")]
    public void An_input_that_is_missing_empty_or_a_file_is_refused(string input)
    {
        Directory.CreateDirectory(_scratch.File("empty"));

        ExperimentException failure = Assert.Throws<ExperimentException>(() => new ProcessExperiment(
            Options() with { Input = _scratch.FilePath(input) }).Plan(DateTimeOffset.UnixEpoch));

        Assert.Equal(Outcome.Usage, failure.Outcome);
        Assert.Contains(input, failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_data_set_of_its_own_goes_unless_it_is_to_be_kept(bool keep)
    {
        string place = Directory.CreateDirectory(_scratch.File("place")).FullName;
        var experiment = new ProcessExperiment(
            Options() with { Input = null, Directory = FilePath.FromText(place), Keep = keep });
        experiment.Plan(DateTimeOffset.UnixEpoch);
        experiment.PrepareTrials(ProgressMonitor.None);
        experiment.CleanUp();

        Assert.Equal(keep ? 3 : 0, Directory.GetFiles(place, "*", SearchOption.AllDirectories).Length);
    }

    [Theory]
    [InlineData(false, "removed afterwards")]
    [InlineData(true, "which stays")]
    public void The_plan_says_whether_a_data_set_of_its_own_stays(bool keep, string outcome)
    {
        var experiment = new ProcessExperiment(
            Options() with { Input = null, Directory = FilePath.FromText(_scratch.Path), Keep = keep });

        Assert.Equal(
            ("input", $"a new data set in {_scratch.Path}, {outcome}: 3 files, 36 B"),
            experiment.Plan(DateTimeOffset.UnixEpoch).Facts[0]);
    }

    [Fact]
    public void A_file_with_CR_fails_the_cells_of_StreamReader_alone_and_is_named()
    {
        File.WriteAllText(Path.Combine(_input, "c"), "one\r\ntwo\r\n");
        ResultDocument document = Run(Options() with { Strategies = [ProcessStrategy.Streaming, ProcessStrategy.StreamReader], Repetitions = 1 });

        Assert.All(document.Cells, cell => Assert.Equal(cell.Labels["strategy"] == "streaming" ? CellState.Done : CellState.Failed, cell.State));
        Assert.Contains("input/c contains CR", document.Cells.First(cell => cell.State == CellState.Failed).Reason, StringComparison.Ordinal);
        Assert.Contains(document.Conclusions, one => one.Code == "process_incomplete");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(0)]
    public void Kept_results_are_those_of_each_cells_first_run_checked_and_under_its_name(int first)
    {
        ResultDocument document = Run(Options() with { Keep = true, Repetitions = 2, FirstPass = first });

        string results = Directory.GetDirectories(_scratch.Path, "landspeed-process-*").Single();
        Assert.Equal(document.Cells.Select(cell => cell.Name).Order(), Directory.GetDirectories(results).Select(name => Path.GetFileName(name)!).Order());
        int key = Enumerable.Range(first, 6).Aggregate((sum, pass) => sum ^ pass);
        string worked = new([.. "three".Select(letter => (char)(letter ^ key))]);
        Assert.All(document.Cells, cell => Assert.Equal(
            cell.Labels["work"] == "0" ? "three" : worked, File.ReadAllText(Path.Combine(results, cell.Name, "b"))));
    }

    [Fact]
    public void Space_for_kept_results_is_asked_for_before()
    {
        ExperimentPlan without = new ProcessExperiment(Options()).Plan(DateTimeOffset.UnixEpoch);
        ExperimentPlan with = new ProcessExperiment(Options() with { Keep = true }).Plan(DateTimeOffset.UnixEpoch);

        Assert.True(with.SpaceNeededBytes > without.SpaceNeededBytes + (without.Preview.Cells.Count * 13));
        Assert.Contains(with.Facts, fact => fact.Label == "results" && fact.Text.EndsWith("first run stay, in a directory of its name", StringComparison.Ordinal));
    }

    [Fact]
    public void The_pipeline_has_one_cell_for_all_buffer_sizes_hints_and_distributions()
    {
        ProcessOptions options = Options() with
        {
            Threads = [1, 2],
            Passes = [0, 100],
            BufferSizes = [ByteCount.KiB(4), ByteCount.KiB(64)],
            Hints = [ReadHint.None, ReadHint.Sequential],
            Distributions = [FileDistribution.Shared, FileDistribution.Fixed],
        };

        CellRecord[] cells = [.. new ProcessExperiment(options).Plan(DateTimeOffset.UnixEpoch).Preview.Cells];

        Assert.Equal(4 * (8 + 8 + 1), cells.Length);
        Assert.Equal(cells.Length, cells.Select(cell => cell.Name).Distinct().Count());
        Assert.All(cells, cell => Assert.Equal(
            cell.Labels["strategy"] == "pipelined" ? 3 : 6, cell.Labels.Count));
    }

    public void Dispose() => _scratch.Dispose();

    private static void AssertRefused(ProcessOptions options) => Assert.Equal(
        Outcome.Refused,
        Assert.Throws<ExperimentException>(() => new ProcessExperiment(options).Plan(DateTimeOffset.UnixEpoch)).Outcome);

    // A line a file: its name, and how many extents were found.
    private static double Filefrag(string directory) =>
        Command.Shell($"PATH=$PATH:/usr/sbin filefrag -s '{directory}'/*").TrimEnd().Split('\n')
            .Sum(line => double.Parse(line.Split(' ')[^3], CultureInfo.InvariantCulture));

    private static ResultDocument Run(ProcessOptions options)
    {
        var task = new ExperimentTask { Experiment = new ProcessExperiment(options) };
        var runner = new ExperimentRunner(TimeProvider.System);
        return runner.Run(task, runner.ShortPlan(task), null, TestContext.Current.CancellationToken).Document;
    }

    private ProcessOptions Options() => new()
    {
        Input = FilePath.FromText(_input),
        Data = new DataShape { Files = 3, Lines = 2, Characters = 5 },
        Seed = 1,
        Threads = [2],
        Passes = [0, 6],
    };
}
