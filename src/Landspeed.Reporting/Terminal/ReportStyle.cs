using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Terminal;

/// <summary>How text for people is laid out.</summary>
public sealed record ReportStyle
{
    /// <summary>Narrowest width that tables are laid out for, 40.</summary>
    public const int NarrowestWidth = 40;

    /// <summary>Eighty columns without colour; right for pipes and files.</summary>
    public static ReportStyle Plain { get; } = new();

    /// <summary>Columns, 40 or more (less is taken as 40); default 80.</summary>
    public int Width { get; init; } = 80;

    /// <summary>Whether what was done is explained at length: the strategies of a copy and their reasons; default no.</summary>
    public bool IsExplained { get; init; }

    /// <summary>Whether the evidence behind the answer is shown, too; default no.</summary>
    public bool IsDetailed { get; init; }

    /// <summary>
    /// The unit of CPU cost in tables. Default null: ns, and tables of cost alone are details. The only property that pages and Markdown regard, too.
    /// </summary>
    public CostUnit? Cost { get; init; }

    /// <summary>
    /// The columns of CSV by the names of <see cref="Reports.Columns"/>, in this order. Default null: all. Other
    /// formats ignore it.
    /// </summary>
    public IReadOnlyList<string>? Columns { get; init; }

    /// <summary>Colour; default none.</summary>
    public ReportColor Color { get; init; } = ReportColor.None;

    /// <summary>
    /// The style of standard output: plain if it is not a terminal; otherwise as wide as that, and coloured unless the
    /// environment has a <c>NO_COLOR</c> that is not empty, or a <c>TERM</c> of <c>dumb</c>.
    /// </summary>
    public static ReportStyle OfStandardOutput()
    {
        if (Console.IsOutputRedirected)
        {
            return Plain;
        }

        bool plain = !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            || Environment.GetEnvironmentVariable("TERM") == "dumb";
        return new ReportStyle
        {
            Width = TerminalWidth(),
            Color = plain ? ReportColor.None : ReportColor.Ansi,
        };
    }

    private static int TerminalWidth()
    {
        try
        {
            // Some terminals, serial ones for example, do not know their width and say 0.
            return Console.WindowWidth > 0 ? Console.WindowWidth : Plain.Width;
        }
        catch (IOException)
        {
            return Plain.Width;
        }
    }
}

/// <summary>Whether text for people is coloured.</summary>
public enum ReportColor
{
    /// <summary>No escape sequence at all: for pipes, files, and <c>NO_COLOR</c>.</summary>
    None,

    /// <summary>ANSI escape sequences, the sixteen colours that every terminal has.</summary>
    Ansi,
}
