using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

/// <summary>Mistakes on the command line: each kind has one exit code and one form in every verb.</summary>
public sealed class MistakeTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public MistakeTests()
    {
        Directory.CreateDirectory(_scratch.File("dir"));
        File.WriteAllText(_scratch.File("file"), "text\n");
    }

    /// <summary>Verbs that can be run.</summary>
    public static TheoryData<string> Runnable =>
        [.. Root.WithInner(Root.Name).Where(one => one.Verb.Verbs.Count == 0).Select(one => one.Path)];

    private static LandspeedVerb Root => new(
        new Terminal(TextWriter.Null, TextWriter.Null), Composition.Create());

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Runnable))]
    public void An_option_that_does_not_exist_is_a_usage_error(string path)
    {
        Command done = Run([.. path.Split(' ')[1..], "--frobnicate"]);

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("unknown option '--frobnicate'; see ", done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Runnable))]
    public void A_value_is_checked_before_the_operands_are(string path)
    {
        Verb verb = Root.WithInner(Root.Name).Single(one => one.Path == path).Verb;
        string[] checkedNames = ["SIZE", "N", "TIME", "PCT", "LIST"];
        foreach (VerbOption option in verb.Options.Where(option => !verb.HasOwnGrammar
            && (option.Value?.List is not null || checkedNames.Contains(option.Value?.Name))
            && option.BareValue is null
            && option.Name is not "--metric"))
        {
            Command done = Run([.. path.Split(' ')[1..], $"{option.Name}=?"]);

            Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
            Assert.Contains($"{option.Name} '?'", done.Error, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("--request-size", "measure", "--request-sise", "4K", "a")]
    [InlineData("--request-size", "measure", "--bs=4K", "a")]
    [InlineData("--queue-depth", "measure", "--iodepth=4", "a")]
    [InlineData("--time", "sweep", "--runtime", "4")]
    [InlineData("--replace", "copy", "--force", "a", "b")]
    [InlineData("--verify", "copy", "a", "b", "--verfiy")]
    [InlineData("measure", "mesure", "a")]
    [InlineData("measure", "help", "mesure")]
    [InlineData("generate", "records", "generat", "1")]
    [InlineData("sequential-scan", "hints", "--hints", "sequential")]
    [InlineData("direct", "measure", "a", "--mode", "dierct")]
    [InlineData("--json", "iospeed", "--jsno=a", "a")]
    public void A_name_that_is_nearly_right_is_answered_with_the_right_one(string meant, params string[] words)
    {
        Command done = Run(words);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains($"; did you mean {meant}?", done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--xylophone")]
    [InlineData("-x")]
    public void A_name_that_is_far_from_all_is_answered_with_the_help(string option)
    {
        Command done = Run("measure", option, "a");

        Assert.Equal($"landspeed: unknown option '{option}'; see landspeed measure --help\n", done.Error);
    }

    [Theory]
    [InlineData("--time needs a value: 1ms to 168h", "measure", "a", "--time")]
    [InlineData("--replace needs a value: never (it stays), older or always", "copy", "a", "b", "--replace")]
    [InlineData("--json needs a value: FILE", "measure", "a", "--json")]
    [InlineData("--time is given more than once; give it once", "measure", "a", "--time", "1", "-t", "2")]
    public void A_value_that_is_missing_or_given_twice_is_named(string message, params string[] words)
    {
        Command done = Run(words);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_range_of_other_programs_is_answered_with_ours()
    {
        Command done = Run("sweep", "--request-size", "4K-1M");

        Assert.Equal("landspeed: invalid --request-size '4K-1M': a range is written 4K..1M\n", done.Error);
    }

    [Theory]
    [InlineData("measure DIR")]
    [InlineData("fragment DIR --run-length 64K")]
    [InlineData("records generate 10 DIR")]
    [InlineData("records validate DIR")]
    [InlineData("verify DIR")]
    [InlineData("copy FILE DIR")]
    [InlineData("campaign DIR")]
    [InlineData("create FILE --files 1 --lines 1 --characters 1")]
    [InlineData("patterns FILE")]
    [InlineData("process FILE")]
    [InlineData("hints FILE")]
    [InlineData("paper FILE")]
    [InlineData("doctor FILE")]
    [InlineData("process --input FILE")]
    [InlineData("hints --files-of FILE")]
    public void A_directory_for_a_file_and_a_file_for_a_directory_are_usage_errors(string line) => Fails(2, line);

    [Theory]
    [InlineData("measure NONE/file --size 1M")]
    [InlineData("sweep NONE")]
    [InlineData("fragment NONE/file --run-length 64K")]
    [InlineData("create NONE/data --files 1 --lines 1 --characters 1")]
    [InlineData("patterns NONE")]
    [InlineData("process NONE")]
    [InlineData("process --input NONE")]
    [InlineData("hints NONE")]
    [InlineData("hints --files-of NONE")]
    [InlineData("paper NONE")]
    [InlineData("doctor NONE")]
    [InlineData("copy FILE NONE/name")]
    [InlineData("copy FILE NONE/")]
    public void A_missing_directory_to_work_in_is_a_usage_error(string line) => Fails(2, line);

    [Theory]
    [InlineData("copy NONE DIR/copy")]
    [InlineData("verify NONE")]
    [InlineData("extents NONE")]
    [InlineData("report NONE")]
    [InlineData("merge NONE")]
    [InlineData("compare NONE NONE")]
    [InlineData("records validate NONE")]
    public void A_missing_input_is_a_failure(string line) => Fails(1, line);

    private void Fails(int code, string line)
    {
        string[] words = [.. line.Split(' ').Select(word => word
            .Replace("DIR", _scratch.File("dir"), StringComparison.Ordinal)
            .Replace("FILE", _scratch.File("file"), StringComparison.Ordinal)
            .Replace("NONE", _scratch.File("none"), StringComparison.Ordinal))];

        Command done = LandspeedProcess.Run(words);

        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.StartsWith("landspeed: ", done.Error, StringComparison.Ordinal);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
    }

    private static Command Run(params string[] words) => new CommandUnderTest().Run(words);
}
