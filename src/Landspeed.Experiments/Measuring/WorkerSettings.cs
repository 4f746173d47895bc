using Landspeed.Files;

namespace Landspeed.Experiments.Measuring;

/// <summary>What one worker does: its part of the file and how it goes through it.</summary>
internal sealed record WorkerSettings
{
    /// <summary>The file, shared by all workers.</summary>
    internal required StorageFile File { get; init; }

    /// <summary>The case.</summary>
    internal required MeasurementOptions Options { get; init; }

    /// <summary>Zero-based number of the worker.</summary>
    internal required int Index { get; init; }

    /// <summary>First request of its part, in units of the request size.</summary>
    internal required long FirstRequest { get; init; }

    /// <summary>Requests in its part, 1 or more.</summary>
    internal required long RequestCount { get; init; }

    /// <summary>Bytes of the file; the last request of a sequential read ends there.</summary>
    internal required long FileLength { get; init; }

    /// <summary>Requests in flight; 1 for the synchronous engine.</summary>
    internal required int QueueDepth { get; init; }

    /// <summary>Bytes of one request.</summary>
    internal int RequestSize => (int)Options.RequestSize;

    /// <summary>Whether it reads.</summary>
    internal bool Reads => Options.Operation == MeasuredOperation.Read;

    /// <summary>Divides the file among the workers.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="plan">The plan.</param>
    /// <returns>One entry a worker.</returns>
    internal static WorkerSettings[] Share(StorageFile file, MeasurementPlan plan)
    {
        return [.. Enumerable.Range(0, plan.Options.Threads).Select(index =>
        {
            (long first, long count) = Partition.Of(plan.RequestCount, plan.Options.Threads, index);
            return new WorkerSettings
            {
                File = file,
                Options = plan.Options,
                Index = index,
                FirstRequest = first,
                RequestCount = count,
                FileLength = plan.FileLength,
                QueueDepth = plan.Options.QueueDepth,
            };
        })];
    }
}
