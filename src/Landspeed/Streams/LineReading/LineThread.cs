namespace Landspeed.Streams.LineReading;

/// <summary>Starts the threads of workers.</summary>
internal static class LineThread
{
    /// <summary>Starts a thread that ends with its work.</summary>
    /// <param name="index">Of the worker, for the thread's name.</param>
    /// <param name="work">Throws nothing.</param>
    internal static Thread Start(int index, Action work)
    {
        var thread = new Thread(() => work()) { IsBackground = true, Name = FormattableString.Invariant($"lines {index}") };
        thread.Start();
        return thread;
    }
}
