using System.Globalization;
using System.Text;
using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Completion;

/// <summary>Completion for bash, with or without the package bash-completion.</summary>
/// <remarks>Names of files are completed by readline itself, which knows best how to quote them.</remarks>
internal static class BashScript
{
    private const string Walk = """
        # Sets words to those before the cursor's, current to the latter as far as the cursor, and lead to that part of it which
        # readline takes for words of their own, because it cuts at = and : as well.
        _landspeed_split()
        {
            local rest=${COMP_LINE:0:COMP_POINT} piece trimmed index
            for ((index = 0; index <= COMP_CWORD; index++)); do
                piece=${COMP_WORDS[index]}
                trimmed=${rest#"${rest%%[![:space:]]*}"}
                if ((index > 0)) && [[ $trimmed != "$rest" ]]; then
                    words+=("$current")
                    current=
                fi
                lead=$current
                if ((index == COMP_CWORD)); then
                    piece=$trimmed
                    [[ $piece && $piece != *[!=:]* ]] && lead+=$piece
                fi
                current+=$piece
                rest=${trimmed#"$piece"}
            done
        }

        # Offers those of the choices behind FRONT that begin as the word does.
        _landspeed_offer()
        {
            local choice
            for choice in "${choices[@]/#/"$1"}"; do
                [[ $choice == "$current"* ]] && COMPREPLY+=("${choice#"$lead"}")
            done
            if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]]; then compopt -o nospace; fi
        }

        # Offers names of files or directories. Readline does it where the value is a word to it, and knows how to quote them.
        _landspeed_names()
        {
            local names name word
            if [[ $lead == "$1" ]]; then
                if [[ $kind == file ]]; then compopt -o default; else compopt -o dirnames; fi
            else
                mapfile -t names < <(compgen -A "$kind" -- "$2")
                choices=()
                for name in "${names[@]}"; do
                    printf -v word %q "$name"
                    [[ -d $name ]] && word+=/
                    choices+=("$word")
                done
                _landspeed_offer "$1"
            fi
        }

        # Offers the values of the kind that was found; FRONT is the part of the word before the value.
        _landspeed_values()
        {
            local value=${current#"$1"} named choice left=()
            case $kind in
            file|directory) _landspeed_names "$1" "$value" ;;
            word|bare) _landspeed_offer "$1" ;;
            words)
                named=${value%"${value##*,}"}
                for choice in "${choices[@]}"; do
                    [[ ,$named != *,"$choice",* ]] && left+=("$choice")
                done
                choices=("${left[@]}")
                _landspeed_offer "$1$named"
                compopt -o nospace
                ;;
            esac
        }

        # With IFS of its own, and no command that fails: in a shell with set -e that would end the shell.
        _landspeed()
        {
            local IFS=$' \t\n' words=() current= lead= verb= operands=() ends= option= redirected= kind= choices=() word
            COMPREPLY=()
            _landspeed_split
            _landspeed_program "${words[0]##*/}"
            for word in "${words[@]:1}"; do
                if [[ $option || $redirected ]]; then
                    option= redirected=
                elif [[ $word == *[\<\>] ]]; then
                    redirected=1
                elif [[ $ends ]]; then
                    operands+=("$word")
                elif [[ $word == -- ]]; then
                    ends=1
                elif [[ $word == -?* ]]; then
                    _landspeed_option "$verb" "$word"
                    [[ $kind && $kind != bare ]] && option=$word
                elif _landspeed_verbs "$verb" && [[ " ${choices[*]} " == *" $word "* ]]; then
                    verb+=${verb:+ }$word
                else
                    operands+=("$word")
                fi
            done

            if [[ $redirected || $current == *[\<\>]* ]]; then
                compopt -o default
            elif [[ $option ]]; then
                _landspeed_option "$verb" "$option"
                _landspeed_values ''
            elif [[ ! $ends && $current == --*=* ]]; then
                _landspeed_option "$verb" "${current%%=*}"
                _landspeed_values "${current%%=*}="
            elif [[ ! $ends && $current == -* ]]; then
                _landspeed_options "$verb"
                _landspeed_offer ''
            elif _landspeed_verbs "$verb"; then
                if [[ ${#operands[@]} -eq 0 ]]; then _landspeed_offer ''; fi
            else
                _landspeed_operand "$verb" "${#operands[@]}"
                if [[ $kind != verb ]]; then
                    _landspeed_values ''
                elif _landspeed_verbs "${operands[*]}"; then
                    _landspeed_offer ''
                fi
            fi
        }

        """;

    /// <summary>The script.</summary>
    internal static string Of(Verb root)
    {
        IReadOnlyList<CompletedVerb> verbs = CompletedVerb.Of(root);
        var script = new StringBuilder("# Completion of landspeed for bash, made by: landspeed completion bash\n\n");
        Table(script, "_landspeed_program", "Sets verb to the one that a program is.", [.. verbs.Where(one => one.IsProgram)], one => "verb=$1");
        Table(
            script, "_landspeed_verbs", "Sets choices to the verbs below VERB; fails when there are none.",
            [.. verbs.Where(one => one.Verb.Verbs.Count > 0)], one => Choices(one.Verb.Verbs.Select(verb => verb.Name)), "return 1");
        Table(script, "_landspeed_options", "Sets choices to the options of VERB.", verbs, one => Choices(one.Options.SelectMany(Listed)));
        Table(script, "_landspeed_option", "Sets kind and choices to what the value of VERB's OPTION can be.", verbs, Values, first: "kind= choices=()");
        Table(
            script, "_landspeed_operand", "Sets kind and choices to what VERB's operand INDEX can be.",
            [.. verbs.Where(one => one.Operands.Count > 0)], Operands, first: "kind= choices=()");
        return script.Append(Walk.ReplaceLineEndings("\n"))
            .Append(CultureInfo.InvariantCulture, $"\ncomplete -F _landspeed {CompletedVerb.Programs(root)}\n").ToString();
    }

    private static void Table(
        StringBuilder script, string name, string purpose, IReadOnlyList<CompletedVerb> verbs, Func<CompletedVerb, string> line,
        string otherwise = ":", string first = "")
    {
        script.Append(CultureInfo.InvariantCulture, $"# {purpose}\n{name}()\n{{\n");
        script.Append(first.Length > 0 ? $"    {first}\n" : string.Empty).Append("    case $1 in\n");
        foreach (CompletedVerb one in verbs)
        {
            script.Append(CultureInfo.InvariantCulture, $"    {ShellWord.Of(one.Path)}) {line(one)} ;;\n");
        }

        script.Append(CultureInfo.InvariantCulture, $"    *) {otherwise} ;;\n    esac\n}}\n\n");
    }

    private static IEnumerable<string> Listed(VerbOption option) =>
        option is { BareValue: not null, IsLong: true } ? [option.Name, $"{option.Name}="] : option.Names;

    private static string Values(CompletedVerb verb)
    {
        var cases = new StringBuilder("case $2 in\n");
        foreach (VerbOption option in verb.Options.Where(option => option.Value is not null && (option.IsLong || option.BareValue is null)))
        {
            string set = Set(option.Value!, option.BareValue is not null);
            cases.Append(CultureInfo.InvariantCulture, $"        {string.Join('|', option.Names.Select(ShellWord.Of))}) {set} ;;\n");
        }

        return cases.Append("        esac").ToString();
    }

    private static string Operands(CompletedVerb verb)
    {
        var cases = new StringBuilder("case $2 in\n");
        foreach ((int index, ValueForm value) in verb.Operands.Index())
        {
            string number = value.IsRepeated || value.Kind == ValueKind.Verb ? "*" : index.ToString(CultureInfo.InvariantCulture);
            cases.Append(CultureInfo.InvariantCulture, $"        {number}) {Set(value, isBare: false)} ;;\n");
        }

        return cases.Append("        esac").ToString();
    }

    private static string Set(ValueForm value, bool isBare) => value.Kind switch
    {
        ValueKind.Word => $"kind={(isBare ? "bare" : "word")} {Words(value)}",
        ValueKind.Words => $"kind=words {Words(value)}",
        ValueKind.File or ValueKind.Path => "kind=file",
        ValueKind.Directory => "kind=directory",
        ValueKind.Verb => "kind=verb",
        _ => "kind=other",
    };

    private static string Words(ValueForm value) => Choices(value.List!.Words.Select(word => word.Text));

    private static string Choices(IEnumerable<string> words) => $"choices=({ShellWord.Join(words)})";
}
