using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>One bar, or words in its place.</summary>
internal sealed record Bar
{
    /// <summary>Its length on the axis; null: there is none, and the text says why.</summary>
    public double? Value { get; init; }

    /// <summary>Lower end of the range over it.</summary>
    public double Low { get; init; }

    /// <summary>Upper end.</summary>
    public double High { get; init; }

    /// <summary>Filled where it is <see cref="Verdict.Device"/>, else an outline.</summary>
    public Verdict Verdict { get; init; }

    /// <summary>What stands at its end.</summary>
    public required string Text { get; init; }

    /// <summary>What pointing at it shows.</summary>
    public required string Tip { get; init; }
}
