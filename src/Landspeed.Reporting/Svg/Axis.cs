namespace Landspeed.Reporting.Svg;

/// <summary>One axis of a chart, before it has a length in pixels.</summary>
/// <param name="Title">What it shows, with the unit.</param>
/// <param name="Scale">Where values lie.</param>
/// <param name="Choices">Sets of ticks, the densest first, the last one sparse enough for any length.</param>
internal sealed record Axis(string Title, IScale Scale, IReadOnlyList<IReadOnlyList<Tick>> Choices)
{
    /// <summary>The densest set whose labels keep their distance.</summary>
    /// <param name="length">Length of the axis in pixels.</param>
    /// <param name="extent">Pixels that a label takes along the axis, the distance to the next one included.</param>
    public IReadOnlyList<Tick> Fitting(double length, Func<string, double> extent) =>
        Choices.FirstOrDefault(ticks => Fit(ticks, length, extent)) ?? Choices[^1];

    private bool Fit(IReadOnlyList<Tick> ticks, double length, Func<string, double> extent)
    {
        for (int index = 1; index < ticks.Count; index++)
        {
            double apart = (Scale.Share(ticks[index].Value) - Scale.Share(ticks[index - 1].Value)) * length;
            if (apart < (extent(ticks[index].Label) + extent(ticks[index - 1].Label)) / 2)
            {
                return false;
            }
        }

        return true;
    }
}

/// <summary>A value marked on an axis.</summary>
internal readonly record struct Tick(double Value, string Label);

/// <summary>Where a value lies along an axis.</summary>
internal interface IScale
{
    /// <summary>0 at the start of the axis, 1 at its end.</summary>
    double Share(double value);
}

/// <summary>Equal differences are equally far apart.</summary>
/// <param name="Start">Value at the start of the axis.</param>
/// <param name="End">Value at its end, above the start.</param>
internal sealed record LinearScale(double Start, double End) : IScale
{
    /// <inheritdoc/>
    public double Share(double value) => (value - Start) / (End - Start);
}

/// <summary>Equal ratios are equally far apart.</summary>
/// <param name="Start">Value at the start of the axis, above 0.</param>
/// <param name="End">Value at its end, above the start.</param>
internal sealed record LogScale(double Start, double End) : IScale
{
    /// <inheritdoc/>
    public double Share(double value) => Math.Log(value / Start) / Math.Log(End / Start);
}
