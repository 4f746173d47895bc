using Landspeed.Files;

namespace Landspeed.Experiments.Measuring;

/// <summary>The settings of one worker: its part of the file and how it moves through it.</summary>
internal sealed record WorkerSettings
{
    /// <summary>The file, shared by all workers.</summary>
    internal required StorageFile File { get; init; }

    /// <summary>The case.</summary>
    internal required MeasurementOptions Options { get; init; }

    /// <summary>Zero-based number of the worker, among those of all ranks.</summary>
    internal required int Index { get; init; }

    /// <summary>Where its requests are.</summary>
    internal required RequestLayout Layout { get; init; }

    /// <summary>Requests in its part, 1 or more.</summary>
    internal long RequestCount => Layout.Count;

    /// <summary>Bytes of the file; the last request of a sequential read ends there.</summary>
    internal required long FileLength { get; init; }

    /// <summary>Requests in flight; 1 for the synchronous engine.</summary>
    internal required int QueueDepth { get; init; }

    /// <summary>Bytes of one request.</summary>
    internal int RequestSize => (int)Options.RequestSize;

    /// <summary>Whether all requests read; of a mix only some do.</summary>
    internal bool Reads => !Options.Writes;

    /// <summary>Whether some requests read and some write.</summary>
    internal bool Mixes => Options.Operation == MeasuredOperation.Mix;

    /// <summary>Divides the file among the workers.</summary>
    /// <param name="file">The open file.</param>
    /// <param name="plan">The plan.</param>
    /// <returns>One entry per worker.</returns>
    internal static WorkerSettings[] Share(StorageFile file, MeasurementPlan plan)
    {
        MeasurementOptions options = plan.Options;
        return [.. Enumerable.Range(0, options.Threads).Select(index => new WorkerSettings
        {
            File = file,
            Options = options,
            Index = (options.Part.Rank * options.Threads) + index,
            Layout = options.Part.LayoutOf(plan.RequestCount, options, index),
            FileLength = plan.FileLength,
            QueueDepth = options.QueueDepth,
        })];
    }
}
