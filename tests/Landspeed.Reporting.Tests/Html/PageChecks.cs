namespace Landspeed.Reporting.Tests.Html;

/// <summary>Scripts that a test runs in a page; each gives an array with a sentence for everything that is wrong.</summary>
internal static class PageChecks
{
    private const string Boxes = """
        const shown = e => e.getClientRects().length > 0 && e.checkVisibility();
        const box = e => e.getBoundingClientRect();
        const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
        const pairs = (all, name, found) => all.forEach((a, i) => all.slice(i + 1).forEach(b => {
            if (over(box(a), box(b))) found.push(`${name(a)} lies over ${name(b)}`); }));
        const charts = [...document.querySelectorAll('svg.chart[role=img]')].filter(shown);
        const found = [];

        """;

    /// <summary>The number of charts to be seen.</summary>
    public static string Charts { get; } = Script("charts.forEach(e => found.push(e.querySelector('title').textContent));");

    /// <summary>Charts, tables and warnings that lie over each other.</summary>
    public static string Blocks { get; } = Script(
        "const blocks = [...document.querySelectorAll('div.scroll, div.alert, h1, h2, dl, footer')].filter(shown);"
            + "pairs([...charts, ...blocks], e => "
            + "e.getAttribute('aria-label') || e.id || e.outerHTML.slice(0, 60), found);");

    /// <summary>Texts of a chart that lie over each other or leave the chart.</summary>
    public static string Labels { get; } = Script("""
        charts.forEach(chart => {
            const texts = [...chart.querySelectorAll('text')];
            pairs(texts, e => `"${e.textContent}"`, found);
            texts.forEach(e => { const t = box(e), c = box(chart);
                if (t.left < c.left - 0.5 || t.right > c.right + 0.5 || t.top < c.top - 0.5 || t.bottom > c.bottom + 0.5)
                    found.push(`"${e.textContent}" leaves its chart`); });
        });
        """);

    /// <summary>Texts of a chart too small to be read.</summary>
    public static string SmallPrint { get; } = Script("""
        charts.forEach(chart => chart.querySelectorAll('text').forEach(e => { if (box(e).height < 9.5)
            found.push(`"${e.textContent}" is ${box(e).height} px high`); }));
        """);

    /// <summary>Tables of which a part can only be seen by scrolling.</summary>
    public static string Hidden { get; } = Script("""
        document.querySelectorAll('div.scroll').forEach(e => { if (e.scrollWidth > e.clientWidth)
            found.push(`"${e.getAttribute('aria-label')}" needs ${e.scrollWidth} px of ${e.clientWidth}`); });
        """);

    /// <summary>Tables and lists that are folded away.</summary>
    public static string Folded { get; } = Script("""
        document.querySelectorAll('div.scroll, dl').forEach(e => { if (!shown(e) || box(e).height < 10)
            found.push(e.outerHTML.slice(0, 60)); });
        """);

    /// <summary>Opens everything that is folded away.</summary>
    public static string Open { get; } = Script(
        "document.querySelectorAll('details').forEach(e => { e.open = true; });");

    /// <summary>A page wider than the window.</summary>
    public static string Overflow { get; } = Script("""
        if (document.documentElement.scrollWidth > window.innerWidth)
            found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
        """);

    private static string Script(string body) => $"(() => {{ {Boxes}{body}; return found; }})()";
}
