using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Sweeping;

/// <summary>The cells of a grid, with the reason for each that cannot be measured here.</summary>
internal sealed class GridCells
{
    // The report's figures end at 4 MiB (4,194,304 bytes), and so do our defaults.
    private const long LargestDefault = 4 << 20;

    // Smallest sector in use: an engine's curve starts there if the alignment for direct I/O gives no value.
    private const int SmallestSector = 512;

    private readonly SweepOptions _options;
    private readonly IReadOnlyDictionary<IoMode, ModeSupport> _support;
    private readonly long _fileLength;

    /// <summary>Initialises the grid.</summary>
    /// <param name="options">The axes.</param>
    /// <param name="support">The support for each mode of <see cref="EngineModes"/>.</param>
    /// <param name="fileLength">Bytes of the file.</param>
    internal GridCells(SweepOptions options, IReadOnlyDictionary<IoMode, ModeSupport> support, long fileLength)
    {
        _options = options;
        _support = support;
        _fileLength = fileLength;
    }

    /// <summary>Returns the modes for which the engine has curves.</summary>
    internal static IReadOnlyList<IoMode> EngineModes(SweepOptions options) =>
        Uses(options, FileApi.Engine) ? Distinct(options.Modes, [IoMode.Direct]) : [];

    /// <summary>Returns all cells by curve, and by request size within a curve.</summary>
    /// <returns>Each cell, and why it is skipped, or null if it can be measured.</returns>
    internal IEnumerable<(SweepCell Cell, string? Skipped)> All()
    {
        MeasuredOperation[] operations =
            [.. Distinct(_options.Operations, [MeasuredOperation.Read, MeasuredOperation.Write])];
        bool stream = Uses(_options, FileApi.FileStream) && (_options.Modes?.Contains(IoMode.Buffered) ?? true);
        foreach (MeasuredOperation operation in operations.Where(_ => stream))
        {
            foreach (long size in StreamSizes())
            {
                yield return Judge(new SweepCell(FileApi.FileStream, IoMode.Buffered, operation, 1, size));
            }
        }

        foreach (IoMode mode in EngineModes(_options))
        {
            foreach (MeasuredOperation operation in operations)
            {
                foreach (int depth in Distinct(_options.QueueDepths, [1, 8]).Order())
                {
                    foreach (long size in EngineSizes(mode))
                    {
                        yield return Judge(new SweepCell(FileApi.Engine, mode, operation, depth, size));
                    }
                }
            }
        }
    }

    private static bool Uses(SweepOptions options, FileApi api) => options.Apis?.Contains(api) ?? true;

    private static IEnumerable<long> DefaultSizes(SweepGrid grid)
    {
        int factor = grid == SweepGrid.Full ? 2 : 4;
        for (long size = 1; size <= LargestDefault; size *= factor)
        {
            yield return size;
        }
    }

    private static IReadOnlyList<T> Distinct<T>(IReadOnlyList<T>? given, IReadOnlyList<T> absent) =>
        [.. (given ?? absent).Distinct()];

    private IEnumerable<long> StreamSizes() => (_options.RequestSizes ?? DefaultSizes(_options.Grid)).Distinct().Order();

    // Requested sizes are skipped with the reason; the default has none below the alignment to skip.
    private IEnumerable<long> EngineSizes(IoMode mode)
    {
        if (_options.RequestSizes is not null)
        {
            return StreamSizes();
        }

        long smallest = mode == IoMode.Direct && _support[mode].Refusal is null ? _support[mode].Alignment : SmallestSector;
        return DefaultSizes(_options.Grid).Where(size => size > smallest).Prepend(smallest);
    }

    private (SweepCell Cell, string? Skipped) Judge(SweepCell cell) => (cell, Refusal(cell));

    private string? Refusal(SweepCell cell)
    {
        if (cell.RequestSize > _fileLength)
        {
            return Invariant($"larger than the file ({_fileLength} bytes)");
        }

        if (cell.Api == FileApi.FileStream)
        {
            return null;
        }

        ModeSupport support = _support[cell.Mode];
        if (support.Refusal is { } refusal)
        {
            return $"{cell.Mode.ToWord()} I/O is not available here: {refusal}";
        }

        if (cell.RequestSize % support.Alignment != 0)
        {
            return Invariant($"not a multiple of {support.Alignment} bytes, the alignment for direct I/O here");
        }

        long buffers = cell.RequestSize * cell.QueueDepth;
        return buffers <= OptionLimits.MaximumBufferBytes
            ? null
            : Invariant($"needs {buffers} bytes of buffers, the limit is {OptionLimits.MaximumBufferBytes}");
    }
}
