using Landspeed.Experiments.Results;
using Landspeed.Reporting.Fio;

namespace Landspeed.Reporting;

/// <summary>
/// The JSON dialect of fio 3.33, for dashboards that read it; what fio has no word for stands under <c>landspeed</c>.
/// </summary>
/// <remarks>
/// Its units, not ours: <c>bw</c> in KiB/s, <c>bw_bytes</c> in B/s, <c>runtime</c> in ms, <c>elapsed</c> in s,
/// <c>usr_cpu</c> and <c>sys_cpu</c> in percent of the elapsed time. Values that we do not measure are null, and
/// listed in <c>not_measured</c>. <c>iodepth_level</c> has the whole at the mean achieved depth. fio prints every
/// percentile; those with too few samples behind them are listed in <c>percentiles_of_too_few_samples</c>. Runs of
/// one case are jobs of one name.
/// </remarks>
public sealed class FioJsonReport : IMeasurementReport
{
    /// <inheritdoc/>
    public void Write(MeasurementDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        FioWriter.Write(target, writer => FioDocument.Write(document, writer));
    }
}
