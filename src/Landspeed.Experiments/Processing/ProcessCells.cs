using System.Globalization;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// The cells of the experiment: each strategy by threads, work, and, except for the pipeline, buffer size, hint and
/// distribution.
/// </summary>
internal static class ProcessCells
{
    /// <summary>Returns the axes that have more than one value, and those that are always shown.</summary>
    internal static IReadOnlyList<string> Axes(ProcessOptions options) =>
    [
        ProcessingValues.Strategy,
        ProcessingValues.Threads,
        ProcessingValues.Work,
        .. options.BufferSizes.Count > 1 ? [ProcessingValues.Buffer] : Array.Empty<string>(),
        .. options.Hints.Count > 1 ? [ProcessingValues.Hint] : Array.Empty<string>(),
        .. options.Distributions.Count > 1 ? [ProcessingValues.Distribution] : Array.Empty<string>(),
    ];

    /// <summary>Returns the strategies by the names of their cells, in order.</summary>
    internal static IReadOnlyList<(CellRecord Cell, ProcessSettings Settings)> Of(ProcessOptions options)
    {
        IReadOnlyList<string> axes = Axes(options);
        return [.. All(options).Select(settings => (Cell(settings, axes), settings))];
    }

    private static IEnumerable<ProcessSettings> All(ProcessOptions options) =>
        from passes in options.Passes
        from threads in options.Threads
        from strategy in options.Strategies
        let piped = strategy == ProcessStrategy.Pipelined
        from buffer in piped ? options.BufferSizes.Take(1) : options.BufferSizes
        from hint in piped ? options.Hints.Take(1) : options.Hints
        from distribution in piped ? options.Distributions.Take(1) : options.Distributions
        select new ProcessSettings
        {
            Strategy = strategy,
            Threads = threads,
            Passes = new LinePasses(passes, options.FirstPass),
            BufferSize = buffer,
            Hint = hint,
            Distribution = distribution,
        };

    private static CellRecord Cell(ProcessSettings settings, IReadOnlyList<string> axes)
    {
        (string Axis, string Value)[] labels =
        [
            (ProcessingValues.Strategy, settings.Strategy.ToWord()),
            (ProcessingValues.Threads, Number(settings.Threads)),
            (ProcessingValues.Work, Number(settings.Passes.Count)),
            (ProcessingValues.Buffer, settings.BufferSize.ToString()),
            (ProcessingValues.Hint, settings.Hint.ToWord()),
            (ProcessingValues.Distribution, settings.Distribution.ToWord()),
        ];
        int count = settings.Strategy == ProcessStrategy.Pipelined ? 3 : labels.Length;
        (string Axis, string Value)[] used = [.. labels.Take(count).Where(label => axes.Contains(label.Axis))];
        return ResultPreview.Cell(Name(used), used);
    }

    // For example streaming-2-threads-work-100, with -4KiB-sequential appended if that varies.
    private static string Name((string Axis, string Value)[] labels) => string.Join('-', labels.Select(label => label.Axis switch
    {
        ProcessingValues.Threads => $"{label.Value}-threads",
        ProcessingValues.Work => $"work-{label.Value}",
        _ => label.Value.Replace(" ", string.Empty, StringComparison.Ordinal),
    }));

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
