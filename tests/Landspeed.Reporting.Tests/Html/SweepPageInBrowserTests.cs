using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Reporting.Tests.Html;

/// <summary>Pictures of every page that is opened here stay in <c>artifacts/pages/</c>, to be looked at.</summary>
[Trait(Tier.Key, Tier.Browser)]
public class SweepPageInBrowserTests(ITestOutputHelper output)
{
    private static readonly int[] s_widths = [1280, 768, 400];
    private static readonly string[] s_schemes = ["light", "dark"];

    [Theory]
    [InlineData("quick")]
    [InlineData("partial")]
    [InlineData("hostile")]
    [InlineData("full")]
    [InlineData("empty")]
    public async Task A_page_is_whole_by_itself_and_nothing_overlaps(string name)
    {
        await using Chromium browser = await Chromium.Start();
        using var scratch = new ScratchDirectory();
        string file = scratch.File($"{name}.html");
        File.WriteAllText(file, Samples.Text("html", Sample(name)));
        foreach (int width in s_widths)
        {
            foreach (string scheme in s_schemes)
            {
                BrowserPage page = await BrowserPage.Open(browser, file, width, scheme);
                await page.Screenshot(PageArtifacts.Name(output, $"{name}-{width}-{scheme}.png"));

                Assert.Equal(
                    ["Throughput over request size", "CPU cost over request size"],
                    await page.Strings(PageChecks.Charts));
                Assert.Empty(await page.Strings(PageChecks.Blocks));
                Assert.Empty(await page.Strings(PageChecks.Labels));
                Assert.Empty(await page.Strings(PageChecks.SmallPrint));
                Assert.Empty(await page.Strings(PageChecks.Overflow));
                Assert.Empty(page.Complaints);
                Assert.Equal([new Uri(file).AbsoluteUri], page.Requests);
            }
        }
    }

    [Theory]
    [InlineData("quick")]
    [InlineData("full")]
    [InlineData("empty")]
    public async Task A_chart_alone_is_whole_by_itself_and_its_labels_do_not_overlap(string name)
    {
        await using Chromium browser = await Chromium.Start();
        using var scratch = new ScratchDirectory();
        foreach ((string chart, string svg) in Reports.Charts(Sample(name)))
        {
            string file = scratch.File($"{chart}.svg");
            File.WriteAllText(file, svg);
            foreach (string scheme in s_schemes)
            {
                BrowserPage page = await BrowserPage.Open(browser, file, 960, scheme);
                await page.Screenshot(PageArtifacts.Name(output, $"{name}-{chart}-{scheme}.png"));

                Assert.Single(await page.Strings(PageChecks.Charts));
                Assert.Empty(await page.Strings(PageChecks.Labels));
                Assert.Empty(page.Complaints);
                Assert.Equal([new Uri(file).AbsoluteUri], page.Requests);
            }
        }
    }

    [Theory]
    [InlineData("quick")]
    [InlineData("full")]
    public async Task On_paper_everything_is_light_and_nothing_is_cut(string name)
    {
        await using Chromium browser = await Chromium.Start();
        using var scratch = new ScratchDirectory();
        string file = scratch.File($"{name}.html");
        File.WriteAllText(file, Samples.Text("html", Sample(name)));

        // A4 without the browser's margins.
        BrowserPage page = await BrowserPage.Open(browser, file, 716, "dark", "print");
        await page.Print(PageArtifacts.Name(output, $"{name}.pdf"));

        Assert.Equal(["rgb(255, 255, 255)"], await page.Strings("[getComputedStyle(document.body).backgroundColor]"));
        Assert.Equal(2, (await page.Strings(PageChecks.Charts)).Length);
        Assert.Empty(await page.Strings(PageChecks.Labels));
        Assert.Empty(await page.Strings(PageChecks.Blocks));
        Assert.Empty(await page.Strings(PageChecks.Hidden));
        Assert.Empty(await page.Strings(PageChecks.Folded));
        Assert.Empty(await page.Strings(PageChecks.Overflow));
    }

    /// <summary>So that no check above can pass because it looks at nothing.</summary>
    [Fact]
    public async Task The_checks_find_what_is_wrong_with_a_bad_page()
    {
        await using Chromium browser = await Chromium.Start();
        using var scratch = new ScratchDirectory();
        string file = scratch.File("bad.html");
        File.WriteAllText(file, """
            <!DOCTYPE html><title>bad</title><script>console.warn('careful')</script>
            <img src="http://127.0.0.1:1/elsewhere.png" alt="">
            <h2 style="width:5000px;margin-bottom:-30px">wide</h2>
            <div class="scroll" style="width:50px;overflow:auto"><p style="width:90px">hidden</p></div>
            <svg class="chart" role="img" width="200" height="50" viewBox="0 0 400 100"><title>small</title>
            <text x="10" y="20" font-size="12">one</text><text x="14" y="22" font-size="12">two</text></svg>
            """);
        BrowserPage page = await BrowserPage.Open(browser, file, 400, "light");

        Assert.Equal(["small"], await page.Strings(PageChecks.Charts));
        Assert.Single(await page.Strings(PageChecks.Blocks));
        Assert.Equal(["\"one\" lies over \"two\""], await page.Strings(PageChecks.Labels));
        Assert.Equal(2, (await page.Strings(PageChecks.SmallPrint)).Length);
        Assert.Single(await page.Strings(PageChecks.Overflow));
        Assert.Single(await page.Strings(PageChecks.Hidden));
        Assert.Contains(page.Complaints, complaint => complaint.Contains("careful", StringComparison.Ordinal));
        Assert.Contains("http://127.0.0.1:1/elsewhere.png", page.Requests);
    }

    private static ResultDocument Sample(string name) => name switch
    {
        "quick" => Samples.Of("sweep-quick"),
        "partial" => Samples.Of("sweep-partial"),
        "hostile" => Samples.Of("sweep-hostile"),
        "full" => FullSweep.Document(),
        _ => Samples.Of("sweep-quick") with { Partial = true, Cells = [], Curves = [], Conclusions = [] },
    };
}
