namespace Landspeed.Tests.Copying;

/// <summary>Calls at once, on the thread that reports.</summary>
internal sealed class Listener<T>(Action<T> heard) : IProgress<T>
{
    public void Report(T value) => heard(value);
}
