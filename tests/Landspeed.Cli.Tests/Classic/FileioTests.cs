using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Classic;

public class FileioTests
{
    [Theory]
    [InlineData("test.dat")]
    [InlineData("$(printf '\\376')")]
    public void In_a_directory_whose_name_is_no_text_a_file_is_named_as_everywhere(string file)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Shell(
            "cd \"$1\" && d=$(printf 'x\\377') && mkdir \"$d\" && cd \"$d\" && "
                + $"\"$0\" fileio -P \"{file}\" -Fc -k 16kb > ../csv; code=$?; rm -r ../x*; exit $code",
            scratch.Path);

        Assert.True(done.ExitCode == 0, done.Error);
        Assert.NotEmpty(File.ReadAllLines(scratch.File("csv")));
    }
}
