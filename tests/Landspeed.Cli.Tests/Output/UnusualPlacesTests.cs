using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

/// <summary>Directories whose names are no text, and paths that are longer than a call takes.</summary>
public sealed class UnusualPlacesTests : IDisposable
{
    private const string MakeDeep =
        "mkdir $ARGV[0]; chdir $ARGV[0]; for (1..25) { $n = '0' x 200; mkdir $n or die; chdir $n or die } "
        + "for (qw(file other)) { open(F, '>', $_) or die; print F \"deep\\n\"; close F }";

    private readonly ScratchDirectory _scratch = new();

    // .NET counts the length of a path, too.
    public void Dispose()
    {
        Command.Shell($"rm -rf '{_scratch.Path}'/*");
        _scratch.Dispose();
    }

    [Fact]
    public void In_a_directory_whose_name_is_no_text_names_are_found_and_made()
    {
        Command done = LandspeedProcess.Shell(
            """
            place="$1/$(printf 'no\377text')" && mkdir "$place" && cd "$place" && mkdir tree results
            head -c 3M /dev/urandom > tree/file
            run() { "$0" "$@" > out 2> err || { echo "$*: $? $(cat err)"; exit 1; } }
            run copy tree copied --quiet --events events --json copied.json --manifest list
            run copy tree copied --quiet --events /dev/fd/9 9> appended
            run verify list --directory copied --json verified.json --quiet
            run copy tree/file single --quiet --csv made.csv
            ln -s copied.json linked.json && run copy tree again --quiet --json linked.json
            run report copied.json --html page.html
            run report .
            cp copied.json results && run report results
            echo "landspeed extents tree/file" > list.txt && run campaign list.txt --dry-run
            run campaign list.txt --out done --settle 0 --quiet
            run ioexamples example 100
            for file in events copied.json verified.json made.csv page.html done/result.json; do
                [ -s $file ] || echo "no $file"
            done
            ls | grep landspeed-
            [ -L linked.json ] || echo "the link is gone"
            """,
            _scratch.Path);

        Assert.Equal((string.Empty, string.Empty), (done.Output, done.Error));
    }

    [Fact]
    public void A_tree_that_is_deeper_than_a_call_takes_is_verified_as_it_was_copied()
    {
        Assert.Equal(0, Command.Run("perl", ["-e", MakeDeep, _scratch.File("s")]).ExitCode);

        Command copied = LandspeedProcess.Run(
            "copy", _scratch.File("s"), _scratch.File("t"), "--manifest", _scratch.File("list"), "--quiet");
        Command verified = LandspeedProcess.Run(
            "verify", _scratch.File("list"), "--directory", _scratch.File("t"), "--extra");

        Assert.Equal(new Command(0, string.Empty, string.Empty), copied);
        Assert.Equal((0, string.Empty), (verified.ExitCode, verified.Error));
        Assert.StartsWith("2 files OK", verified.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_lies_deeper_than_a_call_takes_is_copied_by_its_path()
    {
        Assert.Equal(0, Command.Run("perl", ["-e", MakeDeep, _scratch.File("s")]).ExitCode);
        string name = new('0', 200);
        string deep = string.Join('/', Enumerable.Repeat(name, 25));

        Command there = LandspeedProcess.Run(
            "copy", _scratch.File($"s/{deep}/file"), _scratch.File($"s/{deep}/new"), "--quiet");
        Command back = LandspeedProcess.Run(
            "copy", _scratch.File($"s/{deep}/new"), _scratch.File("back"), "--verify", "--quiet");
        Command missing = LandspeedProcess.Run(
            "copy", _scratch.File($"s/{deep}/{deep}/file"), _scratch.File("no"), "--quiet");

        Assert.Equal(new Command(0, string.Empty, string.Empty), there);
        Assert.Equal(new Command(0, string.Empty, string.Empty), back);
        Assert.Equal("deep\n", File.ReadAllText(_scratch.File("back")));
        Assert.Equal(1, missing.ExitCode);
        Assert.EndsWith("no such file or directory (ENOENT)\n", missing.Error, StringComparison.Ordinal);
    }
}
