using Landspeed.Engine;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Engine;

public sealed unsafe class CompletionListTests : IDisposable
{
    private readonly NativeBuffer _slots = new(4096);
    private readonly CompletionList _list;
    private readonly RecordingCalls _calls = new();

    public CompletionListTests() => _list = new CompletionList(_calls, (ThreadSlot*)_slots.Address);

    [Fact]
    public void An_interruption_before_a_wait_ends_the_next_one_and_no_other()
    {
        _list.Interrupt();
        _list.Interrupt();

        _list.WaitFor(1);

        Assert.Equal(0, _calls.Waits);
        _calls.BeforeWait = () => _list.Add(0);
        _list.WaitFor(1);
        Assert.Equal(1, _calls.Waits);
        Assert.Equal(0, _list.TakeAll());
    }

    [Fact]
    public void An_interruption_ends_a_wait_that_sleeps()
    {
        _calls.BeforeWait = _list.Interrupt;

        _list.WaitFor(1);

        Assert.Equal(CompletionList.End, _list.TakeAll());
    }

    [Fact]
    public void A_count_that_is_reached_leaves_an_interruption_for_the_next_wait()
    {
        _list.Add(0);
        _list.Interrupt();

        _list.WaitFor(1);
        _list.WaitFor(2);

        Assert.Equal(0, _calls.Waits);
    }

    [Fact]
    public void An_interruption_that_comes_late_does_not_keep_the_owner_from_sleeping()
    {
        // The interrupting thread was held up between its two steps; meanwhile the owner took the interruption and
        // waits again. The second step changes the word on which it sleeps.
        _calls.BeforeWait = () =>
        {
            switch (_calls.Waits)
            {
                case 1:
                    _calls.Word--;
                    break;
                case 2:
                    Assert.Equal(_calls.Expected, _calls.Word);
                    _list.Add(0);
                    break;
                default:
                    Assert.Fail("the owner spins");
                    break;
            }
        };

        _list.WaitFor(1);

        Assert.Equal(2, _calls.Waits);
    }

    public void Dispose()
    {
        _list.Free();
        _slots.Dispose();
    }

    /// <summary>The system's calls, except that each wait is announced before it is made.</summary>
    private sealed class RecordingCalls : IThreadCalls
    {
        private static readonly IThreadCalls s_real = NativePlatform.Threads;
        private nint _address;

        internal int Waits { get; private set; }

        internal int Expected { get; private set; }

        internal Action BeforeWait { get; set; } = () => { };

        internal ref int Word => ref *(int*)_address;

        public NativeResult WaitOnAddress(nint address, int expected, long timeoutNs)
        {
            (_address, Expected) = (address, expected);
            Waits++;
            BeforeWait();
            return s_real.WaitOnAddress(address, expected, timeoutNs);
        }

        public NativeResult WakeOnAddress(nint address, int count) => s_real.WakeOnAddress(address, count);

        public NativeResult WakePromptly() => s_real.WakePromptly();

        public NativeResult CreateEventCounter(out SafeFileHandle? counter) => s_real.CreateEventCounter(out counter);

        public NativeResult SignalEventCounter(SafeFileHandle counter) => s_real.SignalEventCounter(counter);

        public NativeResult ClearEventCounter(SafeFileHandle counter) => s_real.ClearEventCounter(counter);

        public NativeResult ProcessTimes(out ProcessorTimes times) => s_real.ProcessTimes(out times);

        public NativeResult ThreadTimes(out ProcessorTimes times) => s_real.ThreadTimes(out times);

        public NativeResult IgnoreFileSizeSignal() => s_real.IgnoreFileSizeSignal();

        public NativeResult OccupyStandardDescriptors() => s_real.OccupyStandardDescriptors();

        public NativeResult UseFileUser(uint userId, out uint previous) => s_real.UseFileUser(userId, out previous);

        public NativeResult MostDescriptors() => s_real.MostDescriptors();
    }
}
