using Landspeed.Results;
using Landspeed.Results.Extents;

namespace Landspeed.Reporting.Tests.Views;

public class ExtentsViewTests
{
    [Fact]
    public void A_file_in_one_run_is_a_ramp()
    {
        string text = Samples.Table(With(file => file with
        {
            Map = new FileMapRecord { PartBytes = 4096, Kinds = "dddddddd", PlacesBytes = [.. Enumerable.Range(0, 8).Select(part => (long?)(part * 4096))] },
        }));

        Assert.Contains("\n▁▂▃▄▅▆▇█  ", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Each_kind_has_its_sign_and_only_those_that_occur_are_explained()
    {
        string text = Samples.Table(With(file => file with
        {
            Map = new FileMapRecord { PartBytes = 4096, Kinds = "dhuci", PlacesBytes = [0, null, 4096, null, null] },
        }));

        Assert.Contains("\n▁·░?i  ", text, StringComparison.Ordinal);
        Assert.Contains("░ unwritten, · hole, ? in the page cache only, i inside metadata.", OneLine(text), StringComparison.Ordinal);
        Assert.DoesNotContain("hole", Samples.Table(With(file => file with
        {
            Map = new FileMapRecord { PartBytes = 4096, Kinds = "d", PlacesBytes = [0] },
        })).Split("Maps")[1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_letter_of_a_later_version_does_no_harm() => Assert.Contains("\n▁?", Samples.Table(With(file => file with
    {
        Map = new FileMapRecord { PartBytes = 4096, Kinds = "dz", PlacesBytes = [0, 4096] },
    })), StringComparison.Ordinal);

    [Fact]
    public void A_volume_shows_free_used_and_where_the_files_are()
    {
        ResultDocument document = Samples.Of("extents-file");
        ExtentsSection found = Section(document);
        FreeSpaceRecord volume = found.Volumes[0] with { Map = new VolumeMapRecord(1 << 20, "0159x", "00090") };

        string text = Samples.Table(With(document, found with { Volumes = [volume] }));

        Assert.Contains("\n0 B   ·▁▄#█\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_of_before_free_space_was_read_is_shown()
    {
        string json = Samples.Text("json", Samples.Of("extents-list"));
        string older = json.Replace("\"volumes\": []", "\"volumes\": null", StringComparison.Ordinal);
        Assert.NotEqual(json, older);

        Assert.Equal(Samples.Text("html", Samples.Of("extents-list")), Samples.Text("html", ResultsJson.Read(older)));
    }

    [Fact]
    public void A_result_without_its_section_says_so() => Assert.StartsWith(
        "extents   nothing was read", Samples.Table(Samples.Of("extents-file") with { Cells = [] }), StringComparison.Ordinal);

    private static ResultDocument With(Func<FileExtentsRecord, FileExtentsRecord> change)
    {
        ResultDocument document = Samples.Of("extents-file");
        ExtentsSection found = Section(document);
        return With(document, found with { ListedFiles = [change(found.ListedFiles[0])] });
    }

    private static ResultDocument With(ResultDocument document, ExtentsSection found) =>
        document with { Cells = [document.Cells[0] with { Runs = [document.Cells[0].Runs[0] with { Extents = found }] }] };

    private static ExtentsSection Section(ResultDocument document) => document.Cells[0].Runs[0].Extents!;

    private static string OneLine(string text) => string.Join(' ', text.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
}
