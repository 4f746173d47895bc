using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Completion;

/// <summary>zsh, which loads the script as a function when it is first needed.</summary>
public class ZshCompletionTests : EditedLineConformance
{
    private protected override string Shell => "zsh";

    private protected override bool OffersOptionsForNothing => true;

    /// <summary>Lines of the file that the shell reads first; they make the script known.</summary>
    private protected virtual string Setup()
    {
        Directory.CreateDirectory(Scratch.File("site-functions"));
        ScriptFile("site-functions/_landspeed");
        return $"fpath=('{Scratch.File("site-functions")}' $fpath); {Initialise}";
    }

    private protected const string Initialise = "autoload -Uz compinit; compinit -u -D";

    // The line editor wants a terminal, and zsh has one to give. What is offered goes through compadd.
    private protected override IReadOnlyList<Answer> Ask(IReadOnlyList<string> lines)
    {
        string answers = Scratch.File("answers");
        string questions = Scratch.File("questions");
        File.WriteAllText(answers, string.Empty);
        File.WriteAllText(questions, string.Concat(lines.Select(line => $"{line}\0")));
        File.WriteAllText(Scratch.File(".zshrc"), $$"""
            PS1=
            {{Setup()}}
            cd '{{Place}}'
            compadd() {
              if (( ! ${argv[(I)-[OAD]]} )); then
                local -a offered
                builtin compadd -O offered "$@"
                all+=("${offered[@]}")
              fi
              builtin compadd "$@"
            }
            answer() {
              local line
              while IFS= read -r -d '' line; do
                all=() BUFFER=$line CURSOR=$#line
                zle complete-word
                print -rn -- "$BUFFER"$'\1'"${(pj:\1:)all}"$'\0' >> '{{answers}}'
              done < '{{questions}}'
              kill -KILL $$
            }
            typeset -ga all
            zle -N zle-line-init answer

            """);
        string terminal = $"zmodload zsh/zpty; zpty shell \"ZDOTDIR='{Scratch.Path}' TERM=xterm zsh -d -i\"; while zpty -r shell line; do :; done";
        Command.Run("zsh", ["-f", "-c", terminal]);
        return
        [
            .. File.ReadAllText(answers).Split('\0')[..^1].Select(answer => answer.Split('\u0001')).Select(parts => new Answer(
                [.. parts[1..].Where(word => word.Length > 0).Select(word => word.Replace("\\", string.Empty, StringComparison.Ordinal))], parts[0])),
        ];
    }
}

/// <summary>zsh that read the script as it reads any other.</summary>
public sealed class SourcedZshCompletionTests : ZshCompletionTests
{
    private protected override string Setup() => $"{Initialise}; source '{ScriptFile()}'";
}
