using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Results.Paper;

namespace Landspeed.Reporting.Views.Paper;

/// <summary>The results that a paper rests on, as its figures look at them.</summary>
/// <param name="document">The paper.</param>
internal sealed class PaperParts(ResultDocument document)
{
    /// <summary>The sweep; null: there is none.</summary>
    public ResultDocument? Sweep { get; } = document.Parts.FirstOrDefault(part => part.Kind == ResultKinds.Sweep);

    /// <summary>The created files; null: there are none.</summary>
    public ResultDocument? Creation { get; } = document.Parts.FirstOrDefault(part => part is { Kind: ResultKinds.Patterns, Variant: ResultKinds.Creation });

    /// <summary>What the device is an array of.</summary>
    public string Array { get; } = Cells.Option(document.Setup, PaperLabels.ArrayOption) ?? PaperLabels.Unknown;

    /// <summary>Whether it is one.</summary>
    public bool IsArray => PaperLabels.IsArray(Array);

    /// <summary>Points of FileStream, from the smallest request up.</summary>
    public SweepPoint[] Buffered(string operation) => Points(point => point.Api == "filestream" && point.Operation == operation);

    /// <summary>Points of direct requests, one at a time or in the deepest queue.</summary>
    /// <param name="operation"><c>read</c> or <c>write</c>.</param>
    /// <param name="isDeep">Whether in the deepest queue; none where one at a time is all there is.</param>
    public SweepPoint[] Direct(string operation, bool isDeep)
    {
        SweepPoint[] all = Points(point => point is { Api: "engine", Mode: "direct" } && point.Operation == operation);
        int depth = isDeep ? all.Select(point => point.QueueDepth).Where(one => one > 1).DefaultIfEmpty().Max() : 1;
        return [.. all.Where(point => point.QueueDepth == depth)];
    }

    /// <summary>Created files of a state of the volume and a preallocation, from the smallest write up.</summary>
    public CellRecord[] Created(string state, string preallocation) => [.. (Creation?.Cells ?? []).Where(cell => cell.State == CellState.Done
        && cell.Labels.GetValueOrDefault(CreationLabels.StateAxis) == state && cell.Labels.GetValueOrDefault(CreationLabels.PreallocationAxis) == preallocation
        && Cells.Number(cell, CreationLabels.RequestSizeAxis) > 0).OrderBy(cell => Cells.Number(cell, CreationLabels.RequestSizeAxis))];

    private SweepPoint[] Points(Func<SweepPoint, bool> isOne) =>
        [.. (Sweep?.Cells ?? []).Where(cell => cell.State == CellState.Done).Select(SweepPoint.Of).Where(isOne).OrderBy(point => point.RequestSizeBytes)];
}
