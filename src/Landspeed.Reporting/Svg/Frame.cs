namespace Landspeed.Reporting.Svg;

/// <summary>A rectangle in a picture, in pixels, y downwards.</summary>
internal readonly record struct Frame(double Left, double Top, double Width, double Height)
{
    public double Right => Left + Width;

    public double Bottom => Top + Height;

    /// <summary>The x of a share of the width.</summary>
    public double X(double share) => Left + (share * Width);

    /// <summary>The y of a share of the height, from the bottom.</summary>
    public double Y(double share) => Bottom - (share * Height);
}
