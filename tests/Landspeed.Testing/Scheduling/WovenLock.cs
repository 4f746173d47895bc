namespace Landspeed.Testing.Scheduling;

/// <summary>Holds a modelled lock until it is disposed.</summary>
internal readonly ref struct WovenLock
{
    private readonly object _gate;

    internal WovenLock(object gate, string step)
    {
        bool taken = false;
        _gate = gate;
        WovenCalls.Enter(gate, ref taken, step);
    }

    public void Dispose() => WovenCalls.Exit(_gate, string.Empty);
}
