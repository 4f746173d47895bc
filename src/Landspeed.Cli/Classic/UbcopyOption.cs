namespace Landspeed.Cli.Classic;

/// <summary>An option of UBCopy.</summary>
/// <param name="Letter">Its short name.</param>
/// <param name="Name">Its long name.</param>
internal sealed record UbcopyOption(string Letter, string Name)
{
    /// <summary>The options of UBCopy 1.7.</summary>
    internal static readonly UbcopyOption[] All =
    [
        new("s", "sourcefile"),
        new("d", "destinationfile"),
        new("o", "overwritedestination"),
        new("m", "movefile"),
        new("f", "forcecopy"),
        new("c", "checksum"),
        new("b", "buffersize"),
        new("t", "threads"),
        new("l", "LimitBandwidth"),
        new("z", "filesize"),
        new("r", "reportprogress"),
        new("x", "restartonfailure"),
        new("y", "syncfolders"),
    ];
}
