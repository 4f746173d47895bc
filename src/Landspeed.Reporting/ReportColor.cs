namespace Landspeed.Reporting;

/// <summary>Whether text for people is coloured.</summary>
public enum ReportColor
{
    /// <summary>No escape sequence at all: for pipes, files, and who asked for it with <c>NO_COLOR</c>.</summary>
    None,

    /// <summary>ANSI escape sequences, the sixteen colours that every terminal has.</summary>
    Ansi,
}
