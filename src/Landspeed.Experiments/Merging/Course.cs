using Landspeed.Results;

namespace Landspeed.Experiments.Merging;

/// <summary>The number of bytes and requests that one rank had completed at each moment, from its samples.</summary>
/// <param name="run">The run of the rank.</param>
/// <remarks>Moments are relative to the agreed start. Within a sample bytes are assumed to arrive evenly.</remarks>
internal sealed class Course(RunRecord run)
{
    private readonly double _start = run[Metrics.StartOffset] ?? 0;

    /// <summary>When it started.</summary>
    internal double StartNs => _start;

    /// <summary>When it ended.</summary>
    internal double EndNs => run[Metrics.EndOffset] ?? _start + (run[Metrics.Elapsed] ?? 0);

    /// <summary>Returns the bytes and requests that were completed before a moment.</summary>
    internal (double Bytes, double Requests) Before(double momentNs)
    {
        (double bytes, double requests) = (0, 0);
        foreach (SampleRecord sample in run.Samples)
        {
            double share = Math.Clamp((momentNs - _start - sample.StartNs) / Math.Max(1, sample.DurationNs), 0, 1);
            bytes += share * sample.Bytes;
            requests += share * sample.Requests;
        }

        return (bytes, requests);
    }

    /// <summary>
    /// Combines the samples of several ranks into one time series, from the start of the first to the end of the last.
    /// </summary>
    /// <param name="courses">One or more.</param>
    /// <param name="lengthNs">Length of a sample.</param>
    internal static IReadOnlyList<SampleRecord> Sum(IReadOnlyList<Course> courses, long lengthNs)
    {
        double start = courses.Min(course => course.StartNs);
        long total = (long)(courses.Max(course => course.EndNs) - start);
        var samples = new List<SampleRecord>();
        (long bytes, long requests) = (0, 0);
        for (long at = 0; at < total; at += lengthNs)
        {
            long length = Math.Min(lengthNs, total - at);
            bool isLast = at + length >= total;
            (double allBytes, double allRequests) = (0, 0);
            foreach (Course course in courses)
            {
                (double some, double few) = course.Before(isLast ? double.PositiveInfinity : start + at + length);
                (allBytes, allRequests) = (allBytes + some, allRequests + few);
            }

            (long newBytes, long newRequests) = ((long)Math.Round(allBytes), (long)Math.Round(allRequests));
            samples.Add(new SampleRecord(at, length, newBytes - bytes, newRequests - requests));
            (bytes, requests) = (newBytes, newRequests);
        }

        return samples;
    }
}
