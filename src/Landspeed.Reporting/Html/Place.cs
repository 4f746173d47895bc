using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>Where, when and how: what the numbers depend on.</summary>
internal static class Place
{
    /// <summary>The most important of it on one line.</summary>
    public static string Line(SweepDocument document)
    {
        SweepSetupRecord setup = document.Setup;
        return Joined(
            [.. Volume(document.Environment), Processor(document.Host), When(document.StartedAt),
                $"{setup.Grid} grid", $"{Format.Count(setup.Repetitions, "run")} a cell"], " · ");
    }

    /// <summary>The most important of it on one line.</summary>
    public static string Line(ExperimentDocument document) => Joined(
        [.. Volume(document.Environment), Processor(document.Host), When(document.StartedAt),
            $"{Format.Count(document.Setup.Repetitions, "run")} a cell"], " · ");

    /// <summary>All of it.</summary>
    public static void Write(MarkupWriter page, SweepDocument document) => Write(page,
        [.. Rows(document.StartedAt, document.Host, document.Environment), .. Rows(document.Setup),
            Program(document.ToolVersion, document.MethodVersion, document.Schema, document.SchemaVersion)]);

    /// <summary>All of it.</summary>
    public static void Write(MarkupWriter page, ExperimentDocument document) => Write(page,
        [.. Rows(document.StartedAt, document.Host, document.Environment), .. Rows(document.Setup),
            Program(document.ToolVersion, document.MethodVersion, document.Schema, document.SchemaVersion)]);

    private static void Write(MarkupWriter page, (string Name, string Text)[] rows)
    {
        page.Leaf("h2", "Environment and setup").Line();
        page.Open("dl").Line();
        foreach ((string name, string text) in rows.Where(row => row.Text.Length > 0))
        {
            page.Leaf("dt", name).Leaf("dd", text).Line();
        }

        page.Close().Line();
    }

    private static IEnumerable<(string Name, string Text)> Rows(
        DateTimeOffset started, HostRecord host, EnvironmentRecord place)
    {
        yield return ("Started", When(started));
        yield return ("Path", place.Path);
        yield return ("File system", Joined(
            [place.FileSystem, place.MountPoint is { } mount ? $"mounted on {mount}" : null, place.MountOptions,
                Sized("volume", place.VolumeBytes), Sized("available", place.AvailableBytes)]));
        yield return ("Device", Joined(
            [place.Device, place.DeviceModel, Rotation(place), place.Scheduler is { } name ? $"scheduler {name}" : null,
                Sized("logical sector", place.LogicalSectorBytes), Sized("physical sector", place.PhysicalSectorBytes),
                Sized("largest request", place.MaximumDeviceRequestBytes), Sized("read-ahead", place.ReadAheadBytes)]));
        yield return ("Processor", Joined(
            [Processor(host), host.Architecture, Clock(host),
                host.FrequencyGovernor is { } governor ? $"governor {governor}" : null,
                host.LoadAverage is { } load ? $"load {Format.Mean(load)} before" : null]));
        yield return ("Host", Joined(
            [host.OperatingSystem, host.Kernel is { } kernel ? $"kernel {kernel}" : null,
                Sized("memory", host.MemoryBytes), host.Virtualization, $".NET {host.Runtime}"]));
    }

    private static IEnumerable<(string Name, string Text)> Rows(SweepSetupRecord setup)
    {
        yield return ("Grid", $"{setup.Grid}, {Format.Count(setup.Repetitions, "run")} a cell");
        yield return ("One run", $"at most {Format.Short(setup.TimeS)} s and {Format.Size(setup.LimitBytes)}");
        yield return ("File", Format.Size(setup.FileBytes));
        yield return ("Direct I/O", setup.DirectAlignmentBytes is { } alignment
            ? $"aligned to {Format.ExactSize(alignment)}" : "not available here");
        yield return ("Order and data", $"seed {setup.Seed.ToString(CultureInfo.InvariantCulture)}");
    }

    private static IEnumerable<(string Name, string Text)> Rows(ExperimentSetupRecord setup)
    {
        yield return ("Runs", $"{Format.Count(setup.Repetitions, "run")} a cell");
        foreach ((string name, string text) in setup.Options)
        {
            yield return ($"{char.ToUpperInvariant(name[0])}{name[1..].Replace('_', ' ')}", text);
        }

        yield return ("Order and data", $"seed {setup.Seed.ToString(CultureInfo.InvariantCulture)}");
    }

    private static (string Name, string Text) Program(string version, int method, string schema, int schemaVersion) =>
        ("Program", $"landspeed {version}, method {Format.Count(method)}, schema {schema} {Format.Count(schemaVersion)}");

    private static IEnumerable<string?> Volume(EnvironmentRecord place) =>
        [
            place.FileSystem,
            place.Device is { } device && place.DeviceModel is { } model ? $"{device} ({model})" : place.Device,
        ];

    private static string Processor(HostRecord host) =>
        $"{Format.Count(host.ProcessorCount)} × {host.ProcessorModel ?? host.Architecture}";

    private static string? Clock(HostRecord host) => (host.ClockHz, host.ClockMethod) switch
    {
        ({ } hz, { } method) => $"{Format.Frequency(hz)} {method}",
        ({ } hz, null) => Format.Frequency(hz),
        _ => null,
    };

    private static string? Rotation(EnvironmentRecord place) => place.DeviceRotational switch
    {
        true => "rotating",
        false => "not rotating",
        null => null,
    };

    private static string? Sized(string name, long? bytes) =>
        bytes is { } known ? $"{name} {Format.Size(known)}" : null;

    private static string When(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm:sszzz", CultureInfo.InvariantCulture);

    private static string Joined(IEnumerable<string?> parts, string separator = ", ") =>
        string.Join(separator, parts.Where(part => !string.IsNullOrEmpty(part)));
}
