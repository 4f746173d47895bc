using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Observing;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Judging;

public class CpuAccountTests
{
    private const long Ms = 1_000_000;

    private static readonly HostRecord Host = new()
    {
        Architecture = "x64", ProcessorCount = 2, Runtime = "test", ClockHz = 2e9, ClockMethod = "nominal",
    };

    private static readonly (long Bytes, long Requests) Moved = (1_000_000_000, 1000);

    [Theory]
    [InlineData(0.1, 2e9, 0.2)]
    [InlineData(0.1, null, null)]
    [InlineData(null, 2e9, null)]
    [InlineData(0.1, 0.0, null)]
    [InlineData(0.1, double.PositiveInfinity, null)]
    public void Cycles_are_the_time_times_the_clock(double? ns, double? hz, double? cycles) =>
        Assert.Equal(cycles, (Host with { ClockHz = hz }).CyclesPerByte(ns));

    [Fact]
    public void The_process_and_the_machine_cost_follow_from_the_counters()
    {
        Dictionary<Metric, double?> cpu =
            Known(CpuAccount.Of(Second(100 * Ms, 300 * Ms), Moved, 5, Idle(50), Host));

        Assert.Equal(0.1, cpu[Metrics.CpuPerByte]!.Value, 6);
        Assert.Equal(0.2, cpu[Metrics.CyclesPerByte]!.Value, 6);
        Assert.Equal(100_000, cpu[Metrics.CpuPerRequest]!.Value, 3);
        Assert.Equal(250 * Ms, cpu[Metrics.MachineCpu]);
        Assert.Equal(0.25, cpu[Metrics.MachineCpuPerByte]!.Value, 6);
        Assert.Equal(5, cpu[Metrics.Allocated]);
    }

    [Fact]
    public void Waits_and_preemptions_are_those_of_the_process()
    {
        Observed observed = Second(0, 0) with { Process = new ProcessorTimes(0, 0, 5, 3) };

        Dictionary<Metric, double?> cpu = Known(CpuAccount.Of(observed, Moved, 0, null, Host));

        Assert.Equal((5, 3), (cpu[Metrics.VoluntarySwitches], cpu[Metrics.InvoluntarySwitches]));
    }

    [Theory]
    [InlineData(249, false)]
    [InlineData(250, true)]
    [InlineData(251, true)]
    public void A_machine_cost_below_the_process_cost_cannot_be(long machineMs, bool known) =>
        Assert.Equal(known, Account(machineMs, processMs: 250, idleMs: 0)[Metrics.MachineCpu] is not null);

    [Fact]
    public void A_machine_that_was_busier_before_gives_no_machine_cost()
    {
        Dictionary<Metric, double?> cpu = Account(machineMs: 300, processMs: 250, idleMs: 200);
        Assert.Null(cpu[Metrics.MachineCpu]);
        Assert.Null(cpu[Metrics.MachineCpuPerByte]);
        Assert.Equal(200.0 * Ms, cpu[Metrics.MachineIdle]);
    }

    [Fact]
    public void Without_a_clock_there_are_no_cycles() =>
        Assert.Null(Known(CpuAccount.Of(
            Second(1, 1), Moved, 0, null, Host with { ClockHz = null }))[Metrics.CyclesPerByte]);

    private static Dictionary<Metric, double?> Account(long machineMs, long processMs, long idleMs) => Known(CpuAccount.Of(
        Second(processMs * Ms, machineMs * Ms), Moved, 0, Idle(idleMs), Host));

    private static Dictionary<Metric, double?> Known((Metric Metric, double? Value)[] values) =>
        values.ToDictionary(value => value.Metric, value => value.Value);

    private static IdleBaseline Idle(long ms) => new(ms * Ms);

    private static Observed Second(long processNs, long machineNs) => new()
    {
        ElapsedNs = 1000 * Ms,
        Process = new ProcessorTimes(processNs, 0, 0, 0),
        Machine = new MachineTimes(machineNs, 0, 0),
    };
}
