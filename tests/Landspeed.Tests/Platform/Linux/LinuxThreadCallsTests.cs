using System.Diagnostics;
using Landspeed.Platform;

namespace Landspeed.Tests.Platform.Linux;

public class LinuxThreadCallsTests
{
    private static readonly IThreadCalls s_calls = NativePlatform.Threads;

    [Fact]
    public void A_thread_that_is_to_wake_promptly_has_the_smallest_slack()
    {
        Assert.True(s_calls.WakePromptly().Succeeded);

        string thread = Path.GetFileName(new FileInfo("/proc/thread-self").LinkTarget!);
        Assert.Equal("1", File.ReadAllText($"/proc/{thread}/timerslack_ns").Trim());
    }

    [Fact]
    public void Waiting_for_a_word_that_differs_returns_at_once()
    {
        using var memory = new NativeBuffer(4096);
        memory.Word = 1;

        Assert.Equal(NativeErrorKind.WouldBlock, s_calls.WaitOnAddress(memory.Address, 0, -1).Error.Kind);
    }

    [Fact]
    public void Waiting_ends_when_time_is_up()
    {
        using var memory = new NativeBuffer(4096);
        long before = Stopwatch.GetTimestamp();

        NativeResult result = s_calls.WaitOnAddress(memory.Address, 0, 20_000_000);

        Assert.Equal("ETIMEDOUT", result.Error.Name);
        Assert.True(Stopwatch.GetElapsedTime(before) >= TimeSpan.FromMilliseconds(20));
        Assert.Equal("ETIMEDOUT", s_calls.WaitOnAddress(memory.Address, 0, 0).Error.Name);
    }

    [Fact]
    public async Task A_waiting_thread_is_woken()
    {
        using var memory = new NativeBuffer(4096);
        nint address = memory.Address;
        Task<NativeResult> sleeper = Task.Factory.StartNew(
            () => s_calls.WaitOnAddress(address, 0, 30_000_000_000),
            TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);

        // The word stays: only a wake, not a look at the word, can end the sleep. Spins until the sleeper is there.
        while (s_calls.WakeOnAddress(address, 1).Value == 0)
        {
            Assert.False(sleeper.IsCompleted, "the sleeper ended before anybody woke it");
            Thread.Yield();
        }

        NativeFile.Succeeds(await sleeper);
        Assert.Equal(0, s_calls.WakeOnAddress(address, 1).Value);
    }

    [Fact]
    public void Processor_time_grows_with_work()
    {
        NativeFile.Succeeds(s_calls.ProcessTimes(out ProcessorTimes before));
        ProcessorTimes after = before;
        long mixed = 1;
        while (after.TotalNs - before.TotalNs < 10_000_000)
        {
            for (int step = 0; step < 100_000; step++)
            {
                mixed = unchecked((mixed * 31) ^ step);
            }

            NativeFile.Succeeds(s_calls.ProcessTimes(out after));
        }

        Assert.NotEqual(0, mixed);
    }

    [Fact]
    public void The_time_of_a_thread_is_its_own_and_a_part_of_the_process()
    {
        var busy = new Thread(() => Thread.SpinWait(10_000_000));
        busy.Start();
        busy.Join();
        var fresh = new Thread(() =>
        {
            NativeFile.Succeeds(s_calls.ThreadTimes(out ProcessorTimes own));
            NativeFile.Succeeds(s_calls.ProcessTimes(out ProcessorTimes all));
            Assert.InRange(own.TotalNs, 0, all.TotalNs / 2);
        });

        fresh.Start();
        fresh.Join();
    }

    [Fact]
    public void The_limit_of_descriptors_is_what_the_system_says()
    {
        string line = File.ReadLines("/proc/self/limits").First(line => line.StartsWith("Max open files", StringComparison.Ordinal));
        Assert.Equal(
            long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[3], System.Globalization.CultureInfo.InvariantCulture),
            s_calls.MostDescriptors().Value);
    }
}
