using Landspeed.Experiments.Patterns.Creation;
using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Results.Paper;

namespace Landspeed.Experiments.Paper;

/// <summary>The results by which the findings of 2004 are judged.</summary>
/// <param name="Sweep">Curves over request size, or null if there are none.</param>
/// <param name="Creation">Files created by request size and preallocation, or null if there are none.</param>
/// <param name="Array">A value of <see cref="PaperLabels.ArrayOption"/>.</param>
internal sealed record PaperEvidence(ResultDocument? Sweep, ResultDocument? Creation, string Array)
{
    /// <summary>The operations that the report compares.</summary>
    internal static IReadOnlyList<string> Operations { get; } = ["read", "write"];

    /// <summary>Whether the volume is striped over several devices.</summary>
    internal bool IsArray => PaperLabels.IsArray(Array);

    /// <summary>Returns FileStream with its defaults, buffered.</summary>
    /// <param name="operation">One of <see cref="Operations"/>.</param>
    internal PaperCurve Defaults(string operation) => new(Points(operation).Where(point => point is { Api: "filestream" }));

    /// <summary>Returns direct requests of any depth.</summary>
    /// <param name="operation">One of <see cref="Operations"/>.</param>
    internal PaperCurve Direct(string operation) => new(Points(operation).Where(IsDirect));

    /// <summary>Returns direct requests one at a time, like unbuffered ones in 2004.</summary>
    /// <param name="operation">One of <see cref="Operations"/>.</param>
    internal PaperCurve OneAtATime(string operation) => new(Points(operation).Where(point => IsDirect(point) && point.QueueDepth == 1));

    /// <summary>
    /// Returns direct requests of the deepest queue measured; without any point if only one at a time was measured.
    /// </summary>
    /// <param name="operation">One of <see cref="Operations"/>.</param>
    internal PaperCurve Deep(string operation)
    {
        SweepPoint[] direct = [.. Points(operation).Where(point => IsDirect(point) && point.QueueDepth > 1)];
        int depth = direct.Select(point => point.QueueDepth).DefaultIfEmpty().Max();
        return new PaperCurve(direct.Where(point => point.QueueDepth == depth));
    }

    /// <summary>
    /// Returns the created files for a state of the volume and a preallocation, or null if none went to the device.
    /// </summary>
    internal CreationLine? Created(string state, string preallocation) =>
        Creation is null ? null : CreationConclusions.Find(CreationLine.Of(Creation.Cells), state, preallocation);

    /// <summary>Whether an intentionally fragmented volume was measured.</summary>
    internal bool HasFragmented => Creation?.Cells.Any(cell => cell.Labels.GetValueOrDefault(CreationLabels.StateAxis) == CreationLabels.Fragmented) == true;

    private static bool IsDirect(SweepPoint point) => point is { Api: "engine", Mode: "direct" };

    private IEnumerable<SweepPoint> Points(string operation) =>
        (Sweep?.Cells ?? []).Where(cell => cell.State == CellState.Done).Select(SweepPoint.Of)
            .Where(point => point.Operation == operation && point.Throughput is { Median: > 0 });
}
