using System.Globalization;

namespace Landspeed.Results.Rates;

/// <summary>Axes and options of a measurement at several rates.</summary>
public static class RateLabels
{
    /// <summary>The axis: requests per second.</summary>
    public const string Rate = "rate_per_s";

    /// <summary>The axis: percent of the rate with a full queue.</summary>
    public const string Share = "rate_pct";

    /// <summary>Option: the percentile that has a limit, <c>p99</c>; missing if none has.</summary>
    public const string Percentile = "limit_percentile";

    /// <summary>Option: its limit, ns; missing if there is none.</summary>
    public const string Limit = "limit_ns";

    /// <summary>Returns the share of the rate with a full queue, percent, or null if the rate was named.</summary>
    /// <param name="cell">A cell of such a measurement.</param>
    public static double? ShareOf(CellRecord cell) => cell.Labels.TryGetValue(Share, out string? text)
        && double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double share) ? share : null;
}
