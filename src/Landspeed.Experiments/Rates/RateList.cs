using System.Globalization;
using Landspeed.Experiments.Load;
using Landspeed.Results.Rates;

namespace Landspeed.Experiments.Rates;

/// <summary>Rates of requests, all in one unit. Immutable.</summary>
/// <param name="Values">One or more values above 0, ascending, each once.</param>
/// <param name="Unit">What they count.</param>
public sealed record RateList(IReadOnlyList<double> Values, RateUnit Unit)
{
    /// <summary>The lowest share of the full rate, percent.</summary>
    public const double LowestPct = 0.1;

    /// <summary>The highest share of the full rate, percent: beyond it the queue only grows faster.</summary>
    public const double HighestPct = 200;

    /// <summary>The most rates of one experiment.</summary>
    public const int MaximumCount = 100;

    /// <summary>The axis of the result.</summary>
    internal string Axis => Unit == RateUnit.Percent ? RateLabels.Share : RateLabels.Rate;

    /// <summary>Returns one of them as a rate of requests or bytes.</summary>
    /// <param name="value">One of the values.</param>
    /// <param name="fullPerS">Requests per second with a full queue; used only for shares of it.</param>
    internal LoadRate RateOf(double value, double fullPerS) => Unit == RateUnit.Percent
        ? new LoadRate(fullPerS * value / 100, IsOfBytes: false)
        : new LoadRate(value, IsOfBytes: Unit == RateUnit.Bytes);

    /// <summary>Returns the value on the axis: a share, or requests per second.</summary>
    /// <param name="value">One of the values.</param>
    /// <param name="requestSize">Bytes of a request, on average.</param>
    internal string LabelOf(double value, double requestSize) => Number(
        Unit == RateUnit.Percent ? value : RateOf(value, fullPerS: 0).RequestsPerS(requestSize));

    /// <summary>Returns the name of the cell.</summary>
    /// <param name="value">One of the values.</param>
    /// <param name="requestSize">Bytes of a request, on average.</param>
    internal string NameOf(double value, double requestSize) =>
        $"rate-{LabelOf(value, requestSize)}-{(Unit == RateUnit.Percent ? "pct" : "per-s")}";

    /// <summary>Returns all of them for display.</summary>
    /// <param name="requestSize">Bytes of a request, on average.</param>
    internal string Shown(double requestSize)
    {
        string all = string.Join(", ", Values.Select(value => LabelOf(value, requestSize)));
        return Unit == RateUnit.Percent ? $"{all} % of the rate with a full queue" : $"{all} requests/s";
    }

    private static string Number(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);
}

/// <summary>What a <see cref="RateList"/> counts.</summary>
public enum RateUnit
{
    /// <summary>Requests per second.</summary>
    Requests,

    /// <summary>Bytes per second.</summary>
    Bytes,

    /// <summary>Percent of the rate that a full queue reaches.</summary>
    Percent,
}
