using Landspeed.Engine;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing.Simulation;

/// <summary>
/// For tests: carries requests out on real files, on the owner's thread, but as a bad day would: short, with nothing
/// moved, with errors, late and in another order, all from a seed. It loses and doubles no completion.
/// </summary>
/// <remarks>
/// A request is carried out when it is submitted, so a late completion is late only in being reported. What a short
/// transfer did not move was not touched.
/// </remarks>
internal sealed class SimulatedEngine : IIoEngine
{
    private readonly IFileCalls _calls = NativePlatform.Files;
    private readonly AttachedFiles _files = new();
    private readonly AttachedMemory _memory = new();
    private bool _hasWaker;
    private readonly SimulatedFaults _faults;
    private readonly SimulatedFlight _flight;
    private bool _disposed;

    /// <summary>Makes an engine.</summary>
    /// <param name="options">What to do to requests.</param>
    /// <exception cref="ArgumentOutOfRangeException">A depth, probability, alignment or delay is out of range.</exception>
    public SimulatedEngine(SimulationOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        QueueDepth = RequestChecks.QueueDepth(options.QueueDepth);
        _faults = new SimulatedFaults(options);
        _flight = new SimulatedFlight(options);
    }

    /// <inheritdoc/>
    public EngineDescription Description { get; } = new(EngineKind.Synchronous, [], []);

    /// <inheritdoc/>
    public int QueueDepth { get; }

    /// <summary>Always 1.</summary>
    public int WorthwhileReap => 1;

    /// <inheritdoc/>
    public int Outstanding => _flight.Count;

    /// <inheritdoc/>
    public EngineFile Attach(SafeFileHandle handle)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        return _files.Add(handle);
    }

    /// <inheritdoc/>
    public void Detach(EngineFile file)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        _files.Remove(file);
    }

    /// <inheritdoc/>
    public void AttachMemory(nint address, long length)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        _memory.Attach(address, length, Outstanding);
    }

    /// <inheritdoc/>
    public bool TryQueue(in IoRequest request)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        RequestChecks.Request(request, _files);
        if (Outstanding == QueueDepth)
        {
            return false;
        }

        _files.Began(AttachedFiles.SlotOf(request));
        _flight.Add(request);
        return true;
    }

    /// <inheritdoc/>
    public void Submit()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        RunQueued();
    }

    /// <inheritdoc/>
    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        RequestChecks.Reap(completions.Length, minimum, Outstanding);
        RunQueued();
        minimum = Deadline.HasPassed(deadline) ? 0 : minimum;
        int count = 0;
        while (count < completions.Length && _flight.TryLand(count < minimum, out SimulatedRequest landed))
        {
            _files.Ended(AttachedFiles.SlotOf(landed.Request));
            completions[count++] = new IoCompletion(landed.Request.Tag, landed.Result);
        }

        _flight.Pass();
        return count;
    }

    /// <summary>A waker that does nothing: no wait here is for anything but the owner's own work.</summary>
    /// <returns>The waker.</returns>
    public IEngineWaker CreateWaker()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        RequestChecks.Waker(_hasWaker, Outstanding);
        _hasWaker = true;
        return new NoWaker();
    }

    /// <summary>Carries out what is queued and gives the files back.</summary>
    public void Dispose()
    {
        if (_disposed)
        {
            return;
        }

        RunQueued();
        _disposed = true;
        _files.Dispose();
    }

    private void RunQueued()
    {
        while (_flight.NextQueued() is { } index)
        {
            ref SimulatedRequest queued = ref _flight[index];
            queued.Result = _faults.Distort(queued.Request, out IoRequest distorted)
                ?? _files.Run(_calls, distorted);
        }
    }
}
