using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Files;
using Landspeed.Quantities;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>One case of a grid.</summary>
/// <param name="Api">Interface.</param>
/// <param name="Mode">How the page cache is passed.</param>
/// <param name="Operation">What is done.</param>
/// <param name="QueueDepth">Requests in flight.</param>
/// <param name="RequestSize">Bytes of one request.</param>
public sealed record SweepCell(
    FileApi Api, IoMode Mode, MeasuredOperation Operation, int QueueDepth, long RequestSize)
{
    /// <summary>Unique within a sweep, for example <c>read-direct-64KiB-q8</c> or <c>write-filestream-1B</c>.</summary>
    public string Name => Api == FileApi.FileStream
        ? $"{Start}-{SizeName}"
        : Invariant($"{Start}-{SizeName}-q{QueueDepth}");

    /// <summary>Name of the curve that it is a point of, for example <c>read-direct-q8</c>.</summary>
    public string Curve => Api == FileApi.FileStream ? Start : Invariant($"{Start}-q{QueueDepth}");

    private string Start => $"{NameOf.Operation(Operation)}-{(Api == FileApi.FileStream ? "filestream" : NameOf.Mode(Mode))}";

    private string SizeName =>
        new ByteCount(RequestSize).ToString().Replace(" ", string.Empty, StringComparison.Ordinal);

    /// <summary>The cell that a record tells of.</summary>
    internal static SweepCell Of(SweepCellRecord record) => new(
        Enum.Parse<FileApi>(record.Api, ignoreCase: true),
        Enum.Parse<IoMode>(record.Mode, ignoreCase: true),
        Enum.Parse<MeasuredOperation>(record.Operation, ignoreCase: true),
        record.QueueDepth,
        record.RequestSizeBytes);

    /// <summary>The cell without a run.</summary>
    /// <param name="state">Pending or skipped.</param>
    /// <param name="reason">Why it is skipped; else null.</param>
    internal SweepCellRecord ToRecord(CellState state, string? reason) => new()
    {
        Name = Name,
        Curve = Curve,
        Api = NameOf.Api(Api),
        Mode = NameOf.Mode(Mode),
        Operation = NameOf.Operation(Operation),
        QueueDepth = QueueDepth,
        RequestSizeBytes = RequestSize,
        State = state,
        Reason = reason,
        Findings = [],
        Runs = [],
    };
}
