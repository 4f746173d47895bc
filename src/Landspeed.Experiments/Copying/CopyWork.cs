using Landspeed.Copying;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// What was counted of a copy between its start and the moment from which on it only verified: the facts from which
/// <see cref="CopyLimit"/> concludes.
/// </summary>
internal sealed record CopyWork
{
    /// <summary>Length of that time.</summary>
    public required TimeSpan Time { get; init; }

    /// <summary>What the copy read, wrote and flushed in it.</summary>
    public required CopyTrafficTotals Traffic { get; init; }

    /// <summary>CPU time of the process.</summary>
    public TimeSpan Cpu { get; init; }

    /// <summary>
    /// Share of the time of all CPUs that any process used, over the whole copy; null if it is unknown.
    /// </summary>
    public double? MachinePct { get; init; }

    /// <summary>Number of CPUs that the process may use.</summary>
    public int CpuCount { get; init; } = 1;

    /// <summary>Bytes copied.</summary>
    public long Bytes { get; init; }

    /// <summary>Files whose bytes were copied.</summary>
    public long Files { get; init; }

    /// <summary>The requested rate limit in bytes per second, or null.</summary>
    public long? BytesPerSecond { get; init; }

    /// <summary>The source and its device.</summary>
    public CopyEnd Source { get; init; }

    /// <summary>The target and its device.</summary>
    public CopyEnd Target { get; init; }

    /// <summary>Whether both are on one device.</summary>
    public bool IsOnOneDevice { get; init; }

    /// <summary>Takes the facts of a copy that was observed.</summary>
    /// <param name="task">What was asked for.</param>
    /// <param name="evidence">What was observed.</param>
    /// <param name="run">The run with its verdicts.</param>
    /// <returns>The facts, or null if the copy was not watched.</returns>
    internal static CopyWork? Of(CopyTask task, CopyEvidence evidence, RunRecord run)
    {
        if (evidence.UntilDurable is not { } span)
        {
            return null;
        }

        // The source's data was in the page cache, or was never written.
        bool isCached = evidence.Source.IsInMemory || run.Reads?.Verdict is Verdict.Cache or Verdict.Hole;
        long? ownOfSource = evidence.OnOneDevice
            ? evidence.ProcessReadBytes + evidence.ProcessWriteBytes : run.Reads?.DeviceBytes;
        long? ownOfTarget = evidence.OnOneDevice
            ? ownOfSource : evidence.ProcessWriteBytes + (run.Copy?.TargetReads?.DeviceBytes ?? 0);
        return new CopyWork
        {
            Time = span.Time,
            Traffic = span.Traffic,
            Cpu = span.Meters.Cpu,
            CpuCount = Environment.ProcessorCount,
            MachinePct = evidence.MachinePct,
            Bytes = evidence.Result.BytesCopied,
            Files = evidence.Result.FilesCopied,
            BytesPerSecond = task.Options.BytesPerSecond,
            Source = new CopyEnd(
                task.Source is null ? "standard input" : null,
                evidence.SourceDevice?.Name,
                evidence.SourceDevice is null ? null : span.Meters.SourceBusy,
                isCached,
                OthersPct(evidence.SourceDevice, ownOfSource)),
            Target = new CopyEnd(
                task.Target is null ? "standard output" : null,
                evidence.TargetDevice?.Name,
                evidence.TargetDevice is null ? null : span.Meters.TargetBusy,
                evidence.Target.IsInMemory,
                OthersPct(evidence.TargetDevice, ownOfTarget)),
            IsOnOneDevice = evidence.OnOneDevice,
        };
    }

    private static double OthersPct(DeviceRecord? device, long? ownBytes)
    {
        long all = device is null ? 0 : device.ReadBytes + device.WriteBytes;
        return all > 0 && ownBytes is { } own ? Math.Max(0, 100.0 * (all - own) / all) : 0;
    }
}

/// <summary>One end of a copy.</summary>
/// <param name="Stream"><c>standard input</c> or <c>standard output</c>; null for a file.</param>
/// <param name="Device">Name of its device, or null if it has none that counts.</param>
/// <param name="Busy">Time in which the device had requests of any process under way, or null if unknown.</param>
/// <param name="IsWithoutDevice">
/// Whether it is known that the device hardly took part: the data was in memory.
/// </param>
/// <param name="OthersPct">Share of the device's bytes that other processes moved.</param>
internal readonly record struct CopyEnd(
    string? Stream, string? Device, TimeSpan? Busy, bool IsWithoutDevice = false, double OthersPct = 0);
