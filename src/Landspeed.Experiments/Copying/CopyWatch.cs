using Landspeed.Copying;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Observing;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>Reads the counters before and after a copy.</summary>
internal sealed class CopyWatch
{
    private readonly BlockDeviceLocation _source;
    private readonly BlockDeviceLocation _target;
    private readonly double? _resident;
    private readonly Observation _observation;

    /// <summary>Finds the devices and reads the counters.</summary>
    internal CopyWatch(CopyTask task)
    {
        _source = task.Source is { } source
            ? BlockDeviceLocator.Find(source)
            : new BlockDeviceLocation(null, null, "the device of standard input is unknown");
        _target = task.Target is { } target
            ? BlockDeviceLocator.Find(Existing(target))
            : new BlockDeviceLocation(null, null, "the device of standard output is unknown");
        _resident = task is { Subject: CopySubject.File, Source: { } file } ? Resident(file) : null;
        _observation = Observation.Begin(_source, _target);
    }

    /// <summary>Reads the counters again.</summary>
    /// <param name="result">What the copier did in between.</param>
    /// <returns>The evidence; CPU time; memory.</returns>
    internal (CopyEvidence Evidence, long CpuNs, long? PeakResidentBytes) Stop(CopyResult result)
    {
        Observed observed = _observation.End();
        var evidence = new CopyEvidence
        {
            Result = result,
            Source = _source,
            Target = _target,
            ProcessReadBytes = observed.ProcessReadBytes
                + (result.Ranks > 1 ? result.ElsewhereReadBytes : 0),
            ProcessWriteBytes = observed.ProcessWriteBytes
                + (result.Ranks > 1 ? result.ElsewhereWriteBytes : 0),
            SourceDevice = observed.Places[0].ToRecord(),
            TargetDevice = observed.Places[1].ToRecord(),
            MachinePct = MachinePct(observed.Machine),
            SourceResidentPct = _resident,
        };
        return (evidence, observed.Process.TotalNs, observed.PeakResidentBytes);
    }

    /// <summary>Reads what runs on during the copy; about 50 microseconds.</summary>
    internal CopyMeters Meters()
    {
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes times);
        TimeSpan? source = Busy(_source.Device);
        return new CopyMeters(
            Time(times.TotalNs), source, _target.Device == _source.Device ? source : Busy(_target.Device));
    }

    private static double? MachinePct(MachineTimes? machine) =>
        machine is { } times && times.BusyNs + times.IdleNs + times.StolenNs is var all and > 0
            ? 100.0 * times.BusyNs / all : null;

    private static TimeSpan? Busy(DeviceNumber? device) =>
        device is { } known && NativePlatform.Counters.Device(known, out DeviceCounters counters).Succeeded
            ? Time(counters.BusyNs) : null;

    private static TimeSpan Time(long ns) => TimeSpan.FromTicks(ns / TimeSpan.NanosecondsPerTick);

    // A target that does not exist yet is on the volume of its directory.
    private static FilePath Existing(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out _).Succeeded ? path : path.Parent;

    // A caller who may not open the source gets that error from the copier, in its words.
    private static double? Resident(FilePath path)
    {
        try
        {
            using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
            long length = file.Length;
            return PageResidency.Measure(file, 0, length).ResidentBytes is { } resident && length > 0
                ? Math.Min(100, 100.0 * resident / length)
                : null;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
