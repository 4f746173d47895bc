using System.Reflection;
using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>The explorer finds what is planted, and what is right it leaves in peace.</summary>
public class ExplorerTests
{
    [Fact]
    public void Two_locks_taken_in_two_orders_are_found()
    {
        string? failure = Explore(nameof(LocksInTwoOrders));

        Assert.StartsWith("no thread can go on", failure);
        Assert.Contains("first: takes b", failure);
        Assert.Contains("second: takes a", failure);
    }

    [Fact]
    public void Two_locks_taken_in_one_order_are_in_order() => Assert.Null(Explore(nameof(LocksInOneOrder)));

    [Fact]
    public void A_flag_that_serves_two_who_wait_is_found() =>
        Assert.StartsWith("no thread can go on", Explore(nameof(FlagOfTwoWaits)));

    [Fact]
    public void A_count_that_is_not_read_and_written_at_once_is_found() =>
        Assert.StartsWith("1 instead of 2", Explore(nameof(LostCount)));

    [Fact]
    public void An_exception_of_a_thread_is_found() =>
        Assert.StartsWith("thrower threw System.IO.IOException", Explore(nameof(Throws)));

    [Fact]
    public void Every_order_of_three_threads_is_tried()
    {
        string? failure = Explore(nameof(OrderThatIsRefused));

        Assert.StartsWith("cba", failure);
    }

    internal static void LocksInTwoOrders(Exploration explored) => Locks(explored, ("a", "b"), ("b", "a"));

    internal static void LocksInOneOrder(Exploration explored) => Locks(explored, ("a", "b"), ("a", "b"));

    internal static void FlagOfTwoWaits(Exploration explored)
    {
        object gate = new();
        bool isWaited = false;
        int turn = 0;
        void WaitFor(int wanted)
        {
            Take(gate, "takes");
            while (turn < wanted)
            {
                isWaited = true;
                WovenCalls.Wait(gate, "waits");
                isWaited = false;
            }

            WovenCalls.Exit(gate, "gives back");
        }

        void Advance()
        {
            Take(gate, "takes");
            turn++;
            if (isWaited)
            {
                WovenCalls.PulseAll(gate, "pulses");
            }

            WovenCalls.Exit(gate, "gives back");
        }

        explored.RunAll(("first", () => WaitFor(1)), ("second", () => WaitFor(2)), ("advances", Advance), ("advances too", Advance));
    }

    internal static void LostCount(Exploration explored)
    {
        int count = 0;
        void Add()
        {
            int before = count;
            WovenCalls.Step("writes");
            count = before + 1;
        }

        explored.RunAll(("first", Add), ("second", Add));
        explored.Require(count == 2, $"{count} instead of 2");
    }

    internal static void Throws(Exploration explored) => explored.RunAll(("thrower", () => throw new IOException()));

    internal static void OrderThatIsRefused(Exploration explored)
    {
        string order = string.Empty;
        explored.RunAll(("a", () => order += "a"), ("b", () => order += "b"), ("c", () => order += "c"));
        explored.Require(order != "cba", order);
    }

    private static void Locks(Exploration explored, (string Outer, string Inner) first, (string Outer, string Inner) second)
    {
        var gates = new Dictionary<string, object>(StringComparer.Ordinal) { ["a"] = new(), ["b"] = new() };
        void Nest((string Outer, string Inner) order)
        {
            Take(gates[order.Outer], "takes " + order.Outer);
            Take(gates[order.Inner], "takes " + order.Inner);
            WovenCalls.Exit(gates[order.Inner], "gives back");
            WovenCalls.Exit(gates[order.Outer], "gives back");
        }

        explored.RunAll(("first", () => Nest(first)), ("second", () => Nest(second)));
    }

    private static void Take(object gate, string step)
    {
        bool taken = false;
        WovenCalls.Enter(gate, ref taken, step);
    }

    private static string? Explore(string subject)
    {
        MethodInfo method = typeof(ExplorerTests).GetMethod(subject, BindingFlags.Static | BindingFlags.NonPublic)!;
        Explorer.Explore(method, 2000, inMemory: false, out string? failure);
        return failure;
    }
}
