using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Svg;

/// <summary>Colours and dash patterns of charts.</summary>
internal static class ChartStyle
{
    /// <summary>Size of all text but the heading, pixels.</summary>
    public const double FontSize = 12;

    /// <summary>Size of the heading, pixels.</summary>
    public const double TitleSize = 16;

    /// <summary>Colours of curves; looks that are so many apart share one.</summary>
    public const int Colors = 8;

    // Long, short and combined dashes: distinct without colour too.
    private static readonly string[] s_dashes =
        ["", "8 4", "2 3", "12 3 2 3", "5 3", "10 3 2 3 2 3", "16 4", "4 3 1 3"];

    /// <summary>
    /// The style sheet, for a file of its own as well as for a page: rules name plain colours, not custom properties,
    /// because programs other than browsers show the files too, and paper is always light.
    /// </summary>
    /// <remarks>
    /// Each colour of a curve has a contrast of 4.5 or more against its background; the dash patterns distinguish curves
    /// for who does not see the hue.
    /// </remarks>
    public static string Sheet { get; } = """
        .chart{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif}
        .chart text{fill:#3d454d}
        .chart .title{font-size:16px;font-weight:600;fill:#15191d}
        .chart .end{text-anchor:end}
        .chart .middle{text-anchor:middle}
        .chart{background:#fff}
        .chart .paper{fill:#fff}
        .chart .grid{stroke:#e1e5e9}
        .chart .axis{stroke:#76808a}
        .chart .leader{stroke:#9aa3ac;fill:none}
        .chart .ink{color:#3d454d}
        .chart .band{fill:currentColor;fill-opacity:.14}
        .chart .span{stroke:currentColor;stroke-opacity:.4;stroke-width:5}
        .chart .line{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linejoin:round}
        .chart .bar{fill:currentColor;fill-opacity:.5;stroke:currentColor}
        .chart .whisker{stroke:currentColor;stroke-opacity:.6;stroke-width:1.5}
        .chart .range{stroke:currentColor;stroke-width:1.75;fill:none}
        .chart .full{fill:currentColor;stroke:currentColor}
        .chart .hollow{fill:#fff;stroke:currentColor;stroke-width:1.5}
        .chart .cross{fill:none;stroke:currentColor;stroke-width:1.75}
        .chart .spot{fill:none;stroke:currentColor;stroke-width:1.25}
        .c0{color:#0b62a8}.c1{color:#b54708}.c2{color:#00755a}.c3{color:#a02c72}
        .c4{color:#7a5a00}.c5{color:#5a49b8}.c6{color:#4a5560}.c7{color:#00727d}
        @media screen and (prefers-color-scheme:dark){
        .chart{background:#14181c}
        .chart text{fill:#bcc4cc}
        .chart .title{fill:#eceff2}
        .chart .paper{fill:#14181c}
        .chart .grid{stroke:#2b3238}
        .chart .axis{stroke:#838d97}
        .chart .leader{stroke:#6b757f}
        .chart .ink{color:#bcc4cc}
        .chart .hollow{fill:#14181c}
        .c0{color:#6db3f2}.c1{color:#f08a4b}.c2{color:#3fc79a}.c3{color:#ea86bf}
        .c4{color:#d9b13b}.c5{color:#a99cf5}.c6{color:#aab4be}.c7{color:#4fc3d0}
        }

        """.ReplaceLineEndings("\n");

    /// <summary>The class with the colour of a curve.</summary>
    public static string Color(int look) => $"c{Format.Count(look % Colors)}";

    /// <summary>The dash pattern of a curve; after eight curves each colour gets the next pattern.</summary>
    public static string Dash(int look) => s_dashes[(look + (look / Colors)) % s_dashes.Length];
}
