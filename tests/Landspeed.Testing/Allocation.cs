using System.Globalization;
using Xunit;

namespace Landspeed.Testing;

/// <summary>What work puts on the managed heap, on all threads of the process.</summary>
public static class Allocation
{
    private const int Rounds = 200;
    private const int RoundsHere = 6;

    /// <summary>
    /// Fails when each of many short rounds allocates. The runtime, the test platform and what earlier tests left
    /// running allocate now and then, and on a busy machine during a long round always: so one round without them
    /// counts, and rounds are to be short. One object for each operation would be in every round.
    /// </summary>
    /// <param name="operations">
    /// Operations of a round, 50 or more; so many bytes are allowed, and the smallest object has 24.
    /// </param>
    /// <param name="round">The work, which has run before.</param>
    public static void AssertNone(int operations, Action round)
    {
        Assert.InRange(operations, 50, int.MaxValue);
        long least = long.MaxValue;
        for (int time = 0; time < Rounds && least > 0; time++)
        {
            long before = GC.GetTotalAllocatedBytes(precise: true);
            round();
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - before);
        }

        if (least > operations)
        {
            Assert.Fail(string.Create(
                CultureInfo.InvariantCulture,
                $"{operations} operations put {least} bytes on the heap in the best of {Rounds} rounds; "
                + $"threads of the process: {Threads()}"));
        }
    }

    /// <summary>
    /// Fails when each of several rounds allocates on the calling thread. The runtime itself may allocate there once,
    /// when it replaces code that ran often by better code: so one clean round counts. What a round allocates each
    /// time is in all of them.
    /// </summary>
    /// <param name="round">The work, which has run before.</param>
    public static void AssertNoneHere(Action round)
    {
        Span<long> allocated = stackalloc long[RoundsHere];
        for (int time = 0; time < RoundsHere; time++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            round();
            allocated[time] = GC.GetAllocatedBytesForCurrentThread() - before;
            if (allocated[time] == 0)
            {
                return;
            }
        }

        Assert.Fail($"bytes that {RoundsHere} rounds put on the heap: {string.Join(", ", allocated.ToArray())}");
    }

    // Threads end while they are looked at.
    private static string Threads() => string.Join(
        ", ",
        Directory.EnumerateDirectories("/proc/self/task")
            .Select(NameOf)
            .CountBy(name => name)
            .Select(name => $"{name.Value} {name.Key}"));

    private static string NameOf(string thread)
    {
        try
        {
            return File.ReadAllText($"{thread}/comm").Trim();
        }
        catch (IOException)
        {
            return "(ended)";
        }
    }
}
