using Landspeed.Cli.Classic;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Classic;

/// <summary>Messages of the classic programs name only what these accept.</summary>
public class OptionNamesTests
{
    [Theory]
    [InlineData("fragdisk", "--delete-to 96 is not less than --fill 95", "-k 96 is not less than -f 95")]
    [InlineData("fragdisk", "use --hole-size 64K", "use landspeed fragment --hole-size 64K")]
    [InlineData("fragdisk", "holes (--hole-size 64K).", "holes (landspeed fragment --hole-size 64K).")]
    [InlineData("fragdisk", "raise --time-limit (10m) or give --undo", "raise --time-limit (10m) or give --undo")]
    [InlineData("fragdisk", "landspeed fragment --clean DIR removes it", "landspeed fragment --clean DIR removes it")]
    [InlineData("ubcopy", "--json lists the first thousand", "landspeed copy --json lists the first thousand")]
    [InlineData("iospeed", "reduce --request-size, --queue-depth or --threads", "reduce -b, -a or --threads")]
    [InlineData("fileio", "repeat with --repeat 5", "repeat with --repeat 5")]
    [InlineData("fileio", "cannot open a/--size: no such file", "cannot open a/--size: no such file")]
    public void A_text_names_the_options_of_the_program(string program, string text, string rephrased) =>
        Assert.Equal(rephrased, new OptionNames(ClassicProgram.Find(program)!).In(text));

    [Fact]
    public void An_error_names_the_options_of_the_program()
    {
        Command done = new CommandUnderTest().Run("fragdisk", "-f50", "-k60", "/no/such/directory");

        Assert.DoesNotContain("--delete-to", done.Error, StringComparison.Ordinal);
    }
}
