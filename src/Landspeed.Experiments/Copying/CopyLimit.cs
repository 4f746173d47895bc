using Landspeed.Copying;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>Concludes from what was counted what limited the rate of a copy; a pure function.</summary>
/// <remarks>
/// The first rule that applies decides. Time that was only waited is lost in full, so half of the time is enough for
/// the rate limit, for another program at the other end of a pipe, and for flushes beside which nothing was moved.
/// Everything else overlaps: a part that works for less than most of the time has room left, and is not the limit.
/// </remarks>
internal static class CopyLimit
{
    // Share of the time from which on waiting limits, 50 %: without it the copy would take at most half as long.
    internal const double WaitingFromPct = 50;

    // Share of the time from which on a part that works beside others is the limit, 80 %: everything else has at most a
    // fifth of the time to itself, which the start and the end of a copy of a few seconds take.
    internal const double BusyFromPct = 80;

    // Share of the time up to which CPUs and devices count as idle enough for a conclusion about latency, 75 %.
    internal const double IdleUpToPct = 75;

    // Share of the CPUs' time from which on they may be what makes requests look slow, and from which on the copy would
    // have used more of CPUs that others kept busy, 50 %.
    internal const double SuspectCpuFromPct = 50;

    // Share of the time of the machine's CPUs from which on processes compete for them, 90 %.
    internal const double ContendedFromPct = 90;

    // Share of the CPUs' time up to which a copy hardly feels that others keep them busy, 25 %.
    internal const double LittleCpuUpToPct = 25;

    // Share of the time of all requests from which on one side is the slower one, two thirds. Buffers that are passed
    // around between two stations gather at the slower one: of 8 buffers two thirds are there if it takes a quarter
    // longer than the other (two servers, exponential times).
    internal const double SlowerSideFromPct = 200.0 / 3;

    // Share of the time from which on reading back what was written is worth a word, 10 %.
    internal const double ReadBackFromPct = 10;

    // Share of the device's bytes from which on others used it more than the copy, 50 %.
    internal const double OthersFromPct = 50;

    // 128 KiB: up to this size one read and one write move a file, and its other steps take longer.
    internal const long SmallFileBytes = 128 << 10;

    // 100: the names of fewer files say nothing about the whole.
    internal const long ManyFiles = 100;

    // 1 MiB: a flush that writes as much waits for the device's rate rather than for the flush itself.
    internal const long LargeFlushBytes = 1 << 20;

    // 200 ms: of less, the start of the copy and the ticks of the device's counter are a large part.
    internal static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(200);

    // 1 s: that nothing decides is worth a line only for a copy that took time.
    internal static readonly TimeSpan UnclearFrom = TimeSpan.FromSeconds(1);

    /// <summary>Concludes what limited a copy that succeeded.</summary>
    /// <param name="work">What was counted.</param>
    /// <returns>The conclusion, or null if nothing was copied or the copy was too short to say.</returns>
    internal static CopyLimitRecord? Of(CopyWork work)
    {
        if (work.Bytes <= 0 || work.Time < Shortest)
        {
            return null;
        }

        return RateLimit(work) ?? Cpus(work) ?? Streams(work) ?? Flushes(work) ?? Devices(work) ?? Requests(work)
            ?? SmallFiles(work) ?? (work.Time < UnclearFrom ? null : Unclear(work));
    }

    private static CopyLimitRecord? RateLimit(CopyWork work)
    {
        double heldBack = Pct(work, work.Traffic.HeldBack.Busy);
        string limit = work.BytesPerSecond is { } rate ? $" of {AmountText.Rate(rate)}" : string.Empty;
        return heldBack < WaitingFromPct ? null : new CopyLimitRecord(
            CopyLimitKind.RateLimit, heldBack, $"the rate limit{limit}: it held the copy back for {Time(heldBack)}");
    }

    private static CopyLimitRecord? Cpus(CopyWork work)
    {
        double own = CpuPct(work);
        double one = Pct(work, work.Traffic.LoopCpu);
        return own >= BusyFromPct
            ? new CopyLimitRecord(
                CopyLimitKind.Cpu,
                own,
                work.CpuCount == 1
                    ? $"the CPU: this copy used {AmountText.Percent(own)} of its time"
                    : $"all {AmountText.Count(work.CpuCount)} CPUs: "
                        + $"this copy used {AmountText.Percent(own)} of their time")
            : own >= SuspectCpuFromPct && work.MachinePct is { } any and >= ContendedFromPct
                ? new CopyLimitRecord(
                    CopyLimitKind.Cpu,
                    any,
                    $"the CPUs of the machine: busy for {Time(any)}, with this copy for {AmountText.Percent(own)}")
                : one >= BusyFromPct
                    ? new CopyLimitRecord(
                        CopyLimitKind.OneCpu, one, $"one CPU: the thread that moves the data used it for {Time(one)}")
                    : null;
    }

    // One thread waits for the other program, and starts nothing else. It takes the results of its file's requests
    // late, so that they seem slow.
    private static CopyLimitRecord? Streams(CopyWork work)
    {
        double reading = Pct(work, work.Traffic.SourceRead.Busy);
        double writing = Pct(work, work.Traffic.TargetWritten.Busy);
        return work.Source.Stream is { } input && reading >= WaitingFromPct && !IsBusy(work, work.Target)
            ? new CopyLimitRecord(CopyLimitKind.Source, reading, $"{input}: waiting for its data took {Time(reading)}")
            : work.Target.Stream is { } output && writing >= WaitingFromPct && !IsBusy(work, work.Source)
                ? new CopyLimitRecord(CopyLimitKind.Target, writing, $"{output}: writing to it took {Time(writing)}")
                : null;
    }

    // A flush of much data is how the data reaches the device: then the device is the limit if it was busy.
    private static CopyLimitRecord? Flushes(CopyWork work)
    {
        CopySideTotals flushed = work.Traffic.TargetFlushed;
        double only = Pct(work, work.Traffic.OnlyFlushing);
        double any = Pct(work, flushed.Busy);
        bool isLimit = only >= WaitingFromPct || any >= BusyFromPct;
        bool isLarge = flushed.Count > 0 && work.Bytes / flushed.Count >= LargeFlushBytes;
        if (!isLimit || (isLarge && IsBusy(work, work.Target)))
        {
            return null;
        }

        string count = AmountText.Count(flushed.Count) + (flushed.Count == 1 ? " flush" : " flushes");
        return any >= BusyFromPct
            ? new CopyLimitRecord(
                CopyLimitKind.Flushes, any, $"{count} of the target: one was under way for {Time(any)}")
            : new CopyLimitRecord(
                CopyLimitKind.Flushes,
                only,
                $"{count} of the target: for {Time(only)} the copy only waited for one");
    }

    private static CopyLimitRecord? Devices(CopyWork work)
    {
        (CopyEnd source, CopyEnd target) = (work.Source, work.Target);
        (bool isSource, bool isTarget) = (IsBusy(work, source), IsBusy(work, target));
        if (work.IsOnOneDevice && !source.IsWithoutDevice)
        {
            return isTarget ? OfDevice(CopyLimitKind.Device, "the device of source and target", work, target) : null;
        }

        double reading = ReadingPct(work);
        double writing = WritingPct(work);
        isSource = isSource && MayBeSlower(work, target, reading, writing);
        isTarget = isTarget && MayBeSlower(work, source, writing, reading);
        if (isSource && isTarget && reading < SlowerSideFromPct && writing < SlowerSideFromPct)
        {
            double share = Math.Min(BusyPct(work, source), BusyPct(work, target));
            return new CopyLimitRecord(
                CopyLimitKind.BothDevices,
                share,
                $"the devices of source and target alike: {Busy(work, source)}, {Busy(work, target)}");
        }

        return isSource && (!isTarget || reading >= SlowerSideFromPct)
            ? OfDevice(CopyLimitKind.SourceDevice, "the source device", work, source)
            : isTarget ? OfDevice(CopyLimitKind.TargetDevice, "the target device", work, target) : null;
    }

    // A busy device is not the limit if the requests of the other side took longer. If it is unknown whether the other
    // side was busy, this side's requests must have taken longer.
    private static bool MayBeSlower(CopyWork work, CopyEnd other, double own, double others) => other.Stream is not null
        ? StreamPct(work) < WaitingFromPct
        : own >= SlowerSideFromPct || (others < SlowerSideFromPct && (other.IsWithoutDevice || other.Busy is not null));

    private static double StreamPct(CopyWork work) => Pct(
        work, work.Source.Stream is not null ? work.Traffic.SourceRead.Busy : work.Traffic.TargetWritten.Busy);

    // Requests seem slow if a thread comes late to take their results.
    private static CopyLimitRecord? Requests(CopyWork work)
    {
        if (work.Source.Stream is not null || work.Target.Stream is not null || !HasCpuToSpare(work, SuspectCpuFromPct)
            || Pct(work, work.Traffic.LoopCpu) >= SuspectCpuFromPct)
        {
            return null;
        }

        double reading = Pct(work, work.Traffic.SourceRead.Busy);
        double writing = Pct(work, work.Traffic.TargetWritten.Busy);
        if (reading >= BusyFromPct && ReadingPct(work) >= SlowerSideFromPct)
        {
            string what = IsOfSmallFiles(work) ? $"reading {Small(work)} from the source" : "reading the source";
            return new CopyLimitRecord(
                CopyLimitKind.Source,
                reading,
                $"{what}: reads were under way for {Time(reading)}{ButIdle(work, work.Source)}");
        }

        return writing >= BusyFromPct && WritingPct(work) >= SlowerSideFromPct
            ? new CopyLimitRecord(
                CopyLimitKind.Target,
                writing,
                $"writing the target: writes were under way for {Time(writing)}{ButIdle(work, work.Target)}")
            : null;
    }

    private static CopyLimitRecord? SmallFiles(CopyWork work)
    {
        double handling = Pct(work, work.Traffic.Entries.Busy);
        CopyEnd[] devices = [.. Devices([work.Source, work.Target])];
        bool isIdle = HasCpuToSpare(work, IdleUpToPct) && devices.All(device => BusyPct(work, device) < IdleUpToPct);
        if (!IsOfSmallFiles(work) || handling < BusyFromPct || !isIdle)
        {
            return null;
        }

        string[] idle =
        [
            $"the copy used {AmountText.Percent(CpuPct(work))} of the CPUs",
            .. devices.Select(device => Busy(work, device)),
        ];
        return new CopyLimitRecord(
            CopyLimitKind.SmallFiles,
            handling,
            $"{Small(work)}: each takes several steps in turn; {AmountText.List(idle)}");
    }

    private static CopyLimitRecord Unclear(CopyWork work)
    {
        (string Words, double Pct)[] parts =
        [
            ("reading", Pct(work, work.Traffic.SourceRead.Busy)),
            ("writing", Pct(work, work.Traffic.TargetWritten.Busy)),
            ("flushes", Pct(work, work.Traffic.TargetFlushed.Busy)),
            ("held back by the rate limit", Pct(work, work.Traffic.HeldBack.Busy)),
            ("the thread that moves the data", Pct(work, work.Traffic.LoopCpu)),
            ("CPUs", CpuPct(work)),
            ("CPUs of the machine", work.MachinePct ?? 0),
            .. Devices([work.Source, work.Target]).Select(device => ($"{device.Device} busy", BusyPct(work, device))),
        ];
        string[] shown =
            [.. parts.Where(part => part.Pct >= 1).Select(part => $"{part.Words} {AmountText.Percent(part.Pct)}")];
        return new CopyLimitRecord(
            CopyLimitKind.Unclear,
            null,
            (HasCpuToSpare(work, BusyFromPct)
                ? "not clear: no part was busy nearly all of the time "
                : "not clear: other processes competed for the CPUs ") + $"({string.Join(", ", shown)})");
    }

    private static CopyLimitRecord OfDevice(CopyLimitKind kind, string what, CopyWork work, CopyEnd end)
    {
        double back = Pct(work, work.Traffic.TargetRead.Busy);
        bool isReadBack = kind != CopyLimitKind.SourceDevice && back >= ReadBackFromPct;
        return new CopyLimitRecord(
            kind,
            BusyPct(work, end),
            $"{what}: {Busy(work, end)}"
                + (isReadBack ? $", part of it to read what was written ({AmountText.Percent(back)})" : string.Empty)
                + (end.OthersPct >= OthersFromPct
                    ? $", but other processes moved {AmountText.Percent(end.OthersPct)} of its bytes" : string.Empty));
    }

    // The copy itself uses less than a share, and it does not compete with others.
    private static bool HasCpuToSpare(CopyWork work, double ownUpToPct) => CpuPct(work) < ownUpToPct
        && (CpuPct(work) < LittleCpuUpToPct || work.MachinePct is null or < ContendedFromPct);

    private static double CpuPct(CopyWork work) => Math.Min(100, Share(work.Cpu, work.Time) / work.CpuCount);

    private static bool IsBusy(CopyWork work, CopyEnd end) => !end.IsWithoutDevice && BusyPct(work, end) >= BusyFromPct;

    private static double BusyPct(CopyWork work, CopyEnd end) => Pct(work, end.Busy ?? TimeSpan.Zero);

    private static string Busy(CopyWork work, CopyEnd end) =>
        $"{end.Device} was busy for {Time(BusyPct(work, end))}";

    private static string ButIdle(CopyWork work, CopyEnd end) => end is { Busy: not null, Device: { } device }
        ? $", but its device {device} was busy for only {AmountText.Percent(BusyPct(work, end))}" : string.Empty;

    private static IEnumerable<CopyEnd> Devices(IEnumerable<CopyEnd> ends) =>
        ends.Where(end => end is { Device: not null, Busy: not null, IsWithoutDevice: false })
            .DistinctBy(end => end.Device);

    private static bool IsOfSmallFiles(CopyWork work) =>
        work.Files >= ManyFiles && work.Bytes / work.Files <= SmallFileBytes;

    private static string Small(CopyWork work) =>
        $"{AmountText.Count(work.Files)} small files ({DisplayNumber.Bytes(work.Bytes / work.Files)} on average)";

    private static double ReadingPct(CopyWork work) => Share(work.Traffic.SourceRead.Sum, Requested(work));

    private static double WritingPct(CopyWork work) =>
        Share(work.Traffic.TargetWritten.Sum + work.Traffic.TargetFlushed.Sum, Requested(work));

    // The threads of small files also open, create and close them.
    private static TimeSpan Requested(CopyWork work)
    {
        CopyTrafficTotals traffic = work.Traffic;
        TimeSpan requests = traffic.SourceRead.Sum + traffic.TargetWritten.Sum + traffic.TargetFlushed.Sum;
        return IsOfSmallFiles(work) && traffic.Entries.Sum > requests ? traffic.Entries.Sum : requests;
    }

    private static double Pct(CopyWork work, TimeSpan part) => Math.Min(100, Share(part, work.Time));

    private static double Share(TimeSpan part, TimeSpan whole) => whole > TimeSpan.Zero ? 100 * (part / whole) : 0;

    private static string Time(double pct) => $"{AmountText.Percent(pct)} of the time";
}
