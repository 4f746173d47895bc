namespace Landspeed.Cli.Output;

/// <summary>Forms in which a result can be had.</summary>
internal enum ResultFormat
{
    /// <summary>For people.</summary>
    Table,

    /// <summary>The versioned document.</summary>
    Json,

    /// <summary>A header line and one line per run.</summary>
    Csv,

    /// <summary>fio's JSON dialect.</summary>
    Fio,

    /// <summary>The interval log of HdrHistogram.</summary>
    Hdr,

    /// <summary>One self-contained page with charts.</summary>
    Html,

    /// <summary>For a wiki, an issue, or a chat.</summary>
    Markdown,

    /// <summary>One line of comma separated values, as <c>iospeed -q</c> prints it.</summary>
    QuietLine,
}
