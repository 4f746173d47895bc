using Landspeed.Experiments.Measuring;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Converts cells into cases that can be measured.</summary>
/// <param name="Options">The grid.</param>
/// <param name="Setup">What all cells have in common.</param>
/// <param name="File">The file of reads and writes.</param>
/// <param name="ExtendFile">The file of extends.</param>
internal sealed record SweepCases(
    SweepOptions Options, SweepSetup Setup, FilePath File, FilePath ExtendFile)
{
    /// <summary>
    /// Returns the case that represents creating the file: what is checked for it applies to all cells.
    /// </summary>
    /// <param name="writes">Whether a cell writes within the file.</param>
    internal MeasurementOptions ToPrepare(bool writes) => Common(File) with
    {
        Operation = writes ? MeasuredOperation.Write : MeasuredOperation.Read,
        Size = Setup.FileBytes,
        RequestSize = 1,
    };

    /// <summary>
    /// Returns the case that represents creating the file of the extends, or null if no cell extends.
    /// </summary>
    /// <param name="cells">The cells.</param>
    internal MeasurementOptions? ToPrepareExtends(IEnumerable<SweepCell> cells)
    {
        long[] lengths = [.. cells.Where(cell => cell.Operation == MeasuredOperation.Extend).Select(BytesOf)];
        return lengths.Length == 0 ? null : Common(ExtendFile) with
        {
            Operation = MeasuredOperation.Extend,
            Size = lengths.Max(),
            RequestSize = 1,
        };
    }

    /// <summary>Returns one cell's case.</summary>
    internal MeasurementOptions Of(SweepCell cell)
    {
        bool extends = cell.Operation == MeasuredOperation.Extend;
        long bytes = BytesOf(cell);
        return Common(extends ? ExtendFile : File) with
        {
            Api = cell.Api,
            Mode = cell.Mode,
            Operation = cell.Operation,
            RequestSize = cell.RequestSize,
            QueueDepth = cell.QueueDepth,
            Time = TimeSpan.FromSeconds(Setup.TimeS),
            Bytes = bytes,
            Size = extends ? bytes : Setup.FileBytes,
            Cold = !extends,
            Flush = cell.Operation == MeasuredOperation.Read ? FlushPolicy.None : FlushPolicy.End,
        };
    }

    // A run has at least one request.
    private long BytesOf(SweepCell cell) => Math.Max(Setup.LimitBytes, cell.RequestSize);

    // If a mode is not available, a cell must not run in another mode under its name.
    private MeasurementOptions Common(FilePath path) => new()
    {
        Path = path,
        Mode = IoMode.Buffered,
        RequireMode = true,
        QueueDepth = 1,
        Overwrite = Options.Overwrite && path.Equals(File), // what was named may be removed, but not what is next to it
        Keep = Options.Keep,
        IsLengthFixed = Options.IsLengthFixed,
        Seed = Setup.Seed,
        Part = FilePart.Whole with { Rank = Options.Rank ?? 0 },
    };
}
