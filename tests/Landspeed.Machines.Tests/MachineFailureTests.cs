using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests;

/// <summary>A machine that does not do what it should ends in bounded time, says why, and leaves nothing.</summary>
[Trait(Tier.Key, Tier.Machines)]
public sealed class MachineFailureTests
{
    [Fact]
    public void One_with_too_little_memory_is_reported() =>
        Assert.Contains(
            "did not boot within 10 s",
            Failure(new MachineDescription { MemoryMiB = 40, BootLimit = TimeSpan.FromSeconds(10) }),
            StringComparison.Ordinal);

    [Fact]
    public void One_that_does_not_boot_is_reported_with_the_last_words_of_its_console()
    {
        string message = Failure(new MachineDescription
        {
            Arguments = ["-append", "console=ttyS0 panic=-1 quiet init=/missing", "-no-reboot"],
        });

        Assert.Contains("Kernel panic", message, StringComparison.Ordinal);
    }

    [Fact]
    public void One_that_qemu_refuses_is_reported_with_its_words() =>
        Assert.Contains(
            "nonsense: invalid option",
            Failure(new MachineDescription { Arguments = ["-nonsense"] }),
            StringComparison.Ordinal);

    [Fact]
    public void One_that_lives_too_long_goes_down_by_itself()
    {
        // With a processor that never starts it cannot go down earlier, nor boot.
        var description = new MachineDescription { Arguments = ["-S"], Limit = TimeSpan.FromSeconds(15) };

        Assert.Contains("the machine went down", Failure(description), StringComparison.Ordinal);
    }

    [Fact]
    public void One_that_goes_down_ends_the_script_that_runs_and_refuses_the_next()
    {
        using Machine machine = Machine.Boot(new MachineDescription());

        var failure = Assert.Throws<MachineException>(() => machine.Shell("echo o >/proc/sysrq-trigger; sleep 1000"));

        Assert.Contains("the machine went down", failure.Message, StringComparison.Ordinal);
        Assert.Throws<MachineException>(() => machine.Shell("true"));
    }

    [Fact]
    public void A_script_that_hangs_and_one_that_fails_are_reported_with_what_they_said()
    {
        using Machine machine = Machine.Boot(new MachineDescription());

        // A busy host lets a machine wait for seconds before it says a word.
        MachineCommand hanging = machine.Begin("echo before; sleep 100");
        Assert.True(SpinWait.SpinUntil(() => hanging.Output == "before\n", TimeSpan.FromMinutes(1)));
        var hung = Assert.Throws<MachineException>(() => hanging.End(TimeSpan.FromSeconds(1)));
        var failed = Assert.Throws<MachineException>(() => machine.Shell("echo why >&2; exit 7"));

        Assert.Contains(
            "'echo before; sleep 100' did not end; it said:\nbefore", hung.Message, StringComparison.Ordinal);
        Assert.Contains("gave 7: why", failed.Message, StringComparison.Ordinal);
    }

    private static string Failure(MachineDescription description)
    {
        using var place = new ScratchDirectory();
        var failure = Assert.Throws<MachineException>(() => Machine.Boot(description with { Place = place.Path }));
        Assert.Empty(Directory.GetFileSystemEntries(place.Path));

        // Brackets: pgrep and its shell do not find themselves.
        Assert.Equal(1, Command.Run("/bin/sh", ["-c", $"pgrep -f '[{place.Path[0]}]{place.Path[1..]}'"]).ExitCode);
        return failure.Message;
    }
}
