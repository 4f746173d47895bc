using Landspeed.Testing;

namespace Landspeed.Reporting.Tests.Html;

/// <summary>Pictures of every page that is opened here stay in <c>artifacts/pages/</c>, to be looked at.</summary>
[Trait(Tier.Key, Tier.Browser)]
public class KindPagesInBrowserTests(ITestOutputHelper output)
{
    private static readonly int[] s_widths = [1280, 400];
    private static readonly string[] s_schemes = ["light", "dark"];

    [Theory]
    [InlineData("styles", 1)]
    [InlineData("apis", 4)]
    [InlineData("process", 3)]
    [InlineData("modes", 0)]
    [InlineData("hints", 4)]
    [InlineData("create", 0)]
    [InlineData("records-validate", 0)]
    [InlineData("read-device", 2)]
    [InlineData("repeat-5", 2)]
    [InlineData("write-durable", 2)]
    [InlineData("copy-tree-problems", 1)]
    [InlineData("verify-problems", 0)]
    [InlineData("extents-tree", 3)]
    [InlineData("extents-file", 4)]
    [InlineData("run-lengths", 2)]
    [InlineData("report-several", 4)]
    [InlineData("history", 2)]
    [InlineData("paper", 7)]
    [InlineData("compare-one", 1)]
    [InlineData("compare-sweeps", 4)]
    public async Task A_page_is_whole_by_itself_and_nothing_overlaps(string name, int charts)
    {
        await using Chromium browser = await Chromium.Start();
        using var scratch = new ScratchDirectory();
        string file = scratch.File($"{name}.html");
        File.WriteAllText(file, Samples.Text("html", Samples.Of(name)));
        foreach (int width in s_widths)
        {
            foreach (string scheme in s_schemes)
            {
                BrowserPage page = await BrowserPage.Open(browser, file, width, scheme);
                await page.Screenshot(PageArtifacts.Name(output, $"kind-{name}-{width}-{scheme}.png"));

                Assert.Equal(charts, (await page.Strings(PageChecks.Charts)).Length);
                Assert.Empty(await page.Strings(PageChecks.Blocks));
                Assert.Empty(await page.Strings(PageChecks.Labels));
                Assert.Empty(await page.Strings(PageChecks.SmallPrint));
                Assert.Empty(await page.Strings(PageChecks.Overflow));
                await page.Strings(PageChecks.Open);
                Assert.Empty(await page.Strings(PageChecks.Blocks));
                Assert.Empty(await page.Strings(PageChecks.Labels));
                Assert.Empty(await page.Strings(PageChecks.Overflow));
                Assert.Empty(page.Complaints);
                Assert.Equal([new Uri(file).AbsoluteUri], page.Requests);
            }
        }
    }
}
