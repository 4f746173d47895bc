using System.Globalization;

namespace Landspeed.Platform;

/// <summary>A device number as the kernel writes it.</summary>
/// <param name="Major">Driver number.</param>
/// <param name="Minor">Unit number.</param>
internal readonly record struct DeviceNumber(uint Major, uint Minor)
{
    /// <summary>Parses a device number such as <c>254:0</c>.</summary>
    /// <returns>Null if the text is not a device number.</returns>
    internal static DeviceNumber? Parse(string? text)
    {
        string[] parts = text?.Split(':') ?? [];
        return parts.Length == 2
            && uint.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out uint major)
            && uint.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out uint minor)
            ? new DeviceNumber(major, minor)
            : null;
    }

    /// <summary>Returns the form used below /sys/dev and in mount tables, for example <c>254:0</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Major}:{Minor}");
}
