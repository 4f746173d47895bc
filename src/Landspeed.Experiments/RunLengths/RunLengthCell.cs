using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Results.RunLengths;
using static System.FormattableString;

namespace Landspeed.Experiments.RunLengths;

/// <summary>One mode of moving through a file of one layout.</summary>
/// <param name="Operation">Read, from the device; or write, until durable.</param>
/// <param name="Mode">Direct, or buffered with one request at a time, as most programs do it.</param>
/// <param name="Layout">The layout of the file.</param>
internal sealed record RunLengthCell(MeasuredOperation Operation, IoMode Mode, RunLayout Layout)
{
    /// <summary>Direct requests in flight.</summary>
    internal const int DirectDepth = 8;

    /// <summary>Bytes of one request: 1 MiB (1,048,576 bytes).</summary>
    internal const long RequestSize = 1 << 20;

    // The runtime compiles frequently called code in the background, 0.1 s after it is first needed.
    private static readonly TimeSpan s_compiledAfter = TimeSpan.FromMilliseconds(250);

    /// <summary>The operation and mode: <c>read-direct</c>.</summary>
    internal string Way => $"{Operation.ToWord()}-{Mode.ToWord()}";

    /// <summary>For example <c>read-direct-64KiB</c>.</summary>
    internal string Name => $"{Way}-{Layout.Name}";

    /// <summary>Returns all operations and modes.</summary>
    internal static IEnumerable<RunLengthCell> Of(RunLayout layout) =>
        from operation in new[] { MeasuredOperation.Read, MeasuredOperation.Write }
        from mode in new[] { IoMode.Direct, IoMode.Buffered }
        select new RunLengthCell(operation, mode, layout);

    /// <summary>Returns one pass through the file, limited by the time.</summary>
    /// <param name="file">The file.</param>
    /// <param name="options">What all cells have in common.</param>
    internal MeasurementOptions Case(LaidOutFile file, RunLengthsOptions options) => new()
    {
        Path = file.Path,
        Operation = Operation,
        Mode = Mode,
        RequireMode = true, // a mode that fell back would have another name
        RequestSize = Math.Min(RequestSize, options.Size),
        QueueDepth = Mode == IoMode.Direct ? DirectDepth : 1,
        Engine = Mode == IoMode.Direct ? EngineChoice.Automatic : EngineChoice.Synchronous,
        Time = options.Time,
        Bytes = options.Size,
        Size = options.Size,
        Cold = true,
        Flush = Operation == MeasuredOperation.Write ? FlushPolicy.End : FlushPolicy.None,
        Seed = options.Seed,
    };

    /// <summary>Returns a case that runs long enough for its code to be compiled.</summary>
    internal MeasurementOptions WarmUp(LaidOutFile file, RunLengthsOptions options) => Case(file, options) with { Time = s_compiledAfter };

    /// <summary>Returns the cell without a run.</summary>
    /// <param name="skipped">Why it is skipped, or null if it is not.</param>
    internal CellRecord ToRecord(string? skipped) => ResultPreview.Cell(
        Name,
        [
            (RunLengthLabels.Operation, Operation.ToWord()),
            (RunLengthLabels.Mode, Mode.ToWord()),
            (RunLengthLabels.RunLength, Invariant($"{Layout.RunLength}")),
        ],
        skipped);
}
