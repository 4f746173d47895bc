using System.Globalization;

namespace AgainstFio;

/// <summary>A cell of <c>landspeed sweep</c> that fio can express too.</summary>
/// <param name="Operation"><c>read</c> or <c>write</c>.</param>
/// <param name="RequestSize">Bytes of one request.</param>
/// <param name="Api"><c>engine</c> (direct) or <c>filestream</c>.</param>
/// <param name="QueueDepth">Requests in flight.</param>
internal sealed record SweepCell(string Operation, int RequestSize, string Api, int QueueDepth)
{
    internal static readonly SweepCell[] All =
    [
        new("read", 65_536, "engine", 8),
        new("write", 1 << 20, "engine", 8),
        new("read", 65_536, "filestream", 1),
    ];

    internal string Name => string.Create(
        CultureInfo.InvariantCulture, $"{Operation} {RequestSize / 1024} KiB, {Api}, depth {QueueDepth}");

    /// <summary>The words of a sweep that has this cell alone, one run of it.</summary>
    internal string[] Words(string file, TimeSpan time) =>
    [
        "sweep", file, "--operation", Operation, "--api", Api, "--repeat", "1", "--seed", "1",
        "--request-size", RequestSize.ToString(CultureInfo.InvariantCulture),
        .. Api == "engine" ? ["--queue-depth", QueueDepth.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
        "--time", time.TotalSeconds.ToString(CultureInfo.InvariantCulture) + "s", "--bytes", "1T",
    ];
}
