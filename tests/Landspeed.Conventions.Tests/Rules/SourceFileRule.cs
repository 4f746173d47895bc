using System.Text.RegularExpressions;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// Folder = namespace. A file of src/ declares a type called like the file up to its first dot, in the namespace that its
/// path spells. Small types that belong to it (enums, records, a type with one user) may stand beside it; types nested in
/// another belong to that one. Program.cs may hold statements only. Public types of the library are in one of the two
/// namespaces of its users instead.
/// </summary>
public static partial class SourceFileRule
{
    /// <summary>Lines that a further type may have, from its declaration to its end, comments and blank lines left out.</summary>
    public const int SmallTypeLines = 40;

    // Where users of the library look.
    private static readonly string[] s_spacesOfUsers = ["Landspeed", "Landspeed.Copying"];

    /// <summary>The broken places of one file.</summary>
    /// <param name="path">Path below src/, with forward slashes, for example <c>Landspeed/Engine/IIoEngine.cs</c>.</param>
    /// <param name="text">Its text.</param>
    public static IEnumerable<Violation> Check(string path, string text)
    {
        string code = Code(text);
        (string Name, int Lines)[] types =
            [.. Types().Matches(code).Select(match => (match.Groups["name"].Value, Lines(code[match.Index..])))];
        string name = Path.GetFileName(path).Split('.')[0];
        if (types.Length == 0 && name == "Program")
        {
            yield break;
        }

        if (!types.Any(type => type.Name == name))
        {
            string[] names = [.. types.Select(type => type.Name).Distinct()];
            yield return new Violation(
                $"src/{path}",
                $"it declares {(names.Length == 0 ? "no type" : string.Join(", ", names))}, expected {name}",
                "name the file after its main type; an aspect of a partial type is called Type.Aspect.cs");
        }

        foreach ((string other, int lines) in types.Where(type => type.Name != name && type.Lines > SmallTypeLines))
        {
            yield return new Violation(
                $"src/{path}",
                $"beside {name} it declares {other} of {lines} lines, and only types of at most {SmallTypeLines} may live in another's file",
                $"move {other} into a file of its own, {other}.cs");
        }

        string expected = FolderOf(path);
        string actual = Namespace().Match(code).Groups["name"].Value;
        bool isForUsers = path.StartsWith("Landspeed/", StringComparison.Ordinal) && IsForUsers(code, name);
        if (isForUsers && !s_spacesOfUsers.Contains(actual))
        {
            yield return new Violation(
                $"src/{path}",
                $"users of the library would need the namespace '{actual}' for {name}",
                $"use {string.Join(" or ", s_spacesOfUsers)}, or make the type internal");
        }
        else if (!isForUsers && actual != expected)
        {
            yield return new Violation(
                $"src/{path}",
                $"its namespace is '{actual}', its folder spells '{expected}'",
                "move the file or correct the namespace");
        }
    }

    /// <summary>The folder of a file, spelt as a namespace.</summary>
    /// <param name="path">Path below src/, with forward slashes.</param>
    public static string FolderOf(string path) => string.Join('.', path.Split('/')[..^1]);

    /// <summary>The full names of the types that a file declares.</summary>
    /// <param name="text">Its text.</param>
    public static IEnumerable<string> TypesOf(string text)
    {
        string code = Code(text);
        string space = Namespace().Match(code).Groups["name"].Value;
        return Types().Matches(code).Select(match => $"{space}.{match.Groups["name"].Value}");
    }

    private static bool IsForUsers(string code, string name) =>
        Types().Matches(code).Any(type =>
            type.Groups["name"].Value == name && type.Value.StartsWith("public ", StringComparison.Ordinal));

    private static string Code(string text) =>
        Noise().Replace(text, match => new string('\n', match.Value.Count(letter => letter == '\n')));

    // A type without a body ends with the first ';', one with a body with the first '}' in the first column.
    private static int Lines(string declaration)
    {
        string[] lines = declaration.Split('\n');
        int body = Array.FindIndex(lines, line => line.StartsWith('{') || line.TrimEnd().EndsWith('{'));
        int end = Array.FindIndex(lines, line => line.TrimEnd().EndsWith(';'));
        if (body >= 0 && (end < 0 || body < end))
        {
            end = Array.FindIndex(lines, line => line.StartsWith('}'));
        }

        return lines.Take(end < 0 ? lines.Length : end + 1).Count(line => !string.IsNullOrWhiteSpace(line));
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
