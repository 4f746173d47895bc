using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Completion;

/// <summary>Shells that also say what the line became.</summary>
public abstract class EditedLineConformance : CompletionConformance
{
    [Fact]
    public void A_name_with_special_characters_is_one_word_of_the_line()
    {
        Capability.RequireProgram(Shell);
        string[] lines = [.. Names.Select(name => $"landspeed copy {name[0]}"), .. Names.Select(name => $"landspeed copy --json={name[0]}")];

        // The shell itself says which words they are.
        string words = string.Join('\n', Ask(lines).Select(answer => answer.Line));
        Command done = Command.Run(Shell, ["-c", $"landspeed() {{ printf '<%s>' \"$@\"; echo; }}\n{words}"]);

        Assert.Equal(
            [.. Names.Select(name => $"<copy><{name}>"), .. Names.Select(name => $"<copy><--json={name}>")],
            done.Output.Replace("/>", ">", StringComparison.Ordinal).Split('\n')[..^1]);
    }
}
