using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>Measurements of several ranks. Whether they were together is not asked: on a busy machine they need not be.</summary>
public class RankedMeasureTests
{
    private static readonly string[] s_short = ["--size", "1M", "--request-size", "64K", "--time", "50ms", "--mode", "buffered", "--quiet"];

    [Fact]
    public void Each_rank_makes_its_file_reads_that_of_another_and_keeps_its_own_result()
    {
        using var scratch = new ScratchDirectory();

        Command[] ended = RankedCommand.Run(3, ["measure", scratch.File("data-{rank}"), .. s_short, "--shift", "--json", scratch.File("r.json")]);

        Assert.All(ended[1..], rank => Assert.Equal(new Command(0, string.Empty, string.Empty), rank));
        Assert.Equal(["data-0", "data-1", "data-2", "r.json", "r.rank0.json", "r.rank1.json", "r.rank2.json"], Names(scratch));
        ResultDocument whole = Document(scratch, "r.json");
        Assert.Equal(["rank 0", "rank 1", "rank 2"], whole.Parts.Select(part => part.Label));
        Assert.Equal(Environment.MachineName, Assert.Single(whole.Hosts).Name);
        Assert.Equal(scratch.File("data-{rank}"), whole.Places[0].Path);
        RunRecord run = whole.Cells[0].Runs[0];
        Assert.Equal(whole.Parts.Sum(part => part.Cells[0].Runs[0][Metrics.BytesRead]), run[Metrics.BytesRead]);
        Assert.Equal(whole.Parts.Sum(part => part.Cells[0].Runs[0].Latency!.Count), run.Latency!.Count);
        Assert.Equal(1, Document(scratch, "r.rank1.json").Rank!.Number);
        Assert.NotEqual(File.ReadAllBytes(scratch.File("data-0")), File.ReadAllBytes(scratch.File("data-1")));
    }

    [Theory]
    [InlineData("--write")]
    [InlineData("--extend")]
    [InlineData("--read", "--segment", "128K")]
    [InlineData("--read", "--cold", "--shift=2")]
    public void Ranks_share_one_file_in_disjoint_parts(params string[] words)
    {
        using var scratch = new ScratchDirectory();

        Command[] ended = RankedCommand.Run(3, ["measure", scratch.File("one"), .. s_short, "--bytes", "1M", .. words, "--json", scratch.File("r")]);

        Assert.InRange(ended[0].ExitCode, 0, 1);
        Assert.Equal(["one", "r", "r.rank0", "r.rank1", "r.rank2"], Names(scratch));
        Assert.Equal(1 << 20, new FileInfo(scratch.File("one")).Length);
        RunRecord run = Document(scratch, "r").Cells[0].Runs[0];
        Assert.Equal(1 << 20, (run[Metrics.BytesRead] ?? 0) + (run[Metrics.BytesWritten] ?? 0));
        if (words[0] == "--extend")
        {
            Assert.DoesNotContain(File.ReadAllBytes(scratch.File("one")).Chunk(4096), block => block.All(value => value == 0));
        }
    }

    [Fact]
    public void A_file_that_may_not_be_written_on_one_rank_stops_all_before_the_first_byte()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("data-1"), new string('x', 2 << 20));

        Command[] ended = RankedCommand.Run(3, ["measure", scratch.File("data-{rank}"), .. s_short, "--write"]);

        Assert.Equal((3, string.Empty), (ended[0].ExitCode, ended[0].Output));
        Assert.StartsWith($"landspeed: rank 1 ({Environment.MachineName}): {scratch.File("data-1")} was not made by landspeed", ended[0].Error);
        Assert.Equal(["data-1"], Names(scratch));
    }

    [Theory]
    [InlineData("2 ranks of 1 threads cannot share 1 requests", "one", "--size", "64K", "--request-size", "64K")]
    [InlineData("--segment deals one file out", "data-{rank}", "--segment", "1M")]
    [InlineData("--shift reads what others wrote", "one", "--write", "--shift")]
    [InlineData("a segment of 100 bytes is not a multiple of the request size", "one", "--segment", "100")]
    [InlineData("--layers measures on one machine", "one", "--layers")]
    [InlineData("FileStream goes through whole files", "one", "--api", "filestream")]
    public void What_cannot_be_is_refused_once(string says, params string[] words)
    {
        using var scratch = new ScratchDirectory();

        Command[] ended = RankedCommand.Run(2, ["measure", scratch.File(words[0]), .. words[1..]]);

        Assert.Equal(2, ended[0].ExitCode);
        Assert.Single(ended[0].Error.TrimEnd().Split('\n'));
        Assert.Contains(says, ended[0].Error);
        Assert.Empty(Names(scratch));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_rank_that_dies_takes_nothing_from_the_results_of_the_others(bool isBefore)
    {
        using var scratch = new ScratchDirectory();

        Command[] ended = RankedCommand.Run(
            3,
            (group, parts) => group.Rank == 1 ? parts with { Runner = new DyingRunner(parts.Runner, () => group.Abort(9), isBefore) } : parts,
            ["measure", scratch.File("data-{rank}"), .. s_short, "--json", scratch.File("r.json")]);

        Assert.Equal(1, ended[0].ExitCode);
        Assert.Contains("rank 1 ended the job with exit code 9", ended[0].Error);
        Assert.Equal(isBefore ? [] : ["r.json", "r.rank0.json", "r.rank2.json"], Names(scratch).Where(name => name.StartsWith('r')));
        if (!isBefore)
        {
            Assert.Equal([1, 2], Document(scratch, "r.json").Ranks!.Missing);
            Assert.Contains("the result of rank 1 of 3 is missing", RankedCommand.Run(1, "merge", scratch.File("r.rank0.json"), scratch.File("r.rank2.json"))[0].Output);
        }
    }

    [Fact]
    public void What_survived_of_a_job_makes_the_same_report_and_names_the_missing_rank()
    {
        using var scratch = new ScratchDirectory();
        RankedCommand.Run(3, ["measure", scratch.File("data-{rank}"), .. s_short, "--json", scratch.File("r.json")]);
        string[] own = [.. Enumerable.Range(0, 3).Select(rank => scratch.File($"r.rank{rank}.json"))];

        (int code, string whole, _) = RankedCommand.Run(1, ["merge", own[2], own[0], own[1], "--format", "json"])[0];
        Command some = RankedCommand.Run(1, "merge", own[0], own[2])[0];
        Command mixed = RankedCommand.Run(1, "merge", own[0], scratch.File("r.json"))[0];

        Assert.Equal((0, File.ReadAllText(scratch.File("r.json"))), (code, whole));
        Assert.Contains("the result of rank 1 of 3 is missing", some.Output);
        Assert.Contains("2 of 3 ranks on 1 host", some.Output);
        Assert.Equal(3, mixed.ExitCode);
        Assert.Contains($"{scratch.File("r.json")} was made by a single process, or is already merged", mixed.Error);
    }

    [Fact]
    public void A_sweep_gives_each_rank_a_file_of_its_own_and_draws_the_curves_of_all()
    {
        using var scratch = new ScratchDirectory();

        Command[] ended = RankedCommand.Run(
            2,
            ["sweep", scratch.Path, "--size", "1M", "--request-size", "64K,256K", "--queue-depth", "2", "--mode", "buffered", "--api", "engine", "--operation", "read,write",
                "--repeat", "2", "--time", "20ms", "--quiet", "--json", scratch.File("s.json")]);

        Assert.InRange(ended[0].ExitCode, 0, 1);
        Assert.Equal(["s.json", "s.rank0.json", "s.rank1.json"], Names(scratch));
        ResultDocument whole = Document(scratch, "s.json");
        Assert.Equal(4, whole.Cells.Count);
        Assert.All(whole.Cells, cell => Assert.Equal(2, cell.Runs.Count));
        Assert.All(whole.Cells.SelectMany(cell => cell.Runs), run => Assert.Empty(run.Latency!.Bins));
        Assert.Equal(2, whole.Ranks!.Ranks.Count);
        Assert.Equal(whole.Parts[0].Setup.Seed, whole.Parts[1].Setup.Seed);
    }

    [Theory]
    [InlineData("report", "x.json")]
    [InlineData("iospeed", "-t1", "x")]
    [InlineData("records", "validate", "x")]
    public void A_verb_of_one_process_is_refused_once(params string[] words)
    {
        Command[] ended = RankedCommand.Run(3, words);

        Assert.Equal(2, ended[0].ExitCode);
        Assert.EndsWith("runs as one process, but an MPI launcher started 3; start it without the launcher\n", ended[0].Error);
        Assert.All(ended[1..], rank => Assert.Equal(new Command(0, string.Empty, string.Empty), rank));
    }

    // A rank that began its next run while another one still wrote saw a file that others had changed.
    [Theory]
    [InlineData("--mix", "50:50")]
    [InlineData("--write", "--touch")]
    public void Ranks_write_to_one_file_run_after_run(params string[] words)
    {
        using var scratch = new ScratchDirectory();
        string[] line =
        [
            "measure", scratch.File("shared"), "--size", "16M", "--request-size", "4K", "--time", "50ms",
            "--repeat", "12", "--quiet", "--json", scratch.File("r.json"), .. words,
        ];

        Command[] ended = RankedCommand.Run(3, line);

        Assert.All(ended[1..], rank => Assert.Equal(new Command(0, string.Empty, string.Empty), rank));
        IReadOnlyList<ResultDocument> parts = Document(scratch, "r.json").Parts;
        Assert.Equal(3, parts.Count);
        Assert.All(parts, part => Assert.Equal(12, part.Cells[0].Runs.Count(run => run.Failure is null)));
        Assert.True(File.Exists(scratch.File("shared")));
    }

    [Theory]
    [InlineData("keeps no journal", "--resume")]
    [InlineData("needs one file per rank", "--quiet", "one")]
    public void A_sweep_on_ranks_refuses_what_it_cannot_do(string says, string option, string name = "")
    {
        using var scratch = new ScratchDirectory();

        Command[] ended = RankedCommand.Run(2, "sweep", scratch.File(name), option);

        Assert.Equal(2, ended[0].ExitCode);
        Assert.Contains(says, ended[0].Error);
        Assert.Empty(Names(scratch));
    }

    [Fact]
    public void A_plan_is_shown_once_and_leaves_nothing()
    {
        using var scratch = new ScratchDirectory();

        Command[] ended = RankedCommand.Run(2, ["measure", scratch.File("one"), .. s_short, "--dry-run"]);

        Assert.Contains("is missing: it is created", ended[0].Output);
        Assert.All(ended, rank => Assert.Equal(0, rank.ExitCode));
        Assert.Empty(Names(scratch));
    }

    /// <summary>A rank that dies before its first run, or when its result is complete and not yet sent.</summary>
    private sealed class DyingRunner(IExperimentRunner inner, Action die, bool isBefore) : IExperimentRunner
    {
        public SetupRecord SetupOf(string journal, string word) => inner.SetupOf(journal, word);

        public ExperimentPlan Plan(ExperimentTask task) => inner.Plan(task);

        public ExperimentResult Run(ExperimentTask task, ExperimentPlan plan, IProgress<ExperimentProgress>? progress, CancellationToken stop)
        {
            if (isBefore)
            {
                die();
            }

            ExperimentResult result = inner.Run(task, plan, progress, stop);
            die();
            return result;
        }

        public void Forget(ExperimentTask task) => inner.Forget(task);

        public void Abandon() => inner.Abandon();
    }

    private static ResultDocument Document(ScratchDirectory scratch, string name) => ResultsJson.Read(File.ReadAllText(scratch.File(name)));

    private static string[] Names(ScratchDirectory scratch) =>
        [.. Directory.EnumerateFileSystemEntries(scratch.Path).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
}
