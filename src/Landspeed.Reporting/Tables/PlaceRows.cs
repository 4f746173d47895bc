using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>The file, the machine, and the program: what the numbers depend on.</summary>
internal static class PlaceRows
{
    /// <summary>Adds them.</summary>
    public static void Add(LabeledRows rows, MeasurementDocument document)
    {
        EnvironmentRecord place = document.Environment;
        long? length = document.Jobs.Count > 0 ? document.Jobs[^1].Effective.FileBytes : null;
        rows.Add("file", [
            place.Path,
            length is { } bytes ? Format.Size(bytes) : null,
            place.FileSystem,
            place.Device is { } device ? $"on {device}" : null,
            place.DeviceModel,
            place.DeviceRotational == true ? "rotating" : null]);
        HostRecord host = document.Host;
        rows.Add("host", [
            $"{Format.Count(host.ProcessorCount)} × {host.ProcessorModel ?? host.Architecture}",
            host.MemoryBytes is { } memory ? Format.Size(memory) : null,
            host.Virtualization,
            host.OperatingSystem,
            host.Kernel is { } kernel ? $"kernel {kernel}" : null]);
        rows.Add("landspeed", [
            document.ToolVersion,
            $"method {Format.Count(document.MethodVersion)}",
            $".NET {host.Runtime}",
            document.StartedAt.ToString("yyyy-MM-dd HH:mm:sszzz", CultureInfo.InvariantCulture)]);
    }
}
