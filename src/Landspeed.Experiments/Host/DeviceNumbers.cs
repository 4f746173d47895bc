using System.Globalization;
using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Device numbers as the kernel writes them.</summary>
internal static class DeviceNumbers
{
    /// <summary>The number in a text such as <c>254:0</c>, or null when it is none.</summary>
    internal static DeviceNumber? Parse(string? text)
    {
        string[] parts = text?.Split(':') ?? [];
        return parts.Length == 2
            && uint.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out uint major)
            && uint.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out uint minor)
            ? new DeviceNumber(major, minor)
            : null;
    }
}
