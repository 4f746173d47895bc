using System.Runtime.CompilerServices;

namespace Landspeed.Reporting.Tests.Docs;

/// <summary>The part of a page between two marks, which is made from the code.</summary>
internal static class GeneratedPart
{
    private const string Begin =
        "<!-- generated from the records and the catalogue; LANDSPEED_UPDATE_GOLDEN=1 rewrites it -->\n";

    private const string End = "<!-- end of the generated part -->\n";

    /// <summary>Asserts that the page is up to date, or writes it if golden files are updated.</summary>
    /// <param name="page">Path below the root of the repository.</param>
    /// <param name="expected">What the code says.</param>
    public static void Check(string page, string expected)
    {
        string file = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Here())!, "../../..", page));
        string text = File.ReadAllText(file);
        int begin = text.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        int end = text.IndexOf(End, StringComparison.Ordinal);
        Assert.True(begin >= Begin.Length && end >= begin, $"{file} has lost the marks around its generated part");
        if (Environment.GetEnvironmentVariable("LANDSPEED_UPDATE_GOLDEN") == "1")
        {
            File.WriteAllText(file, text[..begin] + expected + text[end..]);
            return;
        }

        Assert.Equal(expected, text[begin..end]);
    }

    private static string Here([CallerFilePath] string path = "") => path;
}
