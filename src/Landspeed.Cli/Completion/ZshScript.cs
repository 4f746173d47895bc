using System.Globalization;
using System.Text;
using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Completion;

/// <summary>Completion for zsh: a function for <c>_arguments</c> for each verb, with descriptions.</summary>
internal sealed class ZshScript
{
    private readonly StringBuilder _functions = new();
    private readonly Dictionary<string, string> _lists = [];

    private ZshScript()
    {
    }

    /// <summary>The script: an autoloaded function, which can be sourced as well.</summary>
    internal static string Of(Verb root)
    {
        var script = new ZshScript();
        IReadOnlyList<CompletedVerb> verbs = CompletedVerb.Of(root);
        foreach (CompletedVerb verb in verbs)
        {
            script.Add(verb);
        }

        script.AddNamed(verbs);
        string programs = CompletedVerb.Programs(root);
        return string.Create(CultureInfo.InvariantCulture, $"""
            #compdef {programs}
            # Completion of landspeed for zsh, made by: landspeed completion zsh

            {script._functions}if [[ $funcstack[1] == _landspeed ]]; then
              _landspeed "$@"
            else
              compdef _landspeed {programs}
            fi

            """).ReplaceLineEndings("\n");
    }

    private void Add(CompletedVerb verb)
    {
        string[] specifications =
        [
            .. verb.Options.SelectMany(Specifications),
            .. verb.Verb.Verbs.Count > 0 ? ["(-)1:VERB:->verb", "(-)*::word:->rest"] : verb.Operands.Select(Operand),
        ];
        string arguments = string.Join(" \\\n    ", specifications.Select(ShellWord.Of));
        string name = Function(verb.Path);
        if (verb.Verb.Verbs.Count == 0)
        {
            _functions.Append(CultureInfo.InvariantCulture, $"{name}() {{\n  _arguments -S : \\\n    {arguments}\n}}\n\n");
            return;
        }

        string rest = string.Concat(verb.Verb.Verbs.Select(inner =>
            $"        {inner.Name}) {Function($"{verb.Path} {inner.Name}")} && ret=0 ;;\n"));
        _functions.Append($$"""
            {{name}}() {
              local curcontext=$curcontext context state state_descr line ret=1
              typeset -A opt_args
            {{Service(verb)}}  _arguments -C -S : \
                {{arguments}} && ret=0
              case $state in
                verb) {{Described("VERB", Names(verb.Verb))}} && ret=0 ;;
                rest)
                  case $line[1] in
            {{rest}}      esac
                  ;;
              esac
              return ret
            }


            """.ReplaceLineEndings("\n"));
    }

    // A program of old is started by its own name, too.
    private static string Service(CompletedVerb verb) => verb.Path.Length > 0 ? string.Empty
        : $"""
          case $service in
            {string.Join('|', verb.Verb.Verbs.Where(inner => inner.HasOwnGrammar).Select(inner => inner.Name))}) _landspeed_$service; return ;;
          esac

        """.ReplaceLineEndings("\n");

    // The operand of help: a verb of the command, and the one below it.
    private void AddNamed(IReadOnlyList<CompletedVerb> verbs)
    {
        _functions.Append("_landspeed_named() {\n  case \"${(j: :)${(@)words[2,CURRENT-1]:#-*}}\" in\n");
        foreach (CompletedVerb verb in verbs.Where(verb => verb.Verb.Verbs.Count > 0))
        {
            _functions.Append(CultureInfo.InvariantCulture, $"    {ShellWord.Of(verb.Path)}) {Described("VERB", Names(verb.Verb))} ;;\n");
        }

        _functions.Append("  esac\n}\n\n");
    }

    private IEnumerable<string> Specifications(VerbOption option)
    {
        string description = $"[{Escaped(option.Meaning, "[]\\")}]";
        foreach (string name in option.Names)
        {
            string front = option.IsRepeatable ? "*" : option.Alias is null ? string.Empty : $"({string.Join(' ', option.Names)})";
            bool isLong = name.StartsWith("--", StringComparison.Ordinal);
            yield return $"{front}{name}" + option switch
            {
                { Value: null } => description,
                { BareValue: not null } => $"{(isLong ? "=-" : "-")}{description}::{Value(option.Value)}",
                _ => $"{(isLong ? "=" : "+")}{description}:{Value(option.Value)}",
            };
        }
    }

    private string Operand(ValueForm value, int index) => value.IsRepeated || value.Kind == ValueKind.Verb
        ? $"*:{Value(value)}"
        : string.Create(CultureInfo.InvariantCulture, $"{index + 1}:{Value(value)}");

    // What stands for the value, and what offers it; a space offers nothing, and one before a function passes it no arguments.
    private string Value(ValueForm value) => $"{Escaped(value.Name, ":\\")}:" + value.Kind switch
    {
        ValueKind.File or ValueKind.Path => "_files",
        ValueKind.Directory => "_files -/",
        ValueKind.Verb => " _landspeed_named",
        ValueKind.Word => $" {Lister(Described(value.Name, value.List!.Words.Select(word => (word.Text, word.Note))))}",
        ValueKind.Words => $" {Lister($"_values -s , {value.Name} {ShellWord.Join(value.List!.Words.Select(Listed))}")}",
        _ => " ",
    };

    private static string Listed(ListedWord word) =>
        Escaped(word.Text, "[]:\\") + (word.Note is null ? string.Empty : $"[{Escaped(word.Note, "[]\\")}]");

    // The same list is wanted by many options.
    private string Lister(string body)
    {
        if (!_lists.TryGetValue(body, out string? name))
        {
            name = string.Create(CultureInfo.InvariantCulture, $"_landspeed_list_{_lists.Count + 1}");
            _lists.Add(body, name);
            _functions.Append(CultureInfo.InvariantCulture, $"{name}() {{\n  {body}\n}}\n\n");
        }

        return name;
    }

    private static IEnumerable<(string Name, string? Note)> Names(Verb verb) => verb.Verbs.Select(inner => (inner.Name, (string?)inner.Job));

    private static string Described(string what, IEnumerable<(string Name, string? Note)> words) =>
        $"local -a words_=({ShellWord.Join(words.Select(word =>
            Escaped(word.Name, ":\\") + (word.Note is null ? string.Empty : $":{Escaped(word.Note, "\\")}")))}); _describe -t values {what} words_";

    private static string Escaped(string text, string special) =>
        string.Concat(text.Select(character => special.Contains(character) ? $"\\{character}" : character.ToString()));

    private static string Function(string path) => $"_landspeed {path.Trim()}".TrimEnd().Replace(' ', '_');
}
