using Landspeed.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>Bars from left to right, in groups below each other.</summary>
internal sealed record BarChart : Picture
{
    /// <summary>Whether the bars are about bytes that have a verdict; default yes.</summary>
    public bool IsJudged { get; init; } = true;

    /// <summary>From left to right, starting at 0.</summary>
    public required Axis X { get; init; }

    /// <summary>What the bars of a group are, each with its colour.</summary>
    public required IReadOnlyList<string> Kinds { get; init; }

    /// <summary>From top to bottom.</summary>
    public required IReadOnlyList<BarGroup> Groups { get; init; }

    /// <inheritdoc/>
    public override bool IsEmpty => !Groups.SelectMany(group => group.Bars).Any(bar => bar?.Value is not null);

    /// <inheritdoc/>
    public override bool HasVerdicts => IsJudged && !IsEmpty;

    /// <inheritdoc/>
    public override double Draw(MarkupWriter target, ChartSize size, double top)
    {
        double bottom = BarLines.Draw(target, this, size, top + 12);
        bottom = Legend.Draw(target, Legend.Kinds(this), bottom, size.Width);
        return Legend.Draw(target, Legend.Bars(this), bottom, size.Width) + 6;
    }
}

/// <summary>Bars below each other that are about one thing.</summary>
/// <param name="Name">The thing.</param>
/// <param name="Bars">One for each kind of the chart, or null if that kind is impossible.</param>
internal sealed record BarGroup(string Name, IReadOnlyList<Bar?> Bars);

/// <summary>One bar, or words in its place.</summary>
internal sealed record Bar
{
    /// <summary>Its length on the axis; null: there is none, and the text says why.</summary>
    public double? Value { get; init; }

    /// <summary>Lower end of the range over it.</summary>
    public double Low { get; init; }

    /// <summary>Upper end.</summary>
    public double High { get; init; }

    /// <summary>Filled if it is <see cref="Verdict.Device"/>, otherwise an outline.</summary>
    public Verdict Verdict { get; init; }

    /// <summary>What stands at its end.</summary>
    public required string Text { get; init; }

    /// <summary>What pointing at it shows.</summary>
    public required string Tip { get; init; }
}
