using System.Text.RegularExpressions;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>The compiler refuses a public member without a doc comment (CS1591), as long as nobody tells it not to.</summary>
public static partial class DocumentationRule
{
    private const string Remedy = "remove the switch and write the missing doc comments";

    /// <summary>Switches that silence the compiler.</summary>
    /// <param name="file">The file's name in messages.</param>
    /// <param name="text">Text of a project, of a props or .editorconfig file, or of C#.</param>
    public static IEnumerable<Violation> Check(string file, string text) =>
        from Match match in Silencers().Matches(text)
        select new Violation(file, $"'{match.Value.Trim()}' silences missing documentation", Remedy);

    [GeneratedRegex(
        """
        <GenerateDocumentationFile>\s*false|<DocumentationFile>\s*</|<NoWarn>[^<]*1591|
        <WarningsNotAsErrors>[^<]*1591|CS1591\.severity\s*=\s*(?!error)\w+|\#pragma[ ]+warning[ ]+disable[^\n]*1591
        """,
        RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Silencers();
}
