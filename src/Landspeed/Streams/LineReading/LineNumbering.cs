namespace Landspeed.Streams.LineReading;

/// <summary>
/// Gives each chunk the number of its first line. Each worker counts the line ends of its own chunk, which takes far
/// less time than handing them out, and adds them in file order, so a worker waits only while an earlier chunk is still
/// being counted. Counting where chunks are taken would do it on one thread at a time.
/// </summary>
internal sealed class LineNumbering
{
    private readonly object _gate = new();
    private long _turn;
    private bool _stopped;

    /// <summary>Number of lines in the numbered chunks.</summary>
    internal long Lines { get; private set; }

    /// <summary>Numbers a chunk, after all earlier ones.</summary>
    /// <param name="sequence">Number of chunks before it.</param>
    /// <param name="lines">Number of lines in it.</param>
    /// <param name="before">Number of lines before it.</param>
    /// <returns>False if an earlier chunk will never be numbered.</returns>
    internal bool TryAdd(long sequence, int lines, out long before)
    {
        lock (_gate)
        {
            while (_turn != sequence && !_stopped)
            {
                Monitor.Wait(_gate);
            }

            before = Lines;
            if (_turn != sequence)
            {
                return false;
            }

            Lines += lines;
            _turn++;
            Monitor.PulseAll(_gate);
            return true;
        }
    }

    /// <summary>Ends all waiting.</summary>
    internal void Stop()
    {
        lock (_gate)
        {
            _stopped = true;
            Monitor.PulseAll(_gate);
        }
    }
}
