using Landspeed.Experiments.Collecting;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using Landspeed.Results.MetricGroups;

namespace Landspeed.Experiments.Comparing;

/// <summary>
/// One result compared with the baseline: which cells match, and the outcome of each of their metrics.
/// </summary>
internal sealed class PairComparison
{
    private readonly ComparedResult _baseline;
    private readonly ComparedResult _other;
    private readonly ComparisonOptions _options;
    private readonly int _index;
    private readonly List<(CellRecord One, CellRecord Other)> _meeting = [];

    /// <summary>Compares the two results.</summary>
    /// <param name="baseline">The first result.</param>
    /// <param name="other">A further one.</param>
    /// <param name="index">Its index among those compared.</param>
    /// <param name="options">How they are compared.</param>
    internal PairComparison(ComparedResult baseline, ComparedResult other, int index, ComparisonOptions options)
    {
        (_baseline, _other, _index, _options) = (baseline, other, index, options);
        NotComparable = ComparableResults.Reasons((baseline.Name, baseline.Document), (other.Name, other.Document));
        Match();
        Compare();
    }

    /// <summary>Why the two are not comparable.</summary>
    internal IReadOnlyList<string> NotComparable { get; }

    /// <summary>Cells that both have but that are not comparable, each with its reason.</summary>
    internal List<(CellRecord Cell, string Reason)> Refused { get; } = [];

    /// <summary>Cells that are compared although they are not comparable, each with its reason.</summary>
    internal List<(CellRecord Cell, string Reason)> Anyway { get; } = [];

    /// <summary>Cells of the baseline that are compared.</summary>
    internal IEnumerable<CellRecord> Cells => _meeting.Select(pair => pair.One);

    /// <summary>The outcomes, by metric in order of importance, then by cell.</summary>
    internal IReadOnlyList<ComparisonRecord> Comparisons { get; private set; } = [];

    /// <summary>The pair, as counts.</summary>
    internal ComparedPairRecord Record { get; private set; } = null!;

    private void Match()
    {
        ILookup<string, CellRecord> others = _other.Document.Cells.ToLookup(cell => cell.Name, StringComparer.Ordinal);
        foreach (CellRecord cell in _baseline.Document.Cells.DistinctBy(cell => cell.Name, StringComparer.Ordinal))
        {
            if ((others[cell.Name].FirstOrDefault() ?? Lone(cell)) is { } other)
            {
                Meet(cell, other);
            }
        }
    }

    // Two results of one cell each are both about that cell, whatever it is called: its name contains its options.
    private CellRecord? Lone(CellRecord cell) =>
        _baseline.Document.Cells.Count == 1 && _other.Document.Cells is [var other] && cell.State == CellState.Done ? other : null;

    private void Meet(CellRecord cell, CellRecord other)
    {
        string? reason = NotMeasured(cell, _baseline) ?? NotMeasured(other, _other);
        if (reason is not null)
        {
            Refused.Add((cell, reason));
            return;
        }

        reason = ComparableResults.Reason(cell, other, _baseline.Document.Setup.Axes);
        if (cell.Name != other.Name)
        {
            string named = $"another case, {other.Name} in {_other.Name}";
            reason = reason is null ? named : $"{named}; {reason}";
        }

        if (reason is not null)
        {
            (_options.IsAnyway ? Anyway : Refused).Add((cell, reason));
        }

        if (reason is null || _options.IsAnyway)
        {
            _meeting.Add((cell, other));
        }
    }

    private static string? NotMeasured(CellRecord cell, ComparedResult result) =>
        cell.State != CellState.Done || cell.Runs.Count == 0 ? $"{cell.State.ToWord()} in {result.Name}{(cell.Reason is { } why ? $": {why}" : string.Empty)}"
        : null;

    private void Compare()
    {
        IReadOnlyList<Metric> metrics = _options.Metrics.Count > 0 ? _options.Metrics : ComparedMetric.InOrder;
        SpeedDrift? drift =
            IsMachineShared ? new SpeedDrift(SpeedDrift.Between(_baseline.Document, _other.Document)) : null;
        Dictionary<string, ProcessorSpeed> speeds = IsMachineShared ? _meeting.ToDictionary(pair => pair.One.Name, SpeedOf, StringComparer.Ordinal) : [];
        List<Ratio> ratios =
        [
            .. from metric in metrics
               from pair in _meeting
               let one = Values(pair.One, metric)
               let other = Values(pair.Other, metric)
               where one.Length > 0 && other.Length > 0
               let interval = Interval(one, other)
               let speed = speeds.GetValueOrDefault(pair.One.Name)
               let isExplained = speed?.Explains(metric, interval) == true
                   || drift?.Explains(metric, one, other, interval) == true
               select new Ratio(metric, pair.One.Name, one, other, interval, isExplained),
        ];
        Metric? leading = ComparedMetric.InOrder.FirstOrDefault(metric => ratios.Exists(ratio => ratio.Metric == metric));
        Dictionary<string, Ratio> asked = ratios.Where(ratio => ratio.Metric == leading).ToDictionary(ratio => ratio.Cell, StringComparer.Ordinal);
        bool IsAsked(Ratio ratio) => asked.TryGetValue(ratio.Cell, out Ratio? first) && ratio.Interval.IsOfSame(first.Interval);
        double leadingLevel = Level(asked.Values);
        double level = Level(ratios.Where(ratio => !IsAsked(ratio)));
        Comparisons = [.. ratios.Select(ratio => ratio.ToRecord(_index, _options.BandPct, IsAsked(ratio) ? leadingLevel : level))];
        Record = new ComparedPairRecord
        {
            Other = _index,
            Cells = _meeting.Count,
            RefusedCells = Refused.Count,
            OnlyBaseline = Alone(_baseline, _other),
            OnlyOther = Alone(_other, _baseline),
            Better = Count(ComparisonWord.Better),
            Worse = Count(ComparisonWord.Worse),
            Equal = Count(ComparisonWord.Equal),
            CannotTell = Count(ComparisonWord.CannotTell),
            LeadingLevel = leadingLevel,
            Level = level,
            NotComparable = NotComparable,
        };
    }

    // Interleaved runs are affected by the neighbours alike.
    private bool IsMachineShared =>
        !_options.IsInterleaved && new[] { _baseline, _other }.Any(result => result.Document.Hosts.Any(host => host.Virtualization is not null));

    private ProcessorSpeed SpeedOf((CellRecord One, CellRecord Other) pair) => ProcessorSpeed.Of(pair.One, pair.Other, metric =>
        Values(pair.One, metric) is { Length: > 0 } one && Values(pair.Other, metric) is { Length: > 0 } other ? Interval(one, other) : null);

    private RatioInterval Interval(double[] one, double[] other) =>
        _options.IsPaired && one.Length == other.Length ? RatioInterval.OfPairs(one, other) : RatioInterval.Of(one, other);

    private double Level(IEnumerable<Ratio> ratios) =>
        FalseDiscovery.Level([.. ratios.Where(ratio => ratio.CanTell).Select(ratio => ratio.Chance(_options.BandPct))], _options.Looks);

    private int Count(ComparisonWord word) => Comparisons.Count(comparison => comparison.Word == word);

    private int Alone(ComparedResult one, ComparedResult other) => _meeting is [var pair] && pair.One.Name != pair.Other.Name
        ? 0
        : one.Document.Cells.Select(cell => cell.Name).Except(other.Document.Cells.Select(cell => cell.Name), StringComparer.Ordinal).Count();

    // A percentile that not all runs have does not belong to the cell; values below 0 have no ratio.
    private static double[] Values(CellRecord cell, Metric metric)
    {
        double[] values = cell[metric] is null
            ? []
            : [.. cell.Runs.Select(run => run[metric]).OfType<double>().Where(double.IsFinite).Take(MedianInterval.MostValues)];
        return Array.TrueForAll(values, value => value >= 0) ? values : [];
    }

    private sealed record Ratio(Metric Metric, string Cell, double[] One, double[] Other, RatioInterval Interval, bool IsExplained)
    {
        // A comparison that could not be conclusive in any case does not count as a test: too few runs, or a constant.
        internal bool CanTell => !Interval.IsConstant && Interval.SmallestPValue <= FalseDiscovery.Share;

        // What is within the band is not a difference, however significant, and what the machine's changing speed
        // explains does not count: they must not make it easier for others to be a difference.
        internal double Chance(double bandPct) => Difference.IsBeyond(Interval.Ratio, bandPct) && !IsExplained ? Interval.PValue : 1;

        internal ComparisonRecord ToRecord(int index, double bandPct, double level)
        {
            Difference difference = Difference.Of(Interval, bandPct, level);
            bool isOnlyInTurn = IsExplained && Difference.IsBeyond(Interval.Ratio, bandPct);
            return new ComparisonRecord
            {
                Other = index,
                Cell = Cell,
                Metric = Metric.Name,
                Word = difference.Kind switch
                {
                    DifferenceKind.Equal => ComparisonWord.Equal,
                    _ when isOnlyInTurn => ComparisonWord.CannotTell,
                    DifferenceKind.Inconclusive => ComparisonWord.CannotTell,
                    var kind => (kind == DifferenceKind.More) == (Metric.Better == Better.Higher) ? ComparisonWord.Better : ComparisonWord.Worse,
                },
                Ratio = Finite(Interval.Ratio),
                RatioLow = Finite(Interval.Low),
                RatioHigh = Finite(Interval.High),
                ConfidencePct = Interval.ConfidencePct,
                PValue = Interval.PValue,
                OnlyInTurn = isOnlyInTurn,
                MoreRuns = difference.Kind == DifferenceKind.Inconclusive && !isOnlyInTurn ? difference.RunsToDecide - difference.Runs : null,
                Baseline = Summary(One),
                Value = Summary(Other),
            };
        }

        private static double? Finite(double value) => double.IsFinite(value) ? value : null;

        private static ComparedValuesRecord Summary(double[] values)
        {
            IntervalRecord interval = MedianInterval.Of(values);
            return new ComparedValuesRecord(interval.Runs, interval.Median, interval.Low, interval.High, Statistics.Modes.Of(values));
        }
    }
}
