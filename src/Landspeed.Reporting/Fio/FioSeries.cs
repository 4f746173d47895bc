using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>A rate over the samples of a run; zero where there are none.</summary>
internal readonly record struct FioSeries(double Min, double Max, double Mean, double Deviation)
{
    /// <summary>Sums up an amount a second.</summary>
    public static FioSeries Of(SampleRecord[] samples, Func<SampleRecord, double> amount)
    {
        if (samples.Length == 0)
        {
            return default;
        }

        double[] rates = [.. samples.Select(sample => amount(sample) / sample.DurationNs * 1e9)];
        double mean = rates.Average();
        double squares = rates.Sum(rate => (rate - mean) * (rate - mean));
        double deviation = rates.Length > 1 ? Math.Sqrt(squares / (rates.Length - 1)) : 0;
        return new FioSeries(rates.Min(), rates.Max(), mean, deviation);
    }
}
