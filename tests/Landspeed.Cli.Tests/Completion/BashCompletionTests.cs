using System.Text;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Completion;

/// <summary>bash, without anything else.</summary>
public class BashCompletionTests : EditedLineConformance
{
    private protected override string Shell => "bash";

    /// <summary>Lines of the file that the shell reads first; they make the script known.</summary>
    private protected virtual string Setup() => $"source {ScriptFile()}";

    // Readline, without a terminal: Ctrl-X i inserts all that is offered, Ctrl-X a hands the line over.
    private protected override IReadOnlyList<Answer> Ask(IReadOnlyList<string> lines)
    {
        string answers = Scratch.File("answers");
        string keys = Scratch.File("keys");
        string setup = Scratch.File("setup");
        File.WriteAllText(answers, string.Empty);
        File.WriteAllText(keys, string.Concat(lines.Select(line => $"{line}\u0018i\u0018a")) + "exit\n");
        File.WriteAllText(setup, $$"""
            PS1=
            unset HISTFILE
            cd '{{Place}}'
            bind 'set bell-style none'
            bind 'set enable-bracketed-paste off'
            bind '"\C-xi": insert-completions'
            answer() { printf '%s\0' "$READLINE_LINE" >> '{{answers}}'; READLINE_LINE= READLINE_POINT=0; }
            bind -x '"\C-xa": answer'
            {{Setup()}}

            """);
        Command.Shell($"setsid bash --noprofile --rcfile '{setup}' -i < '{keys}' > /dev/null 2>&1");
        return [.. File.ReadAllText(answers).Split('\0')[..^1].Zip(lines, (answer, line) => new Answer(Offered(answer, line), answer))];
    }

    private static string[] Offered(string answer, string line)
    {
        int start = line.LastIndexOf(' ') + 1;
        return answer == line ? [] : Unquoted(answer[start..]);
    }

    private static string[] Unquoted(string text)
    {
        List<string> words = [];
        var word = new StringBuilder();
        for (int index = 0; index < text.Length; index++)
        {
            if (text[index] == ' ')
            {
                words.Add(word.ToString());
                word.Clear();
            }
            else
            {
                index += text[index] == '\\' ? 1 : 0;
                word.Append(text[index]);
            }
        }

        return [.. words, .. word.Length > 0 ? [word.ToString()] : Array.Empty<string>()];
    }
}

/// <summary>bash with bash-completion, which finds the script by its name when it is first needed.</summary>
public sealed class InstalledBashCompletionTests : BashCompletionTests
{
    private const string Package = "/usr/share/bash-completion/bash_completion";

    private protected override string Setup()
    {
        Capability.Require("the package bash-completion", File.Exists(Package));
        Directory.CreateDirectory(Scratch.File("user/completions"));
        string script = ScriptFile("user/completions/landspeed");
        foreach (string program in new[] { "iospeed", "ubcopy", "asynccopy", "ioexamples", "fileio", "fragdisk" })
        {
            File.CreateSymbolicLink(Path.Combine(Path.GetDirectoryName(script)!, program), "landspeed");
        }

        return $"BASH_COMPLETION_USER_DIR='{Scratch.File("user")}'; source {Package}";
    }
}

/// <summary>bash whose readline does not cut words at = and :, as some people set it.</summary>
public sealed class UncutBashCompletionTests : BashCompletionTests
{
    private protected override string Setup() => $"{base.Setup()}\nCOMP_WORDBREAKS=${{COMP_WORDBREAKS//[=:]}}";
}

/// <summary>bash as some people set it: other separators, and errors that end the shell.</summary>
public sealed class StrictBashCompletionTests : BashCompletionTests
{
    private protected override string Setup() => $"{base.Setup()}\nIFS=,\nset -eu\nshopt -s failglob";
}
