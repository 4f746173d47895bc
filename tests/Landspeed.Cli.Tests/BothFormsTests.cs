using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>
/// The native executable, which all other tests start, and what the runtime starts: both say and leave the same.
/// </summary>
public sealed class BothFormsTests
{
    private const string KilledCopy =
        """
        head -c 24M /dev/zero | tr '\0' x > a
        ("$0" copy a b --limit 8MB --quiet; echo $? > code) &
        until ls -A | grep -q part; do sleep 0.02; done
        pkill -TERM -P $! -x 'landspeed|Landspeed.Cli'; wait
        cat code; "$0" copy a b --quiet; cmp a b
        """;

    private const string Tree =
        """
        mkdir -p s/d; seq 9 > s/d/f; ln s/d/f s/g; ln -s f s/d/l; seq 500000 > s/h
        "$0" copy s t --verify --quiet; "$0" copy s t --update --quiet; ls -RA t
        """;

    private const string Verification =
        """
        seq 100000 > a; "$0" copy a b --verify --manifest sums --checksum sha256 --quiet
        "$0" verify sums --quiet; echo $?; echo x >> b; "$0" verify sums --quiet
        """;

    private const string Records =
        """
        "$0" records generate 1000 r --quiet > out; sha256sum r
        "$0" records validate r --quiet > out; echo $?
        """;

    private const string Measurement =
        """
        "$0" measure a --size 1M --time 50ms --quiet --json r.json > out
        grep -c '"throughput_bytes_per_s"' r.json
        """;

    [Theory]
    [InlineData("\"$0\" --version")]
    [InlineData("\"$0\" --help; \"$0\" copy --help; \"$0\" help sweep")]
    [InlineData("\"$0\" frobnicate; \"$0\" measure a --size 12Q; \"$0\" copy missing b")]
    [InlineData("echo b > b; echo a > a; \"$0\" copy a b; \"$0\" copy a b --replace always --quiet; cat b")]
    [InlineData("seq 99999 | \"$0\" copy - b --quiet; \"$0\" copy b - --quiet | sha256sum")]
    [InlineData("\"$0\" create d --files 3 --lines 500 --seed 7 --quiet > out; sha256sum d/*")]
    [InlineData("\"$0\" sweep . --size 1M --dry-run | head -n 1; \"$0\" completion bash | sha256sum")]
    [InlineData(Tree)]
    [InlineData(Verification)]
    [InlineData(Records)]
    [InlineData(Measurement)]
    [InlineData(KilledCopy)]
    public void Both_forms_say_and_leave_the_same(string script)
    {
        Capability.Require("the command for the runtime", File.Exists(CommandFile.ForRuntime));

        Assert.Equal(Run(CommandFile.ForRuntime, script), Run(LandspeedProcess.Executable, script));
    }

    private static string Run(string command, string script)
    {
        using var scratch = new ScratchDirectory();
        Command done = Command.Run("/bin/sh", ["-c", $"cd '{scratch.Path}'\n{script}\nls -A", command]);
        return $"{done.ExitCode}\n{done.Output}\n{done.Error}"
            .Replace(scratch.Path, "DIRECTORY", StringComparison.Ordinal);
    }
}
