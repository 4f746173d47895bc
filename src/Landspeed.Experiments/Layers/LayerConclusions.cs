using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Measuring;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Layers;

/// <summary>Describes the result of the layers in words; a pure function of the cells.</summary>
/// <remarks>
/// Differences within the spread of the runs are reported as inconclusive; a layer that does not match its name is not
/// judged.
/// </remarks>
internal static class LayerConclusions
{
    // 0.1 s: with less, the start of a run affects its cost.
    private const double ShortNs = 100_000_000;

    private static readonly string[] s_chain = [LayerLabels.NullEngine, LayerLabels.MemoryCopy, LayerLabels.PageCache, LayerLabels.DeviceBuffered];

    /// <summary>Draws the conclusions.</summary>
    /// <param name="cells">All cells.</param>
    /// <param name="operation">What they do.</param>
    /// <returns>Paragraphs with the codes <c>layers_cost</c>, <c>layers_direct</c>, <c>layers_time</c>,
    /// <c>layers_short</c> and <c>layers_incomplete</c>, each at most once; none before a cell is measured.</returns>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells, MeasuredOperation operation)
    {
        IReadOnlyList<LayerStep> steps = LayerStep.Of(cells);
        if (!steps.Any(step => step.Cell.State == CellState.Done))
        {
            return [];
        }

        LayerStep[] chain = [.. s_chain.Select(name => steps.FirstOrDefault(step => step.Layer.Name == name)).OfType<LayerStep>().TakeWhile(step => step.IsKnown)];
        LayerStep? buffered = chain.Length == s_chain.Length ? chain[^1] : steps.FirstOrDefault(step => step is { Layer.Name: LayerLabels.DeviceBuffered, Obstacle: null });
        LayerStep? direct = steps.FirstOrDefault(step => step is { Layer.Name: LayerLabels.DeviceDirect, IsKnown: true });
        (ConclusionCode Code, string? Text)[] all =
        [
            (ConclusionCodes.LayersCost, chain.Length > 1 ? Cost(chain, operation) : null),
            (ConclusionCodes.LayersDirect, direct is null ? null : Direct(direct, buffered)),
            (ConclusionCodes.LayersTime, direct is null || buffered is null ? null : Time(direct, buffered, chain)),
            (ConclusionCodes.LayersShort, Short(steps)),
            (ConclusionCodes.LayersIncomplete, Incomplete(steps)),
        ];
        return [.. all.Where(one => one.Text is not null).Select(one => one.Code.Says($"{one.Text}."))];
    }

    private static string Cost(LayerStep[] chain, MeasuredOperation operation)
    {
        LayerStep top = chain[^1];
        bool reads = operation == MeasuredOperation.Read;
        string whole = top.Layer.Name switch
        {
            LayerLabels.DeviceBuffered when reads => "read from the device through the page cache",
            LayerLabels.DeviceBuffered => "written to the device through the page cache",
            LayerLabels.PageCache => reads ? "read from the page cache" : "written to the page cache",
            _ => reads ? "copied from memory" : "copied to memory",
        };
        string[] told = [.. chain.Where(IsTold).Select(step => $"{step.Layer.Adds} {(step == chain[0] ? "takes " : string.Empty)}{Ns(step.Added(Metrics.CpuPerByte)!)}")];
        string[] others =
        [
            .. chain.Where(step => step.Cpu?.Kind == DifferenceKind.Equal).Select(step =>
                Invariant($"less than {Difference.EqualPct} % more than without it: {step.Layer.Adds}")),
            .. chain.Where(step => step.Cpu?.Kind == DifferenceKind.Inconclusive).Select(step => $"{step.Layer.Adds}: {step.Cpu!.Inconclusive}"),
            .. chain.Where(step => step.Cpu?.Kind == DifferenceKind.Less).Select(step =>
                $"{step.Layer.Name} costs {CpuOf(step.Cell)}, less than the {CpuOf(step.Over!)} of {step.Over!.Name}: the two differ in more than {step.Layer.Adds}"),
        ];
        return $"Of {CpuOf(top.Cell)} of CPU time per byte {whole}, {string.Join("; ", [AmountText.List(told), .. others])}";
    }

    private static string Direct(LayerStep direct, LayerStep? buffered)
    {
        string beyond = direct.Cpu!.Kind switch
        {
            DifferenceKind.More => $", {Ns(direct.Added(Metrics.CpuPerByte)!)} ns beyond our loop",
            DifferenceKind.Inconclusive => $"; the part beyond our loop is {direct.Cpu.Inconclusive}",
            _ => ", no more than our loop",
        };
        string cost = $"costs {CpuOf(direct.Cell)} per byte{beyond}";
        if (buffered is null)
        {
            return $"Direct {cost}";
        }

        IntervalRecord whole = buffered.Cell[Metrics.CpuPerByte]!;
        Difference against = Difference.Of(direct.Cell[Metrics.CpuPerByte]!, whole);
        return against.Kind switch
        {
            DifferenceKind.Less => $"Direct {cost}; it saves {Number(whole.Median - direct.Cell[Metrics.CpuPerByte]!.Median)} "
                + $"of the {CpuOf(buffered.Cell)} through the page cache, {AmountText.Percent(100 * (1 - against.Ratio))}: the memory copy and the page cache",
            DifferenceKind.More => $"Direct {cost}: {AmountText.Times(against.Ratio)} times the {CpuOf(buffered.Cell)} through the page cache",
            DifferenceKind.Equal => Invariant($"Direct {cost}: within {Difference.EqualPct} % of the ") + $"{CpuOf(buffered.Cell)} through the page cache",
            _ => $"Direct {cost}; whether it saves anything of the {CpuOf(buffered.Cell)} through the page cache is {against.Inconclusive}",
        };
    }

    private static string Time(LayerStep direct, LayerStep buffered, LayerStep[] chain)
    {
        var against = Difference.Of(direct.Cell[Metrics.ElapsedPerByte]!, buffered.Cell[Metrics.ElapsedPerByte]!);
        string rates = $"{AmountText.Rate(direct.Cell[Metrics.Throughput]!)} direct, {AmountText.Rate(buffered.Cell[Metrics.Throughput]!)} through the page cache";
        string bound = string.Concat(chain.Where(step => step.Layer.Name is LayerLabels.PageCache or LayerLabels.MemoryCopy).Reverse()
            .Select(step => $"; {(step.Layer.Name == LayerLabels.PageCache ? "the page cache alone" : "memory alone")} "
                + AmountText.Rate(step.Cell[Metrics.Throughput]!)));
        return against.Kind switch
        {
            DifferenceKind.Less => $"Direct I/O is {AmountText.Times(1 / against.Ratio)} times as fast as buffered: {rates}{bound}",
            DifferenceKind.More => $"Buffered I/O is {AmountText.Times(against.Ratio)} times as fast as direct: {rates}{bound}",
            DifferenceKind.Equal => $"Direct I/O is as fast as buffered: {rates}{bound}",
            _ => $"Whether direct or buffered I/O is faster is {against.Inconclusive}: {rates}{bound}",
        };
    }

    private static string? Short(IReadOnlyList<LayerStep> steps)
    {
        LayerStep[] all = [.. steps.Where(step => step is { Obstacle: null, Layer.IsOfFile: true } && step.Cell[Metrics.Elapsed]!.Median < ShortNs)];
        return all.Length == 0 ? null
            : $"A run of {AmountText.List([.. all.Select(step => Invariant($"{step.Layer.Name} lasts {step.Cell[Metrics.Elapsed]!.Median / 1e6:N0} ms"))])}"
                + ": one pass is short, and the start of the run adds to its cost; give a larger --size or a longer --time";
    }

    private static string? Incomplete(IReadOnlyList<LayerStep> steps)
    {
        string[] obstacles = [.. steps.Where(step => step.Obstacle is not null).Select(step => $"{step.Layer.Name} {step.Obstacle}")];
        string[] blocked = [.. steps.Where(step => step is { Obstacle: null, IsBlocked: true }).Select(step => $"{step.Layer.Name} above {step.Layer.Over}")];
        return obstacles.Length == 0 ? null
            : $"Not all layers are known: {string.Join("; ", obstacles)}"
                + (blocked.Length == 0 ? string.Empty : $"; so what these add is unknown: {AmountText.List(blocked)}")
                + Advice(steps);
    }

    private static string Advice(IReadOnlyList<LayerStep> steps) =>
        steps.Any(step => step is { Layer.Name: LayerLabels.PageCache, Obstacle: not null, Cell.State: CellState.Done })
            ? ". With a --size that fits into memory, page-cache stays in the cache" : string.Empty;

    private static bool IsTold(LayerStep step) => step.Cpu is null or { Kind: DifferenceKind.More };

    private static string CpuOf(CellRecord cell) => AmountText.Cost(cell[Metrics.CpuPerByte]!.Median, cell[Metrics.CyclesPerByte]?.Median);

    private static string Ns(IntervalRecord added) => Number(added.Median);

    private static string Number(double value) => DisplayNumber.Of(value, halfWidth: 0);
}
