using Landspeed.Cli.Fio;
using Landspeed.Experiments;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Fio;

public sealed class JobFileTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_job_has_the_options_of_the_global_sections_above_it_and_its_own()
    {
        IReadOnlyList<JobSection> jobs = Read(
            "; a comment", "[global]", "bs=4k ; and one behind a value", "direct=1\r", "[one]", "rw=read#", "thread",
            "[global]", "bs=8k", "", "[two]", "\tbs = 16k");

        Assert.Equal(["one", "two"], jobs.Select(job => job.Name));
        Assert.Equal(["bs=4k", "direct=1", "rw=read", "thread=1"], jobs[0].Options.Select(option => option.Shown));
        Assert.Equal(["bs=4k", "direct=1", "bs=8k", "bs=16k"], jobs[1].Options.Select(option => option.Shown));
        Assert.Equal([3, 4, 9, 12], jobs[1].Options.Select(option => option.Place.Line));
    }

    // fio prints the jobs as a command line: first the global options, then those of each job.
    [Fact]
    public void Fio_reads_the_same()
    {
        Capability.RequireProgram("fio");
        File.WriteAllText(_scratch.File("other"), "iodepth=8\nsize=1m\n");
        string[] lines =
        [
            "# nightly", "[global]", "bs=4k", "  direct=1", "size=$pagesize*2 ; computed",
            "filename=${LANDSPEED_TEST_NAME}", "[one]", "rw=write", "thread;", "[two]", "stonewall", "rw=randrw",
            $"include {_scratch.File("other")}", "[two]", "wait_for_previous=1", "bs=4k,64k",
        ];

        IReadOnlyList<JobSection> jobs = Read(lines);
        string printed = Command.Shell(
            $"cd '{_scratch.Path}' && LANDSPEED_TEST_NAME=a.dat fio --parse-only --showcmd jobs").Trim();

        IEnumerable<string> ours = jobs
            .Select(job => job.Options.Skip(4).Select(Word).Prepend($"--name={job.Name}"))
            .SelectMany(words => words);
        Assert.Equal(
            printed.Replace("=8192", "=$pagesize*2", StringComparison.Ordinal)
                .Replace("stonewall=1", "wait_for_previous=1", StringComparison.Ordinal),
            string.Join(' ', jobs[0].Options.Take(4).Select(Word).Prepend("fio").Concat(ours)));

        static string Word(JobOption option) =>
            option.Name is "thread" or "stonewall" ? $"--{option.Name}" : $"--{option.Shown}";
    }

    [Theory]
    [InlineData("bs=4k", "line 1: 'bs=4k' is above the first section")]
    [InlineData("[x\nrw=read", "line 1: '[x' is not a section")]
    [InlineData("[]", "line 1: '[]' is not a section")]
    [InlineData("[global]\nbs=4k", " has no job")]
    [InlineData("[x]\nfilename=${LANDSPEED_NOT_SET}", "line 2: the variable LANDSPEED_NOT_SET is not set")]
    [InlineData("[x]\ninclude nowhere.fio", "line 2: cannot read ")]
    [InlineData("[x]\ninclude", "line 2: include names no file")]
    [InlineData("[x]\ninclude circle", "circle, line 1: more than 100 files are included")]
    [InlineData(
        "[x]\ninclude sections", "line 1: a file that is included has options only, but '[y]' begins a section")]
    [InlineData("[x]\nrw=\0", " is not text")]
    public void What_is_no_file_of_jobs_is_refused_with_its_line(string text, string expected)
    {
        File.WriteAllText(_scratch.File("jobs"), text);
        File.WriteAllText(_scratch.File("sections"), "[y]\n");
        File.WriteAllText(_scratch.File("circle"), "include circle\n");

        ExperimentException refused = Assert.Throws<ExperimentException>(() => JobFile.Read(
            _scratch.FilePath("jobs"), _ => null));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(expected, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_of_more_than_a_mebibyte_is_refused()
    {
        File.WriteAllText(_scratch.File("jobs"), "[x]\n" + new string('\n', 1 << 20));

        ExperimentException refused = Assert.Throws<ExperimentException>(() => JobFile.Read(
            _scratch.FilePath("jobs"), _ => null));

        Assert.Contains("longer than 1 MiB", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Files_that_include_each_other_many_times_end()
    {
        for (int level = 0; level < 15; level++)
        {
            File.WriteAllLines(
                _scratch.File($"{level}"), Enumerable.Repeat($"include {_scratch.File($"{level + 1}")}", 8));
        }

        File.WriteAllText(_scratch.File("15"), string.Empty);

        ExperimentException refused =
            Assert.Throws<ExperimentException>(() => Read("[x]", $"include {_scratch.File("0")}"));

        Assert.Contains("more than 100 files are included", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_job_waits_for_others_if_the_last_word_about_it_says_so() => Assert.Equal(
        [false, true, true, false],
        Read(
            "[a]", "[b]", "stonewall", "[global]", "wait_for_previous=1", "[c]", "[d]", "stonewall=0")
            .Select(job => job.WaitsForOthers));

    private IReadOnlyList<JobSection> Read(params string[] lines)
    {
        File.WriteAllLines(_scratch.File("jobs"), lines);
        return JobFile.Read(
            _scratch.FilePath("jobs"), name => name == "LANDSPEED_TEST_NAME" ? "a.dat" : null);
    }
}
