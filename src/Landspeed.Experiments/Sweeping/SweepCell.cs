using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Quantities;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>One case of a grid.</summary>
/// <param name="Api">The interface.</param>
/// <param name="Mode">How the page cache is used.</param>
/// <param name="Operation">The operation.</param>
/// <param name="QueueDepth">Requests in flight.</param>
/// <param name="RequestSize">Bytes of one request.</param>
public sealed record SweepCell(
    FileApi Api, IoMode Mode, MeasuredOperation Operation, int QueueDepth, long RequestSize)
{
    /// <summary>Unique within a sweep, for example <c>read-direct-64KiB-q8</c> or <c>write-filestream-1B</c>.</summary>
    public string Name => Api == FileApi.FileStream
        ? $"{Start}-{SizeName}"
        : Invariant($"{Start}-{SizeName}-q{QueueDepth}");

    /// <summary>Name of the curve to which it belongs, for example <c>read-direct-q8</c>.</summary>
    public string Curve => Api == FileApi.FileStream ? Start : Invariant($"{Start}-q{QueueDepth}");

    private string Start => $"{Operation.ToWord()}-{(Api == FileApi.FileStream ? "filestream" : Mode.ToWord())}";

    private string SizeName =>
        new ByteCount(RequestSize).ToWord();

    /// <summary>
    /// Returns the cells that are run once before the first round and not recorded, one for each interface and
    /// operation: otherwise the first runs would measure code that is not yet optimised.
    /// </summary>
    internal static IEnumerable<SweepCell> BeforeFirstRound(IEnumerable<SweepCell> cells) =>
        cells.DistinctBy(cell => (cell.Api, cell.Operation));

    /// <summary>Returns the case of a cell.</summary>
    internal static SweepCell Of(CellRecord record)
    {
        SweepPoint point = SweepPoint.Of(record);
        return new SweepCell(
            Enum.Parse<FileApi>(point.Api, ignoreCase: true),
            Enum.Parse<IoMode>(point.Mode, ignoreCase: true),
            Enum.Parse<MeasuredOperation>(point.Operation, ignoreCase: true),
            point.QueueDepth,
            point.RequestSizeBytes);
    }

    /// <summary>Returns the cell without a run.</summary>
    /// <param name="skipped">Why it is skipped, or null if it is not.</param>
    internal CellRecord ToRecord(string? skipped) => ResultPreview.Cell(
        Name,
        [
            (SweepLabels.ApiAxis, Api.ToWord()),
            (SweepLabels.ModeAxis, Mode.ToWord()),
            (SweepLabels.OperationAxis, Operation.ToWord()),
            (SweepLabels.QueueDepthAxis, Invariant($"{QueueDepth}")),
            (SweepLabels.RequestSizeAxis, Invariant($"{RequestSize}")),
        ],
        skipped) with
    {
        Curve = Curve,
    };
}
