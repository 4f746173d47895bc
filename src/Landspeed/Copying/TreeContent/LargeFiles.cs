using System.Collections.Concurrent;
using Landspeed.Copying.Content;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;

namespace Landspeed.Copying.TreeContent;

/// <summary>Carries large files, several requests at a time, on a thread of its own, which owns one engine.</summary>
internal sealed class LargeFiles : IWorkSource, IDisposable
{
    // A few files ahead hide their opening; more would only hold descriptors.
    private const int FilesAhead = 8;

    private readonly CopySetup _setup;
    private readonly RateLimit _limit;
    private readonly CancellationToken _stop;
    private readonly BlockingCollection<ContentWork> _copies;
    private readonly ConcurrentQueue<ContentWork> _comparisons = new();
    private readonly SemaphoreSlim _arrived = new(0);
    private readonly Lock _turn = new();
    private Thread? _thread;
    private Exception? _defect;
    private string? _description;
    private int _pending;
    private bool _closed;

    internal LargeFiles(CopySetup setup, RateLimit limit, CancellationToken stop, int ahead = FilesAhead)
    {
        (_setup, _limit, _stop) = (setup, limit, stop);
        _copies = new BlockingCollection<ContentWork>(ahead);
    }

    /// <summary>What carries the requests, for people.</summary>
    internal string? Description => Volatile.Read(ref _description);

    /// <summary>
    /// Takes a file over: makes its unfinished target, copies content, then owner, attributes, permissions and times. Waits
    /// while many are queued.
    /// </summary>
    /// <param name="job">The file.</param>
    /// <param name="whenWritten">
    /// Called on the carrying thread once all is handed to the system, not yet durable, or a problem is set and nothing was
    /// left; must be short.
    /// </param>
    /// <param name="segment">The range of it that is copied into a part which is there already; null: all of it.</param>
    internal void Copy(FileCopyJob job, Action<FileCopyJob> whenWritten, FileSegment? segment = null)
    {
        Start();
        _copies.Add(new CopyContent(job, _setup, done => Done(done, whenWritten), segment));
        _arrived.Release();
    }

    /// <summary>Takes a file over whose content is durable: reads it from the medium and compares.</summary>
    /// <param name="job">The file.</param>
    /// <param name="whenCompared">Called on the carrying thread; a difference is the job's problem.</param>
    internal void Verify(FileCopyJob job, Action<FileCopyJob> whenCompared)
    {
        Start();
        _comparisons.Enqueue(new CompareContent(job, _setup, done => Done(done, whenCompared)));
        _arrived.Release();
    }

    /// <summary>Waits until everything taken over is done. Nothing may be added meanwhile but by the callbacks.</summary>
    internal void Complete()
    {
        Thread? thread;
        lock (_turn)
        {
            (_closed, thread) = (true, _thread);
        }

        _arrived.Release();
        thread?.Join();
        if (_defect is not null)
        {
            throw new InvalidOperationException("the thread that copies large files ended early", _defect);
        }
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

            // What is compared is nearly published; what is copied has yet to begin.
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

    private void Start()
    {
        lock (_turn)
        {
            _pending++;
            if (_thread is not null)
            {
                return;
            }

            _thread = new Thread(Run) { Name = "landspeed copy", IsBackground = true };
            _thread.Start();
        }
    }

    private void Done(FileCopyJob job, Action<FileCopyJob> callback)
    {
        // The callback may bring the file back to be verified: it is not yet done then.
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

    private void FailTheRest(IOException failure)
    {
        while (Take(waits: true) is { } work)
        {
            work.Fail(failure);
            work.End();
        }
    }

    private void Run()
    {
        try
        {
            using CopyLoop loop = CopyLoops.Create(_setup, _limit, _stop, out string description);
            Volatile.Write(ref _description, description);
            loop.Run(this);
        }
        catch (Exception failure)
        {
            // No engine, or a defect of ours: whoever waits for these files learns it.
            _defect = failure is IOException ? null : failure;
            FailTheRest(new IOException($"large files cannot be carried: {failure.Message}", failure));
        }
    }
}
