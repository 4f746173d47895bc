namespace Landspeed.Tests.Copying;

/// <summary>Passes on one report of many.</summary>
internal sealed class Every<T>(int count, IProgress<T> listener) : IProgress<T>
{
    private int _heard;

    public void Report(T value)
    {
        if (_heard++ % count == 0)
        {
            listener.Report(value);
        }
    }
}
