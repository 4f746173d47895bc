using System.Globalization;

namespace Landspeed.Platform;

/// <summary>The number of a device as the kernel writes it.</summary>
/// <param name="Major">Driver number.</param>
/// <param name="Minor">Unit number.</param>
public readonly record struct DeviceNumber(uint Major, uint Minor)
{
    /// <summary>The form used below /sys/dev and in mount tables, for example <c>254:0</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Major}:{Minor}");
}
