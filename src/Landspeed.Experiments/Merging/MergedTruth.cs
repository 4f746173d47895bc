using Landspeed.Experiments.Judging;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Merging;

/// <summary>Determines where the bytes of several ranks came from or went, as a whole.</summary>
internal static class MergedTruth
{
    /// <summary>Adds the evidence of all ranks.</summary>
    /// <param name="parts">What each rank found, with its name for messages.</param>
    /// <param name="hosts">The number of each rank's host: ranks of one host see each other's traffic as
    /// foreign.</param>
    /// <param name="members">What messages call the ranks.</param>
    /// <returns>The verdict, or null if no rank has one.</returns>
    internal static TruthRecord? Of(
        IReadOnlyList<(string Name, TruthRecord? Truth)> parts, IReadOnlyList<int> hosts, string members = "ranks")
    {
        (string Name, TruthRecord Truth, int Host)[] known =
            [.. parts.Zip(hosts).Where(part => part.First.Truth is { AppBytes: > 0 }).Select(part => (part.First.Name, part.First.Truth!, part.Second))];
        if (known.Length == 0)
        {
            return parts.Select(part => part.Truth).FirstOrDefault(truth => truth is not null);
        }

        TruthRecord[] all = [.. known.Select(part => part.Truth)];
        long bytes = all.Sum(truth => truth.AppBytes);
        long? device = all.All(truth => truth.DeviceBytes is not null) ? all.Sum(truth => truth.DeviceBytes!.Value) : null;
        double? share = device is null ? null : 100.0 * device.Value / bytes;
        (Verdict verdict, string reason) = Decide(known, bytes, share, members);
        return new TruthRecord
        {
            Verdict = verdict,
            Reason = reason,
            AppBytes = bytes,
            DeviceBytes = device,
            DeviceSharePct = share,
            ForeignDeviceBytes = Foreign(known),
            ResidentBeforePct = Mean(all, truth => truth.ResidentBeforePct),
            ResidentAfterPct = Mean(all, truth => truth.ResidentAfterPct),
            UnwrittenPct = Mean(all, truth => truth.UnwrittenPct),
            HolePct = Mean(all, truth => truth.HolePct),
            Sources = [.. all.SelectMany(truth => truth.Sources).Distinct()],
        };
    }

    private static (Verdict Verdict, string Reason) Decide(
        (string Name, TruthRecord Truth, int Host)[] known, long bytes, double? share, string members)
    {
        TruthRecord first = known[0].Truth;
        if (known.All(part => part.Truth.Verdict == first.Verdict))
        {
            string text = share is { } moved ? Invariant($"the devices of all {members} moved {moved:F1} % of the {DisplayNumber.Bytes(bytes)}") : first.Reason;
            return (first.Verdict, known.Length == 1 ? first.Reason : text);
        }

        if (known.FirstOrDefault(part => part.Truth.Verdict == Verdict.Unknown) is { Truth: { } unknown } one)
        {
            return (Verdict.Unknown, $"{Counts(known, members)}; {one.Name}: {unknown.Reason}");
        }

        return (share >= Thresholds.DeviceFromPct ? Verdict.Device : Verdict.Mixed, Invariant($"{Counts(known, members)}: the devices moved {share:F1} % of the {DisplayNumber.Bytes(bytes)}"));
    }

    private static string Counts((string Name, TruthRecord Truth, int Host)[] known, string members) => AmountText.List(
    [
        .. known.GroupBy(part => part.Truth.Verdict).OrderByDescending(group => group.Count()).ThenBy(group => group.Key)
            .Select(group => Invariant($"{group.Count()} {members} {group.Key.ToWord()}")),
    ]);

    // Every rank of a host sees the traffic of all: what it counts as foreign includes that of the other ranks and of
    // other processes.
    private static long? Foreign((string Name, TruthRecord Truth, int Host)[] known)
    {
        long sum = 0;
        foreach (IGrouping<int, TruthRecord> host in known.GroupBy(part => part.Host, part => part.Truth))
        {
            long own = host.Sum(truth => truth.DeviceBytes ?? 0);
            long[] seen = [.. host.Where(truth => truth is { ForeignDeviceBytes: not null, DeviceBytes: not null }).Select(truth => truth.ForeignDeviceBytes!.Value + truth.DeviceBytes!.Value)];
            if (seen.Length < host.Count())
            {
                return null;
            }

            sum += Math.Max(0, seen.Min() - own);
        }

        return sum;
    }

    private static double? Mean(TruthRecord[] all, Func<TruthRecord, double?> of) =>
        all.All(truth => of(truth) is not null) ? all.Sum(truth => of(truth)!.Value * truth.AppBytes) / all.Sum(truth => (double)truth.AppBytes) : null;
}
