using System.Text.Json;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

public sealed class CopyCallTests : IDisposable
{
    private const string Md5OfContent = "9a0364b9e99bb480dd25e1f0284c8555"; // printf content | md5sum
    private readonly ScratchDirectory _scratch = new();

    public CopyCallTests()
    {
        File.WriteAllText(_scratch.File("a"), "content");
        Directory.CreateDirectory(_scratch.File("tree"));
    }

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("copy done\n", "")]
    [InlineData("copy done, explained\n", "--explain")]
    [InlineData("", "--quiet")]
    public void The_summary_goes_to_standard_output(string output, string option) =>
        Assert.Equal(new Command(0, output, string.Empty), Run(Done, option));

    [Fact]
    public void Json_takes_the_place_of_the_summary_on_standard_output()
    {
        Command done = Run(Done, "--json", "-");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        using JsonDocument json = JsonDocument.Parse(done.Output);
        JsonElement root = json.RootElement;
        Assert.Equal("landspeed.result", root.GetProperty("schema").GetString());
        Assert.Equal(("copy", "file"), (root.GetProperty("kind").GetString(), root.GetProperty("variant").GetString()));
        Assert.Equal("done", root.GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("copy").GetProperty("outcome").GetString());
    }

    [Theory]
    [InlineData(CopyOutcome.Done, 0)]
    [InlineData(CopyOutcome.Failed, 1)]
    [InlineData(CopyOutcome.Refused, 3)]
    [InlineData(CopyOutcome.Mismatch, 4)]
    [InlineData(CopyOutcome.SourceChanged, 5)]
    [InlineData(CopyOutcome.OutOfSpace, 6)]
    public void An_outcome_has_its_exit_code(CopyOutcome outcome, int code) =>
        Assert.Equal(code, Run((_, _) => new CopyResult { Outcome = outcome }).ExitCode);

    [Fact]
    public void A_file_that_did_not_come_about_is_one_line_and_no_summary()
    {
        var problem = new CopyProblem(CopyProblemKind.Refused, _scratch.FilePath("b"), "b is there already; give --replace");
        Assert.Equal(
            new Command(3, string.Empty, "landspeed: b is there already; give --replace\n"),
            Run((_, _) => throw new CopyException(CopyOutcome.Refused, problem)));
    }

    [Fact]
    public void A_tree_that_failed_in_part_shows_its_summary_and_ends_with_1()
    {
        var problem = new CopyProblem(CopyProblemKind.Failed, FilePath.FromText("x"), "cannot read x");
        var command = new CommandUnderTest
        {
            Copier = new FakeCopier
            {
                Copies = (_, _) => new CopyResult
                {
                    Outcome = CopyOutcome.Failed, FilesCopied = 2, EntriesFailed = 1, Problems = [problem], ProblemCount = 1,
                },
            },
        };

        Command done = command.Run("copy", _scratch.File("tree"), _scratch.File("b"));

        Assert.Equal((1, "copy failed\n"), (done.ExitCode, done.Output));
        Assert.Contains("1 problem, 1 entry not copied", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_tree_of_which_some_entries_were_refused_did_not_stay_untouched()
    {
        var result = new CopyResult { Outcome = CopyOutcome.Refused, FilesCopied = 1, EntriesSkipped = 1, ProblemCount = 1 };
        var command = new CommandUnderTest { Copier = new FakeCopier { Copies = (_, _) => result } };

        Command done = command.Run("copy", _scratch.File("tree"), _scratch.File("b"));

        Assert.Equal(1, done.ExitCode);
        Assert.Contains("1 problem, 1 entry not copied", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Quiet_still_tells_problems_but_not_without_end()
    {
        CopyProblem[] problems =
            [.. Enumerable.Range(0, 30).Select(n => new CopyProblem(CopyProblemKind.Failed, FilePath.FromText("x"), $"cannot read {n}"))];
        Command done = Run(
            (_, _) => new CopyResult { Outcome = CopyOutcome.Failed, Problems = problems, ProblemCount = 30, EntriesFailed = 30 }, "--quiet");

        Assert.Equal((1, string.Empty), (done.ExitCode, done.Output));
        Assert.Equal(21, done.Error.Count(character => character == '\n'));
        Assert.Contains("cannot read 19\n", done.Error, StringComparison.Ordinal);
        Assert.Contains("30 problems", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_hostile_name_cannot_write_to_the_terminal()
    {
        var problem = new CopyProblem(CopyProblemKind.Failed, FilePath.FromText("x"), "cannot read \u001b[2Jx\ny");
        Command done = Run((_, _) => throw new CopyException(CopyOutcome.Failed, problem));
        Assert.Equal("landspeed: cannot read \\x1B[2Jx y\n", done.Error);
    }

    [Theory]
    [InlineData(2, 130)]
    [InlineData(15, 143)]
    public void A_signal_says_how_to_carry_on(int signal, int code)
    {
        var command = new CommandUnderTest
        {
            Copier = new FakeCopier { Copies = (_, _) => throw new OperationCanceledException() },
        };
        command.Signals.Send(signal);

        Command done = command.Run("copy", "--verify", _scratch.File("a"), _scratch.File("b b"));

        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.Equal(
            $"landspeed: stopped by a signal; what is done is kept; continue with: landspeed copy --verify {_scratch.File("a")} " +
            $"'{_scratch.File("b b")}'\n",
            done.Error);
    }

    [Fact]
    public void Checksums_have_standard_output_for_themselves()
    {
        Command done = Run(WithDigest(Md5OfContent), "--checksum", "md5");

        Assert.Equal(new Command(0, $"{Md5OfContent}  b\n", "copy done\n"), done);
    }

    [Fact]
    public void The_checksums_of_a_file_that_needed_nothing_are_read_from_it()
    {
        File.WriteAllText(_scratch.File("b"), "content");
        Command done = Run(
            (task, _) =>
            {
                task.Options.Events!.Report(new CopyEvent(CopyAction.UpToDate, task.Source!, 7));
                return new CopyResult { Outcome = CopyOutcome.Done, FilesUpToDate = 1 };
            },
            "--checksum", "md5", "--quiet");

        Assert.Equal(new Command(0, $"{Md5OfContent}  b\n", string.Empty), done);
    }

    [Fact]
    public void A_manifest_is_ordered_and_md5sum_reads_it()
    {
        Directory.CreateDirectory(_scratch.File("b"));
        File.WriteAllText(_scratch.File("b/one"), "content");
        File.WriteAllText(_scratch.File("b/two"), "content");
        var command = new CommandUnderTest
        {
            Copier = new FakeCopier
            {
                Copies = (task, _) =>
                {
                    task.Options.Events!.Report(Copied("two", Md5OfContent));
                    task.Options.Events!.Report(new CopyEvent(CopyAction.HardLinkMade, FilePath.FromText("one"), 0));
                    return new CopyResult { Outcome = CopyOutcome.Done, FilesCopied = 2 };
                },
            },
        };

        Command done = command.Run(
            "copy", _scratch.File("tree"), _scratch.File("b"), "--checksum", "md5", "--manifest", _scratch.File("m"));

        Assert.Equal(new Command(0, "copy done\n", string.Empty), done);
        Assert.Equal($"{Md5OfContent}  one\n{Md5OfContent}  two\n", File.ReadAllText(_scratch.File("m")));
        Assert.Equal("one: OK\ntwo: OK\n", Command.Shell($"cd '{_scratch.File("b")}' && md5sum -c --strict ../m"));
    }

    [Fact]
    public void A_manifest_alone_asks_for_SHA256()
    {
        var command = new CommandUnderTest();
        command.Run("copy", _scratch.File("a"), _scratch.File("b"), "--manifest", _scratch.File("m"));
        Assert.Equal([DigestAlgorithm.Sha256], command.Copier.Task!.Options.Digests);
    }

    [Fact]
    public void An_older_manifest_survives_a_copy_that_was_stopped()
    {
        File.WriteAllText(_scratch.File("m"), "older");
        Run((_, _) => throw new OperationCanceledException(), "--manifest", _scratch.File("m"));
        Assert.Equal("older", File.ReadAllText(_scratch.File("m")));
    }

    [Fact]
    public void Events_are_lines_of_JSON_while_the_copy_runs()
    {
        string during = string.Empty;
        Run(
            (task, _) =>
            {
                task.Options.Events!.Report(Copied("x\n", "00") with { Problem = new CopyProblem(CopyProblemKind.NotPreserved, FilePath.FromText("x\n"), "no owner") });
                during = File.ReadAllText(_scratch.File("e"));
                return new CopyResult { Outcome = CopyOutcome.Done };
            },
            "--events", _scratch.File("e"));

        Assert.EndsWith("\n", during, StringComparison.Ordinal);
        using JsonDocument line = JsonDocument.Parse(Assert.Single(during.TrimEnd('\n').Split('\n')));
        JsonElement happened = line.RootElement;
        Assert.Equal("copied", happened.GetProperty("action").GetString());
        Assert.Equal("x\\x0A", happened.GetProperty("path").GetString());
        Assert.Equal("direct", happened.GetProperty("strategy").GetString());
        Assert.Equal("not_preserved", happened.GetProperty("problem").GetProperty("kind").GetString());
    }

    [Fact]
    public void A_dry_run_of_a_tree_tells_what_would_be_done()
    {
        var command = new CommandUnderTest
        {
            Copier = new FakeCopier
            {
                Copies = (task, _) =>
                {
                    Assert.True(task.IsDryRun);
                    task.Options.Events!.Report(new CopyEvent(CopyAction.DirectoryMade, FilePath.FromText("d"), 0));
                    task.Options.Events!.Report(Copied("d/x", "00"));
                    task.Options.Events!.Report(new CopyEvent(CopyAction.Removed, FilePath.FromText("old"), 0));
                    return new CopyResult { Outcome = CopyOutcome.Done };
                },
            },
        };

        Command done = command.Run("copy", _scratch.File("tree"), _scratch.File("b"), "--delete", "--dry-run");

        Assert.Equal(
            new Command(0, "make directory    d\ncopy              d/x  7 B\nremove            old\ncopy done\n", string.Empty), done);
    }

    [Theory]
    [InlineData("copy SRC (7 B) to TGT, which is new", 0, null)]
    [InlineData("refuse, the target exists: SRC (7 B) to TGT, 5 B", 3, "older")]
    [InlineData("replace: SRC (7 B) to TGT, 5 B", 0, "older", "--replace", "always")]
    [InlineData("replace, the target is older: SRC", 0, "older", "--update")]
    public void A_dry_run_of_a_file_says_what_happens_to_what_is_there(string text, int code, string? there, params string[] words)
    {
        if (there is not null)
        {
            File.WriteAllText(_scratch.File("b"), there);
            File.SetLastWriteTimeUtc(_scratch.File("b"), DateTime.UnixEpoch);
        }

        var command = new CommandUnderTest();
        Command done = command.Run(["copy", _scratch.File("a"), _scratch.File("b"), "--dry-run", .. words]);

        string expected = text.Replace("SRC", _scratch.File("a"), StringComparison.Ordinal).Replace("TGT", _scratch.File("b"), StringComparison.Ordinal);
        Assert.StartsWith(expected, done.Output, StringComparison.Ordinal);
        Assert.Equal((code, null), (done.ExitCode, command.Copier.Task));
    }

    [Theory]
    [InlineData("refuse, the target exists: ", 3)]
    [InlineData("leave, same length and time: ", 0, "--update")]
    [InlineData("replace: ", 0, "--replace", "always")]
    public void A_dry_run_ends_as_the_copy_over_an_equal_file_does(string text, int code, params string[] words)
    {
        (string source, string target) = (_scratch.File("a"), _scratch.File("b"));
        Command.Shell($"cp -p '{source}' '{target}'");

        Command planned = LandspeedProcess.Run(["copy", source, target, "--dry-run", .. words]);
        Command done = LandspeedProcess.Run(["copy", source, target, .. words]);

        Assert.StartsWith(text, planned.Output, StringComparison.Ordinal);
        Assert.Equal((code, code), (planned.ExitCode, done.ExitCode));
    }

    [Fact]
    public void A_verified_copy_says_which_files_it_has_not_read()
    {
        (string source, string target) = (_scratch.File("tree"), _scratch.File("copy"));
        Directory.CreateDirectory(source);
        File.WriteAllText(Path.Combine(source, "x"), "as it was");
        string[] words = ["copy", source, target, "--verify", "--replace", "older"];

        string first = LandspeedProcess.Run(words).Output;
        string second = LandspeedProcess.Run(words).Output;
        File.WriteAllText(Path.Combine(source, "y"), "new");
        string third = LandspeedProcess.Run(words).Output;

        Assert.Matches("^copied 1 file, .* verified\n", first);
        Assert.DoesNotContain("not verified", first, StringComparison.Ordinal);
        Assert.Matches("^up to date: 1 file .*not verified\n", second);
        Assert.Contains("1 file up to date, not verified", third, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(
        true, "removed  d/.x.landspeed-part  2 KiB\nremoved 1 file (2 KiB) left by interrupted copies below DIR\n")]
    [InlineData(false, "left     d/.x.landspeed-part  2 KiB\n1 file (2 KiB) left by interrupted copies below DIR; nothing was touched: --dry-run only lists\n", "--dry-run")]
    [InlineData(true, "", "--quiet")]
    public void Clean_names_what_copies_left_and_removes_it_unless_it_only_lists(bool removes, string output, params string[] words)
    {
        var command = new CommandUnderTest { Copier = new FakeCopier { Left = [new Leftover(FilePath.FromText("d/.x.landspeed-part"), 2048)] } };

        Command done = command.Run(["copy", "--clean", _scratch.Path, .. words]);
        Command named = command.Run(["copy", _scratch.Path, "--clean", .. words]);

        Assert.Equal(done, named);
        Assert.Equal(new Command(0, output.Replace("DIR", _scratch.Path, StringComparison.Ordinal), string.Empty), done);
        Assert.Equal(removes, command.Copier.RemovedLeft);
    }

    [Theory]
    [InlineData(CopyProblemKind.Skipped, 0)]
    [InlineData(CopyProblemKind.Failed, 1)]
    public void Clean_tells_what_stays_and_fails_only_where_it_should_have_gone(CopyProblemKind kind, int code)
    {
        var problem = new CopyProblem(kind, FilePath.FromText("x"), "x is in use by a running copy");
        var command = new CommandUnderTest { Copier = new FakeCopier { Left = [new Leftover(problem.Path, 0, problem)] } };

        Command done = command.Run("copy", "--clean", _scratch.Path);

        Assert.Equal(
            new Command(
                code,
                $"removed nothing left by interrupted copies below {_scratch.Path}; 1 file stays\n",
                "landspeed: stays: x is in use by a running copy\n"),
            done);
    }

    private static CopyResult Done(CopyTask task, IProgress<CopyProgress>? progress) => new() { Outcome = CopyOutcome.Done };

    private static CopyEvent Copied(string name, string digest) => new(CopyAction.Copied, FilePath.FromText(name), 7)
    {
        Decision = new CopyDecision(CopyStrategy.Direct, IoMode.Direct, IoMode.Direct, "it is large"),
        Digests = [digest],
    };

    private static Func<CopyTask, IProgress<CopyProgress>?, CopyResult> WithDigest(string digest) => (task, _) =>
    {
        task.Options.Events!.Report(Copied(task.Source!.Text, digest));
        return new CopyResult { Outcome = CopyOutcome.Done, FilesCopied = 1 };
    };

    private Command Run(Func<CopyTask, IProgress<CopyProgress>?, CopyResult> copies, params string[] words)
    {
        var command = new CommandUnderTest { Copier = new FakeCopier { Copies = copies } };
        return command.Run(["copy", .. words.Where(word => word.Length > 0), _scratch.File("a"), _scratch.File("b")]);
    }
}
