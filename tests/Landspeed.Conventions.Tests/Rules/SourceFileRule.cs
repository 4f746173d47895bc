using System.Text.RegularExpressions;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// Folder = namespace, file = type: a file of src/ declares one type, called like the file up to its first dot, in the
/// namespace that its path spells. Types nested in another belong to it. Program.cs may hold statements only.
/// </summary>
public static partial class SourceFileRule
{
    /// <summary>The broken places of one file.</summary>
    /// <param name="path">Path below src/, with forward slashes, for example <c>Landspeed/Engine/IIoEngine.cs</c>.</param>
    /// <param name="text">Its text.</param>
    public static IEnumerable<Violation> Check(string path, string text)
    {
        string code = Noise().Replace(text, match => new string('\n', match.Value.Count(letter => letter == '\n')));
        string[] types = [.. Types().Matches(code).Select(match => match.Groups["name"].Value).Distinct()];
        string name = Path.GetFileName(path).Split('.')[0];
        if (types.Length == 0 && name == "Program")
        {
            yield break;
        }

        if (types.Length != 1 || types[0] != name)
        {
            yield return new Violation(
                $"src/{path}",
                $"it declares {(types.Length == 0 ? "no type" : string.Join(", ", types))}, expected {name} alone",
                "give each type a file of its own name; an aspect of a partial type is called Type.Aspect.cs");
        }

        string expected = string.Join('.', path.Split('/')[..^1]);
        string actual = Namespace().Match(code).Groups["name"].Value;
        if (actual != expected)
        {
            yield return new Violation(
                $"src/{path}",
                $"its namespace is '{actual}', its folder spells '{expected}'",
                "move the file or correct the namespace");
        }
    }

    // Comments and string literals; after file-scoped namespaces a top-level type starts in the first column.
    [GeneratedRegex(
        """"
        /\*.*?\*/|//[^\n]*|\$*"""+.*?"""+|\$?@\$?"(?:[^"]|"")*"|\$?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'
        """",
        RegexOptions.Singleline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Noise();

    [GeneratedRegex(
        """
        ^(?:(?:public|internal|file|static|sealed|abstract|partial|readonly|ref|unsafe)[ ]+)*
        (?:record[ ]+class|record[ ]+struct|record|class|struct|interface|enum|delegate[ ]+[\w.<>\[\]?, *]+?)
        [ ]+(?<name>\w+)[ ]*(?=[\s<({:;]|$)
        """,
        RegexOptions.Multiline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Types();

    [GeneratedRegex(@"^namespace\s+(?<name>[\w.]+)\s*;", RegexOptions.Multiline)]
    private static partial Regex Namespace();
}
