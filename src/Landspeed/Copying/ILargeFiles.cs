namespace Landspeed.Copying;

/// <summary>Carries large files, several requests at a time, on a thread of its own.</summary>
internal interface ILargeFiles : IDisposable
{
    /// <summary>What carries the requests, for people.</summary>
    string? Description { get; }

    /// <summary>
    /// Takes a file over: makes its unfinished target, copies content, then owner, attributes, permissions and times. Waits
    /// while many are queued.
    /// </summary>
    /// <param name="job">The file.</param>
    /// <param name="whenWritten">
    /// Called on the carrying thread once all is handed to the system, not yet durable, or a problem is set and nothing was
    /// left; must be short.
    /// </param>
    void Copy(FileCopyJob job, Action<FileCopyJob> whenWritten);

    /// <summary>Takes a file over whose content is durable: reads it from the medium and compares.</summary>
    /// <param name="job">The file.</param>
    /// <param name="whenCompared">Called on the carrying thread; a difference is the job's problem.</param>
    void Verify(FileCopyJob job, Action<FileCopyJob> whenCompared);

    /// <summary>Waits until everything taken over is done. Nothing may be added meanwhile but by the callbacks.</summary>
    void Complete();
}
