namespace Landspeed.Experiments.Rates;

/// <summary>How long requests may take from the moment at which they are due. Immutable.</summary>
/// <param name="Percentile">Which of them: a percentile of the response times.</param>
/// <param name="Most">How long, above 0.</param>
public sealed record ResponseLimit(ResponsePercentile Percentile, TimeSpan Most)
{
    /// <summary>The limit, ns.</summary>
    internal double MostNs => Most.TotalNanoseconds;

    /// <inheritdoc/>
    public override string ToString() => $"response {Percentile.Name} at most {AmountText.Duration(MostNs)}";
}
