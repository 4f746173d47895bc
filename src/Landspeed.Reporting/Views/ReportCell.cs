using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>One cell of a table.</summary>
/// <param name="Text">What stands there; empty: nothing was or can be measured.</param>
/// <param name="Mark">How it looks: <see cref="Mark.Number"/> for the best of its kind, which gets a star too.</param>
internal readonly record struct ReportCell(string Text, Mark Mark = Mark.Plain)
{
    /// <summary>A cell without anything.</summary>
    public static ReportCell Empty { get; } = new(string.Empty);

    /// <summary>Plain text is a cell.</summary>
    public static implicit operator ReportCell(string text) => new(text);
}
