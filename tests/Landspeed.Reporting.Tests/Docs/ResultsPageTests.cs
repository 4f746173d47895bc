using System.Runtime.CompilerServices;

namespace Landspeed.Reporting.Tests.Docs;

public class ResultsPageTests
{
    private const string Begin = "<!-- generated from the records and the catalogue; LANDSPEED_UPDATE_GOLDEN=1 rewrites it -->\n";
    private const string End = "<!-- end of the generated part -->\n";

    [Fact]
    public void The_page_on_results_lists_every_field_and_metric_as_it_is()
    {
        string file = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Here())!, "../../../docs/results.md"));
        string text = File.ReadAllText(file);
        int begin = text.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        int end = text.IndexOf(End, StringComparison.Ordinal);
        Assert.True(begin >= Begin.Length && end >= begin, $"{file} has lost the marks around its generated part");
        string expected = ResultsPage.Make();
        if (Environment.GetEnvironmentVariable("LANDSPEED_UPDATE_GOLDEN") == "1")
        {
            File.WriteAllText(file, text[..begin] + expected + text[end..]);
            return;
        }

        Assert.Equal(expected, text[begin..end]);
    }

    private static string Here([CallerFilePath] string path = "") => path;
}
