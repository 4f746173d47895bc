using System.Diagnostics;
using System.Globalization;
using Landspeed.Experiments.Ranks;
using Landspeed.Results.Ranks;

namespace Landspeed.Experiments.Jobs;

/// <summary>The place of one job among those that measure at the same time; for its process.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class JobSeat : IRanks, IDisposable
{
    // A job that sleeps is scheduled again, also with more jobs than processors.
    private static readonly TimeSpan s_delay = TimeSpan.FromMilliseconds(100);

    private readonly JobMeeting _meeting;

    private JobSeat(JobMeeting meeting, int job)
    {
        _meeting = meeting;
        Self = new RankRecord
        {
            Number = job,
            Size = meeting.Count,
            Host = Environment.MachineName,
            Job = meeting.Identity.ToString("x16", CultureInfo.InvariantCulture),
        };
    }

    /// <inheritdoc/>
    public RankRecord Self { get; }

    /// <summary>Takes a place.</summary>
    /// <param name="path">Where the jobs meet.</param>
    /// <param name="job">Number of this one.</param>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    /// <exception cref="ExperimentException">No jobs meet there, or none has this number.</exception>
    internal static JobSeat Take(FilePath path, int job) => new(JobMeeting.Open(path, job), job);

    /// <inheritdoc/>
    public void Meet(string step, CancellationToken stop) => _meeting.Meet(Self.Number, stop);

    /// <inheritdoc/>
    public long Tell(long value, CancellationToken stop) => _meeting.Agree(Self.Number, () => value, stop);

    /// <inheritdoc/>
    public AgreedMoment AgreeOnStart(CancellationToken stop) => new(
        _meeting.Agree(
            Self.Number, () => Stopwatch.GetTimestamp() + (long)(s_delay.TotalSeconds * Stopwatch.Frequency), stop),
        TimeSpan.Zero);

    /// <inheritdoc/>
    public void Dispose() => _meeting.Dispose();
}
