using System.Collections.Concurrent;
using Landspeed.Copying.Content;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;

namespace Landspeed.Copying.TreeContent;

/// <summary>Copies large files with several requests in flight, on its own thread, which owns one engine.</summary>
internal sealed class LargeFileThread : IWorkSource, IDisposable
{
    // A few files in advance hide the time to open them; more would only hold descriptors.
    private const int FilesAhead = 8;

    private readonly CopySetup _setup;
    private readonly CopyLimits _limits;
    private readonly CancellationToken _stop;
    private readonly BlockingCollection<ContentWork> _copies;
    private readonly ConcurrentQueue<ContentWork> _comparisons = new();
    private readonly SemaphoreSlim _arrived = new(0);
    private readonly Lock _turn = new();
    private readonly Action<Exception> _broke;
    private readonly Thread _thread;
    private string? _description;
    private int _pending;
    private bool _closed;

    /// <summary>Starts the thread; its engine is created for the first file.</summary>
    /// <param name="setup">The run.</param>
    /// <param name="limits">The run's rate limits.</param>
    /// <param name="broke">
    /// Called with the failure that ended the thread's work early, before any file fails because of it.
    /// </param>
    /// <param name="stop">Stops the work.</param>
    /// <param name="ahead">Maximum number of waiting files.</param>
    /// <exception cref="NativeIOException">The system refuses to create the thread.</exception>
    internal LargeFileThread(
        CopySetup setup, CopyLimits limits, Action<Exception> broke, CancellationToken stop, int ahead = FilesAhead)
    {
        (_setup, _limits, _stop, _broke) = (setup, limits, stop, broke);
        _copies = new BlockingCollection<ContentWork>(ahead);
        _thread = Threads.Start(Run, "landspeed copy");
    }

    /// <summary>Describes the engine for people.</summary>
    internal string? Description => Volatile.Read(ref _description);

    /// <summary>
    /// Takes over a file: creates its unfinished target and copies the content, then owner, attributes, permissions and
    /// times. Waits while many are queued.
    /// </summary>
    /// <param name="job">The file.</param>
    /// <param name="whenWritten">
    /// Called on the copying thread once everything was handed to the system but is not yet durable, or a problem is
    /// set and nothing was left; must return quickly.
    /// </param>
    /// <param name="segment">The range to copy into an existing part, or null for the whole file.</param>
    internal void Copy(FileCopyJob job, Action<FileCopyJob> whenWritten, FileSegment? segment = null)
    {
        Begin();
        _copies.Add(new CopyContent(job, _setup, done => Done(done, whenWritten), segment));
        _arrived.Release();
    }

    /// <summary>Takes over a file whose content is durable: reads it from the medium and compares.</summary>
    /// <param name="job">The file.</param>
    /// <param name="whenCompared">Called on the copying thread; a difference becomes the job's problem.</param>
    internal void Verify(FileCopyJob job, Action<FileCopyJob> whenCompared)
    {
        Begin();
        _comparisons.Enqueue(new CompareContent(job, _setup, done => Done(done, whenCompared)));
        _arrived.Release();
    }

    /// <summary>Waits until everything taken over is done. During the wait only the callbacks may add files.</summary>
    internal void Complete()
    {
        lock (_turn)
        {
            _closed = true;
        }

        _arrived.Release();
        _thread.Join();
    }

    /// <inheritdoc/>
    public ContentWork? Take(bool waits)
    {
        while (true)
        {
            if (waits)
            {
                _arrived.Wait();
            }
            else if (!_arrived.Wait(0))
            {
                return null;
            }

            // Comparing is nearly the last step before publication; copying has yet to begin.
            if (_comparisons.TryDequeue(out ContentWork? work) || _copies.TryTake(out work))
            {
                return work;
            }

            lock (_turn)
            {
                if (_closed && _pending == 0)
                {
                    _arrived.Release(); // for the next question
                    return null;
                }
            }
        }
    }

    public void Dispose()
    {
        Complete();
        _copies.Dispose();
        _arrived.Dispose();
    }

    private void Begin()
    {
        lock (_turn)
        {
            _pending++;
        }
    }

    private void Done(FileCopyJob job, Action<FileCopyJob> callback)
    {
        // The callback may return the file for verification; it is then not done yet.
        callback(job);
        lock (_turn)
        {
            _pending--;
            if (_closed && _pending == 0)
            {
                _arrived.Release();
            }
        }
    }

    private void Run()
    {
        _arrived.Wait();
        _arrived.Release(); // there is work, or there will be none
        CopyLoop? loop = null;
        try
        {
            if (HasWork)
            {
                using (loop = CopyLoops.Create(_setup, _limits, _stop, out string description))
                {
                    Volatile.Write(ref _description, description);
                    loop.Run(this);
                }
            }
        }
        catch (Exception failure)
        {
            // Without an engine these files fail, but others do not.
            if (failure is not IOException)
            {
                _broke(failure);
            }

            FailAll(loop, new IOException($"large files cannot be carried: {failure.Message}", failure));
        }
    }

    private bool HasWork => !_comparisons.IsEmpty || _copies.Count > 0;

    private void FailAll(CopyLoop? loop, IOException failure)
    {
        foreach (ContentWork work in loop?.LeftBehind ?? [])
        {
            Fail(work, failure);
        }

        while (Take(waits: true) is { } work)
        {
            Fail(work, failure);
        }
    }

    private void Fail(ContentWork work, IOException failure)
    {
        try
        {
            work.Fail(failure);
            work.End();
        }
#pragma warning disable CA1031 // the others must come to their end, too
        catch (Exception mistake)
#pragma warning restore CA1031
        {
            _broke(mistake);
        }
    }
}
