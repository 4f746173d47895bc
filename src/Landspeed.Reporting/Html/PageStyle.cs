namespace Landspeed.Reporting.Html;

/// <summary>How the page looks: system fonts, light or dark as the reader prefers, light on paper.</summary>
internal static class PageStyle
{
    /// <summary>
    /// The style sheet of all but the charts. Holds no <c>&lt;</c> or <c>&amp;</c>, so that it needs no escape.
    /// </summary>
    public static string Sheet { get; } = """
        :root{color-scheme:light dark;--paper:#fff;--ink:#1d2227;--quiet:#59636d;--rule:#d5dade;--soft:#f4f6f7;
        --best:#00664e;--doubt:#9a3c00;--alert:#fff4e5;--alert-rule:#c76a00}
        @media screen and (prefers-color-scheme:dark){:root{--paper:#14181c;--ink:#dfe4e8;--quiet:#9aa4ae;
        --rule:#333b43;--soft:#1c2227;--best:#5fd0a8;--doubt:#f2a06a;--alert:#2b2115;--alert-rule:#d08a3a}}
        @media print{:root{color-scheme:light}}
        *{box-sizing:border-box}
        html{background:var(--paper);-webkit-text-size-adjust:100%;text-size-adjust:100%}
        body{margin:0 auto;max-width:1280px;padding:24px 32px 48px;color:var(--ink);background:var(--paper);
        font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif;
        overflow-wrap:anywhere}
        h1{font-size:24px;line-height:1.25;margin:0 0 6px;font-weight:650}
        h2{font-size:18px;line-height:1.3;margin:40px 0 10px;font-weight:650}
        h3{font-size:16px;line-height:1.3;margin:28px 0 8px;font-weight:650}
        p{margin:0 0 10px;max-width:760px}
        nav{margin:18px 0 0}
        a{color:inherit;text-decoration-color:var(--quiet)}
        section{margin:48px 0 0;padding:4px 0 0;border-top:2px solid var(--rule)}
        section h2{margin-top:16px}
        ul,ol{margin:0;padding-left:22px;max-width:760px}
        li{margin:0 0 6px}
        .place,.about{color:var(--quiet);margin:0}
        .place{max-width:none}
        .about{font-size:13px;margin:0 0 10px}
        .alert{margin:18px 0 0;padding:10px 14px;max-width:760px;background:var(--alert);
        border-left:4px solid var(--alert-rule)}
        .alert p:last-child{margin:0}
        .alert ul{margin:0}
        .headline{max-width:none;margin:10px 0 0}
        .headline strong{font-size:17px}
        details{margin:0 0 10px}
        summary{cursor:pointer;max-width:760px}
        summary h2,summary h3{display:inline}
        details:has(h2,h3){margin:28px 0 0}
        details:has(h2,h3)[open] summary{margin:0 0 10px}
        figure{margin:28px 0 0}
        figure+.about{margin-top:14px}
        .chart{display:block;width:100%;height:auto}
        .wide{max-width:1060px}
        .narrow{display:none}
        .scroll{position:relative;width:fit-content;max-width:100%;overflow-x:auto;
        border-top:1px solid var(--rule);border-bottom:1px solid var(--rule)}
        .scroll:focus-visible{outline:2px solid var(--quiet);outline-offset:2px}
        table{border-collapse:collapse;font-size:13px;line-height:1.35;font-variant-numeric:tabular-nums;
        overflow-wrap:normal}
        caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        th,td{padding:5px 10px;text-align:right;vertical-align:top;border-top:1px solid var(--rule);white-space:nowrap}
        thead th{vertical-align:bottom;border-top:0;border-bottom:1px solid var(--rule)}
        th{font-weight:600}
        .words th,.words td,td.strip{text-align:left}
        td.long{white-space:normal;min-width:15em}
        th:first-child{text-align:left;position:sticky;left:0;background:var(--paper)}
        tbody tr:nth-child(even) td,tbody tr:nth-child(even) th{background:var(--soft)}
        .after{margin-top:12px}
        td small{display:block;color:var(--quiet);font-size:12px}
        td .verdict{display:inline;margin-right:8px}
        .doubt{color:var(--doubt)}
        td small.doubt{color:var(--doubt)}
        td.best{font-weight:650;color:var(--best)}
        td.best small{font-weight:400}
        td.none{color:var(--quiet)}
        .chart.key{background:none}
        .key{width:34px;height:10px;margin:0 6px 0 0;display:inline-block;vertical-align:middle}
        .cells thead .key{display:block;margin:0 0 2px auto}
        dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 20px;margin:0;font-size:14px}
        dt{color:var(--quiet)}
        dd{margin:0}
        footer{margin-top:40px;padding-top:10px;border-top:1px solid var(--rule);color:var(--quiet);font-size:13px}
        @media screen and (max-width:759px){
        body{padding:16px 16px 32px}
        .chart.wide{display:none}
        .chart.narrow{display:block;width:100%;max-width:480px}
        th,td{padding:5px 8px}
        dl{grid-template-columns:minmax(0,1fr);gap:0}
        dd{margin-bottom:8px}
        }
        @media print{
        body{max-width:none;padding:0;font-size:10pt}
        h2,h3{break-after:avoid}
        nav{display:none}
        details::details-content{content-visibility:visible;display:block;block-size:auto}
        summary{list-style:none}
        figure,.alert,li,tr,dl{break-inside:avoid}
        thead{display:table-header-group}
        .scroll{overflow:visible;border:0}
        table{font-size:7.5pt;width:100%}
        td small{font-size:6.5pt;white-space:normal}
        td .verdict{display:block;margin:0}
        th,td{padding:2px 4px}
        .cells thead th{white-space:normal}
        th:first-child{position:static}
        .alert{border:1px solid var(--alert-rule)}
        }

        """.ReplaceLineEndings("\n");

    /// <summary>What claims need besides; the same rules hold for it.</summary>
    public static string Claims { get; } = """
        .claims{list-style:none;counter-reset:claim;margin:0;padding:0;max-width:none;display:grid;
        grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:16px}
        .claim{counter-increment:claim;margin:0;padding:14px 18px;background:var(--soft);border:1px solid var(--rule);
        border-top:4px solid var(--quiet)}
        .claim:last-child:nth-child(odd){grid-column:1/-1}
        .claim.good{border-top-color:var(--best)}
        .claim.bad{border-top-color:var(--doubt)}
        .outcome{margin:0;font-weight:650;color:var(--quiet);text-transform:uppercase;letter-spacing:.05em;font-size:13px}
        .outcome::before{content:counter(claim) ". "}
        .good .outcome{color:var(--best)}
        .bad .outcome{color:var(--doubt)}
        .statement{margin:2px 0 10px;font-size:17px;line-height:1.35;font-weight:600}
        .claim dl{font-size:13px;gap:4px 14px}
        @media screen and (max-width:759px){.claim{padding:12px 14px}.claim dd{margin-bottom:4px}}
        @media print{.claims{display:block}.claim{margin:0 0 8pt;background:none;break-inside:avoid}.statement{font-size:11pt}
        .claim dl{font-size:8.5pt}}

        """.ReplaceLineEndings("\n");
}
