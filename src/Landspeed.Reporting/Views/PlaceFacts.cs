using System.Globalization;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>Files, machine, setup and program: what the numbers depend on.</summary>
internal static class PlaceFacts
{
    /// <summary>All of it.</summary>
    /// <param name="document">Any result.</param>
    /// <param name="isBrief">Whether a terminal shows the places only.</param>
    public static IEnumerable<ReportFact> Of(ResultDocument document, bool isBrief) =>
    [
        .. document.Places.Select(place => Place(document, place)),
        .. document.Ranks is null
            ? document.Hosts.Select(host => Shown(Host(host), isBrief))
            : document.Hosts.GroupBy(host => Host(host).Text).Select(alike => Shown(Named(alike), isBrief)),
        .. document.Ranks is null ? document.Hosts.Select(Processor).OfType<ReportFact>() : document.Hosts.Select(Processor).OfType<ReportFact>().Distinct(),
        .. Setup(document.Setup),
        Shown(Program(document), isBrief),
    ];

    /// <summary>The most important of it on one line.</summary>
    public static IReadOnlyList<string> Line(ResultDocument document) =>
    [
        .. document.Places.Take(1).SelectMany(place => new[]
        {
            place.FileSystem, place.Device is { } device && place.DeviceModel is { } model ? $"{device} ({model})" : place.Device,
        }).OfType<string>(),
        .. document.Hosts.Take(1).Select(Cores),
        Minute(document.StartedAt),
        .. document.Setup.Axes.Count > 0 ? [Cells.Runs(document.Setup)] : Array.Empty<string>(),
    ];

    /// <summary>Where something was done, as a heading says it: a dot names no directory to other readers.</summary>
    public static string? Name(PlaceRecord place) => place.Path is not ("." or "./") ? $"in {place.Path}"
        : ReportFact.Joined([place.Device, place.FileSystem]) is { Length: > 0 } medium ? $"on {medium}" : null;

    private static ReportFact Shown(ReportFact fact, bool isBrief) =>
        isBrief ? new ReportFact(fact.Label, string.Empty) { Page = fact.Page } : fact;

    private static ReportFact Place(ResultDocument document, PlaceRecord place)
    {
        long? length = place.Role == PlaceRoles.File && document.Places.Count(other => other.Role == place.Role) == 1
            ? Cells.Number(document.Setup, "file_bytes")
                ?? document.Cells.SelectMany(cell => cell.Runs).LastOrDefault()?.Case?.Effective.FileBytes
            : null;
        string?[] known =
        [
            place.Path,
            length is { } bytes ? Format.Size(bytes) : null,
            place.FileSystem,
            place.Device is { } device ? $"on {device}" : null,
            place.DeviceModel,
        ];
        string? virtualization = document.Hosts.Select(host => host.Virtualization).OfType<string>().FirstOrDefault();
        DeviceRotation rotation = DeviceRotations.Of(place, virtualization);
        string? isRotating = rotation == DeviceRotation.Rotating ? "rotating" : null;
        return new ReportFact(place.Role, ReportFact.Joined([.. known, isRotating]))
        {
            Page = ReportFact.Joined(
            [
                .. known,
                rotation switch
                {
                    DeviceRotation.Rotating => "rotating",
                    DeviceRotation.NotRotating => "not rotating",
                    DeviceRotation.Virtual => "rotation unknown (virtual)",
                    _ => null,
                },
                place.MountPoint is { } mount ? $"mounted on {mount}" : null,
                place.MountOptions,
                place.Scheduler is { } scheduler ? $"scheduler {scheduler}" : null,
                Sized("volume", place.VolumeBytes),
                Sized("available", place.AvailableBytes),
                Sized("logical sector", place.LogicalSectorBytes),
                Sized("physical sector", place.PhysicalSectorBytes),
                Sized("largest request", place.MaximumDeviceRequestBytes),
                Sized("read-ahead", place.ReadAheadBytes),
            ]),
        };
    }

    // Machines of a cluster are mostly of one kind.
    private static ReportFact Named(IGrouping<string, HostRecord> alike)
    {
        ReportFact fact = Host(alike.First());
        string[] names = [.. alike.Select(host => host.Name).OfType<string>()];
        string more = names.Length > 4 ? $" and {Format.Count(names.Length - 4)} more" : string.Empty;
        return names.Length == 0 ? fact : new ReportFact(fact.Label, $"{string.Join(", ", names.Take(4))}{more}: {fact.Text}") { Page = $"{string.Join(", ", names)}: {fact.Page}" };
    }

    private static ReportFact Host(HostRecord host) => new("host", ReportFact.Joined(
    [
        Cores(host),
        host.MemoryBytes is { } memory ? Format.Size(memory) : null,
        host.Virtualization,
        host.OperatingSystem,
        host.Kernel is { } kernel ? $"kernel {kernel}" : null,
    ]));

    private static ReportFact? Processor(HostRecord host)
    {
        string known = ReportFact.Joined(
        [
            host.Architecture,
            Clock(host),
            host.FrequencyGovernor is { } governor ? $"governor {governor}" : null,
            host.LoadAverage is { } load ? $"load {Format.Mean(load)} at start" : null,
        ]);
        return new ReportFact("processor", string.Empty) { Page = known };
    }

    /// <summary>The clock that cycles are counted with.</summary>
    public static string? Clock(HostRecord host) => (host.ClockHz, host.ClockMethod) switch
    {
        ({ } hz, { } method) => $"{Format.Frequency(hz)}, {method}",
        ({ } hz, null) => Format.Frequency(hz),
        _ => null,
    };

    private static IEnumerable<ReportFact> Setup(SetupRecord setup)
    {
        string options = ReportFact.Joined(
        [
            .. setup.Axes.Count > 0 ? [Cells.Runs(setup)] : Array.Empty<string>(),
            setup.Seed == 0 ? null : Cells.Seed(setup),
            .. setup.Options.Where(option => option.Value.Length > 0)
                .Select(Words),
        ]);
        if (options.Length > 0)
        {
            yield return new ReportFact("setup", string.Empty) { Page = options };
        }

        if (setup.Effective.Count > 0)
        {
            yield return new ReportFact("effective", string.Empty)
            {
                Page = ReportFact.Joined(setup.Effective.Select(Words)),
            };
        }
    }

    // The unit at the end of a name goes to its value: time_s 0.2 becomes "time 200 ms".
    private static string Words(KeyValuePair<string, string> option)
    {
        int end = option.Key.LastIndexOf('_');
        string unit = option.Key[(end + 1)..];
        string? value = !double.TryParse(option.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out double number) ? null
            : unit switch
            {
                "bytes" => Format.Size((long)number),
                "s" => Format.Duration(number * 1e9),
                "pct" => $"{Format.Short(number)} %",
                _ => null,
            };
        string name = value is null ? option.Key : option.Key[..end];
        return $"{name.Replace('_', ' ')} {value ?? YesOrNo(option.Value)}";
    }

    private static string YesOrNo(string value) => value switch { "true" => "yes", "false" => "no", _ => value };

    private static ReportFact Program(ResultDocument document)
    {
        string?[] known =
        [
            document.Tool.Version,
            $"method {Format.Count(document.MethodVersion)}",
            .. document.Hosts.Take(1).Select(host => $".NET {host.Runtime}"),
            When(document.StartedAt),
        ];
        return new ReportFact(document.Tool.Name, ReportFact.Joined(known))
        {
            Page = ReportFact.Joined([.. known, $"schema {document.Schema} {Format.Count(document.SchemaVersion)}"]),
        };
    }

    private static string Cores(HostRecord host) => $"{Format.Count(host.ProcessorCount)} × {host.ProcessorModel ?? host.Architecture}";

    private static string? Sized(string name, long? bytes) => bytes is { } known ? $"{name} {Format.Size(known)}" : null;

    // Whose clock it was stands in the details; a heading needs one for all.
    private static string Minute(DateTimeOffset time) =>
        time.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture);

    /// <summary>A time of day with the offset from UTC.</summary>
    public static string When(DateTimeOffset time) => time.ToString("yyyy-MM-dd HH:mm:sszzz", CultureInfo.InvariantCulture);
}
