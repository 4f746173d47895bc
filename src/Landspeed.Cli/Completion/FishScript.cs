using System.Globalization;
using System.Text;
using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Completion;

/// <summary>Completion for fish, with descriptions.</summary>
internal sealed class FishScript
{
    private const string Walk = """
        # Whether the cursor is at VERB, and at its operand INDEX if one is given.
        function __landspeed_at
            set -l words (commandline -opc)
            set -l verb
            set -l operands 0
            set -l skips 0
            set -l ends 0
            set -l program (string replace -r -- '^.*/' '' $words[1])
            __landspeed_is_program $program; and set verb $program
            for word in $words[2..]
                if test $skips = 1
                    set skips 0
                else if test $ends = 0; and test "$word" = --
                    set ends 1
                else if test $ends = 0; and string match -q -- '-?*' $word
                    __landspeed_takes_value "$verb" $word; and set skips 1
                else if __landspeed_is_verb "$verb" $word
                    set verb (string trim -- "$verb $word")
                else
                    set operands (math $operands + 1)
                end
            end
            test "$verb" = "$argv[1]"; or return 1
            set -q argv[2]; or return 0
            test $ends = 0; and string match -q -- '-*' (commandline -ct); and return 1
            test $operands = $argv[2]
        end

        # The word at the cursor, less the option before it.
        function __landspeed_value
            commandline -ct | string replace -r -- '^--[^=]*=' ''
        end

        # The words of a list that are not named yet, behind those that are.
        function __landspeed_list
            set -l named (string match -r -- '^.*,' (__landspeed_value))
            for word in $argv
                set -l name (string split -m 1 \t -- $word)[1]
                string match -q -- "*,$name,*" ",$named"; or echo -- "$named$word"
            end
        end

        # The verbs that help can be asked about behind those that are named.
        function __landspeed_named
            set -l verbs (string match -v -- '-*' (commandline -opc)[3..])
            __landspeed_verbs "$verbs"
        end


        """;

    private readonly StringBuilder _script = new("# Completion of landspeed for fish, made by: landspeed completion fish\n\n");
    private readonly IReadOnlyList<CompletedVerb> _verbs;

    private FishScript(Verb root)
    {
        _verbs = CompletedVerb.Of(root);
    }

    /// <summary>The script.</summary>
    internal static string Of(Verb root)
    {
        var script = new FishScript(root);
        script.Tables(root);
        script._script.Append(Walk.ReplaceLineEndings("\n"));
        foreach (string program in CompletedVerb.Programs(root).Split(' '))
        {
            script.Line($"complete -c {program} -f");
        }

        script._verbs.ToList().ForEach(script.Add);
        return script._script.ToString();
    }

    private void Tables(Verb root)
    {
        Line("function __landspeed_is_program");
        Line($"    contains -- \"$argv[1]\" {CompletedVerb.Programs(root)[(root.Name.Length + 1)..]}");
        Line("end\n");
        Line("function __landspeed_is_verb");
        Line($"    contains -- (string trim -- \"$argv\") {string.Join(' ', _verbs.Skip(1).Select(verb => Quoted(verb.Path)))}");
        Line("end\n");
        Line("# The verbs below VERB, each with what it does.\nfunction __landspeed_verbs\n    switch $argv[1]");
        foreach (CompletedVerb verb in _verbs.Where(verb => verb.Verb.Verbs.Count > 0))
        {
            Line($"        case {Quoted(verb.Path)}");
            Line($"            printf '%s\\t%s\\n' {string.Join(' ', verb.Verb.Verbs.Select(inner => $"{inner.Name} {Quoted(inner.Job)}"))}");
        }

        Line("    end\nend\n");
        Line("# Whether the word behind an OPTION of VERB is its value.\nfunction __landspeed_takes_value\n    switch $argv[1]");
        foreach (CompletedVerb verb in _verbs)
        {
            string[] names = [.. verb.Options.Where(option => option is { Value: not null, BareValue: null }).SelectMany(option => option.Names)];
            Line(names.Length == 0 ? null : $"        case {Quoted(verb.Path)}\n            contains -- $argv[2] {string.Join(' ', names)}");
        }

        Line("        case '*'\n            false\n    end\nend\n");
    }

    private void Add(CompletedVerb verb)
    {
        string commands = string.Concat(Commands(verb).Select(name => $" -c {name}"));
        string start = $"complete{commands} -n {Quoted($"__landspeed_at {Quoted(verb.Path)}")}";
        Line(verb.Verb.Verbs.Count == 0 ? null
            : $"complete{commands} -n {Quoted($"__landspeed_at {Quoted(verb.Path)} 0")} -a {Quoted($"(__landspeed_verbs {Quoted(verb.Path)})")}");
        foreach (VerbOption option in verb.Options)
        {
            option.Names.ToList().ForEach(name => Line($"{start} {Name(name)}{Value(option)} -d {Quoted(option.Meaning)}"));
        }

        foreach ((int index, ValueForm value) in verb.Operands.Index())
        {
            string at = value.IsRepeated || value.Kind == ValueKind.Verb ? string.Empty : string.Create(CultureInfo.InvariantCulture, $" {index}");
            Line(Offered(value) is not { } offered ? null
                : $"complete{commands} -n {Quoted($"__landspeed_at {Quoted(verb.Path)}{at}")} {offered}");
        }
    }

    private string[] Commands(CompletedVerb verb) => verb.IsProgram ? [_verbs[0].Verb.Name, verb.Verb.Name] : [_verbs[0].Verb.Name];

    private static string Name(string name) => name switch
    {
        ['-', '-', ..] => $"-l {name[2..]}",
        { Length: 2 } => $"-s {name[1..]}",
        _ => $"-o {name[1..]}",
    };

    // A value that may be left out is never the next word.
    private static string Value(VerbOption option) =>
        option.Value is not { } value ? string.Empty
        : $"{(option.BareValue is null ? " -r" : string.Empty)} {Offered(value) ?? "-f"}";

    private static string? Offered(ValueForm value) => value.Kind switch
    {
        ValueKind.File or ValueKind.Path => "-F",
        ValueKind.Directory => "-f -a '(__fish_complete_directories (__landspeed_value))'",
        ValueKind.Verb => "-f -a '(__landspeed_named)'",
        ValueKind.Word => $"-f -a {Quoted(Words(value))}",
        ValueKind.Words => $"-f -a {Quoted($"(__landspeed_list {Words(value)})")}",
        _ => null,
    };

    private static string Words(ValueForm value) => string.Join(' ', value.List!.Words.Select(word =>
        $"{Quoted(word.Text)}{(word.Note is null ? string.Empty : $"\\t{Quoted(word.Note)}")}"));

    private void Line(string? line) => _script.Append(line).Append(line is null ? string.Empty : "\n");

    // Words of letters, digits and dashes need no quotes, and are easier to read without.
    private static string Quoted(string text) => text.Length > 0 && text.All(character => char.IsAsciiLetterOrDigit(character) || character is '-' or '.')
        ? text
        : $"'{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal)}'";
}
