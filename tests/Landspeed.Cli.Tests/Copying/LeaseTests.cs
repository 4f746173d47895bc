using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>Files on which another process holds a lease, as a Samba server does for its clients.</summary>
public class LeaseTests
{
    // Holds a lease on the file $2, and gives it back half a second after somebody asks for it.
    private const string Holder = """
        perl -e 'use Fcntl; open(F, "+<", $ARGV[0]) or die;
          $SIG{IO} = sub { select undef, undef, undef, 0.5; fcntl(F, 1024, 2) };
          fcntl(F, 1024, 1) or die "no lease: $!"; open(H, ">", "$ARGV[0].held"); sleep 60 while 1' "$2" & holder=$!
        until [ -e "$2.held" ]; do kill -0 $holder || exit 99; sleep 0.01; done; rm "$2.held"
        """;

    [Theory]
    [InlineData("copy \"$1/source\" \"$1/target\"")]
    [InlineData("copy \"$1/source\" \"$1/target\" --verify --strategy buffered")]
    [InlineData("copy \"$1/source/a\" \"$1/target\"")]
    [InlineData("copy \"$1/source/a\" - --quiet >\"$1/target\"")]
    [InlineData("measure \"$1/source/a\" --read --time 50ms")]
    public void A_file_is_read_when_its_lease_was_given_back(string words)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir source && head -c 3M /dev/urandom >source/a && echo b >source/b");

        Command done = LandspeedProcess.Shell(
            $"{Holder}\n\"$0\" {words}\ncode=$?; kill $holder; exit $code", scratch.Path, scratch.File("source/a"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        if (words.StartsWith("copy", StringComparison.Ordinal))
        {
            Command.Shell(
                $"cd '{scratch.Path}' && if [ -d target ]; then diff -r source target; else cmp source/a target; fi");
        }
    }
}
