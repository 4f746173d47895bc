namespace Landspeed.Reporting.Svg;

/// <summary>One axis for what several axes show.</summary>
internal static class AxisUnion
{
    /// <summary>Whether axes have one kind of scale, one unit and as many sets of ticks.</summary>
    public static bool Fits(IEnumerable<Axis> axes) => axes.Select(axis => (axis.Title, axis.Scale.GetType())).Distinct().Count() == 1;

    /// <summary>From the least start to the largest end, with the ticks of all.</summary>
    /// <param name="axes">One or more that fit.</param>
    public static Axis Of(IReadOnlyList<Axis> axes)
    {
        if (axes.All(axis => axis.Scale is LinearScale { Start: 0 }))
        {
            // Those from 0 have steps of their own length: the longest one holds all.
            return axes.MaxBy(axis => ((LinearScale)axis.Scale).End)!;
        }

        int most = axes.Max(axis => axis.Choices.Count);
        return axes[0] with
        {
            Scale = axes[0].Scale is LogScale
                ? new LogScale(
                    axes.Min(axis => ((LogScale)axis.Scale).Start), axes.Max(axis => ((LogScale)axis.Scale).End))
                : new LinearScale(
                    axes.Min(axis => ((LinearScale)axis.Scale).Start), axes.Max(axis => ((LinearScale)axis.Scale).End)),
            Choices = [.. Enumerable.Range(0, most).Select(choice => axes.SelectMany(axis => axis.Choices[Math.Min(choice, axis.Choices.Count - 1)])
                .DistinctBy(tick => tick.Value).OrderBy(tick => tick.Value).ToArray())],
        };
    }
}
