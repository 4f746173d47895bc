namespace Landspeed.Reporting.Svg;

/// <summary>A value marked on an axis.</summary>
internal readonly record struct Tick(double Value, string Label);
