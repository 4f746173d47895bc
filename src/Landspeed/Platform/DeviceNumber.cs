using System.Globalization;

namespace Landspeed.Platform;

/// <summary>The number of a device as the kernel writes it.</summary>
/// <param name="Major">Driver number.</param>
/// <param name="Minor">Unit number.</param>
public readonly record struct DeviceNumber(uint Major, uint Minor)
{
    /// <summary>The number in a text such as <c>254:0</c>.</summary>
    /// <returns>Null when the text is none.</returns>
    internal static DeviceNumber? Parse(string? text)
    {
        string[] parts = text?.Split(':') ?? [];
        return parts.Length == 2
            && uint.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out uint major)
            && uint.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out uint minor)
            ? new DeviceNumber(major, minor)
            : null;
    }

    /// <summary>The form used below /sys/dev and in mount tables, for example <c>254:0</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Major}:{Minor}");
}
