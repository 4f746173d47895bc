using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>The file, the machine, and the program: what the numbers depend on.</summary>
internal static class PlaceRows
{
    /// <summary>Adds them.</summary>
    public static void Add(LabeledRows rows, MeasurementDocument document)
    {
        AddFile(rows, document.Environment, document.Jobs.Count > 0 ? document.Jobs[^1].Effective.FileBytes : null);
        AddHost(rows, document.Host);
        AddProgram(rows, document.ToolVersion, document.MethodVersion, document.Host, document.StartedAt);
    }

    /// <summary>Adds them.</summary>
    public static void Add(LabeledRows rows, SweepDocument document)
    {
        AddFile(rows, document.Environment, document.Setup.FileBytes);
        AddHost(rows, document.Host);
        AddProgram(rows, document.ToolVersion, document.MethodVersion, document.Host, document.StartedAt);
    }

    /// <summary>Adds them.</summary>
    public static void Add(LabeledRows rows, ExperimentDocument document)
    {
        AddFile(rows, document.Environment, null);
        AddHost(rows, document.Host);
        AddProgram(rows, document.ToolVersion, document.MethodVersion, document.Host, document.StartedAt);
    }

    private static void AddFile(LabeledRows rows, EnvironmentRecord place, long? length) =>
        rows.Add("file", [
            place.Path,
            length is { } bytes ? Format.Size(bytes) : null,
            place.FileSystem,
            place.Device is { } device ? $"on {device}" : null,
            place.DeviceModel,
            place.DeviceRotational == true ? "rotating" : null]);

    private static void AddHost(LabeledRows rows, HostRecord host) =>
        rows.Add("host", [
            $"{Format.Count(host.ProcessorCount)} × {host.ProcessorModel ?? host.Architecture}",
            host.MemoryBytes is { } memory ? Format.Size(memory) : null,
            host.Virtualization,
            host.OperatingSystem,
            host.Kernel is { } kernel ? $"kernel {kernel}" : null]);

    private static void AddProgram(
        LabeledRows rows, string toolVersion, int methodVersion, HostRecord host, DateTimeOffset start) =>
        rows.Add("landspeed", [
            toolVersion,
            $"method {Format.Count(methodVersion)}",
            $".NET {host.Runtime}",
            start.ToString("yyyy-MM-dd HH:mm:sszzz", CultureInfo.InvariantCulture)]);
}
