using Landspeed.Engine;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing.Scheduling;

/// <summary>
/// An engine for an explored program: a request is carried out when the schedule says that it completes, one at a time,
/// in any order. Memory of requests in flight must be mapped, and no two of them may share any.
/// </summary>
internal sealed class ScheduledEngine(Scheduler scheduler, int queueDepth) : IIoEngine
{
    private readonly AttachedFiles _files = new();
    private readonly List<IoRequest> _inFlight = [];

    public EngineDescription Description { get; } = new(EngineKind.Synchronous, [], []);

    public int QueueDepth => queueDepth;

    public int Outstanding => _inFlight.Count;

    public int WorthwhileReap => 1;

    public EngineFile Attach(SafeFileHandle handle) => _files.Add(handle);

    public void Detach(EngineFile file) => _files.Remove(file);

    public void AttachMemory(nint address, long length)
    {
    }

    public bool TryQueue(in IoRequest request)
    {
        if (_inFlight.Count == queueDepth)
        {
            return false;
        }

        CheckMemory(request);
        _files.Began(AttachedFiles.SlotOf(request));
        _inFlight.Add(request);
        return true;
    }

    public void Submit()
    {
    }

    public int Reap(Span<IoCompletion> completions, int minimum, long deadline = EngineLimits.NoDeadline)
    {
        // The device takes its time: others go on meanwhile at no cost.
        scheduler.Reach("the device", price: ChoicePrice.Detour);
        if (minimum == 0 || _inFlight.Count == 0)
        {
            return 0;
        }

        int landed = scheduler.Choose(_inFlight.Count);
        IoRequest request = _inFlight[landed];
        _inFlight.RemoveAt(landed);
        if (request.Length > 0 && scheduler.Memory.IsGone(request.Address, request.Length))
        {
            scheduler.Fail("memory was unmapped while a request for it was in flight");
        }

        completions[0] = new IoCompletion(request.Tag, _files.Run(NativePlatform.Files, request));
        _files.Ended(AttachedFiles.SlotOf(request));
        return 1;
    }

    public IEngineWaker CreateWaker() => new NoWaker();

    public void Dispose()
    {
        if (_inFlight.Count > 0)
        {
            scheduler.Fail("the engine was disposed with requests in flight");
        }

        _files.Dispose();
    }

    private void CheckMemory(IoRequest request)
    {
        if (request.Length > 0 && _inFlight.Exists(
            other => request.Address < other.Address + other.Length && other.Address < request.Address + request.Length))
        {
            scheduler.Fail("two requests in flight share memory");
        }
    }
}
