namespace Landspeed.Reporting.Svg;

/// <summary>A picture before it has a size: a heading, and what is drawn below it.</summary>
internal abstract record Picture
{
    /// <summary>A short name, unique on a page, usable as a file name.</summary>
    public required string Name { get; init; }

    /// <summary>The heading.</summary>
    public required string Title { get; init; }

    /// <summary>How to read it.</summary>
    public required string Note { get; init; }

    /// <summary>What it shows, in words, for who cannot see it.</summary>
    public required string Description { get; init; }

    /// <summary>What stands in the place of everything else when there is nothing to draw.</summary>
    public required string Nothing { get; init; }

    /// <summary>Whether there is nothing to draw.</summary>
    public abstract bool IsEmpty { get; }

    /// <summary>Draws what stands below the heading; there is something.</summary>
    /// <param name="target">Where to.</param>
    /// <param name="size">The room.</param>
    /// <param name="top">Where the heading ended.</param>
    /// <returns>Where the picture ends.</returns>
    public abstract double Draw(MarkupWriter target, ChartSize size, double top);
}
