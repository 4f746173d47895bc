using System.Diagnostics;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>
/// What happens to hosts in the middle of a copy: one hangs, is cut off, dies.
/// </summary>
[Collection("mpirun")]
public sealed class RankHostTests(RankKillGround ground) : IClassFixture<RankKillGround>, IDisposable
{
    private const int Ranks = 3;
    private const int Attempts = 5;

    // Longer than a rank may be silent until its work goes to others.
    private static readonly TimeSpan s_cutOff = TimeSpan.FromSeconds(7);

    public static TheoryData<string> Families { get; } = [RankLauncher.OpenMpi.Program, new TheoryDataRow<string>(RankLauncher.Mpich.Program).WithTrait(Tier.Key, Tier.Mpich)];

    // A test that fails leaves no job to the next one.
    public void Dispose()
    {
        foreach (int pid in RankLauncher.Processes(ground.Line))
        {
            Command.Shell($"kill -KILL {pid} 2>/dev/null || true");
        }
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void Others_copy_what_a_rank_that_hangs_has_begun(string family)
    {
        var launcher = RankLauncher.Named(family);
        (Process job, int helper) = BeginWithHelp(words => launcher.Start(Ranks, words));
        using (job)
        {
            int hanging = launcher.ProcessOf(helper, ground.Line);
            Command.Shell($"kill -STOP {hanging}");
            try
            {
                ground.WaitForLarge();
            }
            finally
            {
                Command.Shell($"kill -CONT {hanging}");
            }

            AssertDone(job, "after it went on");
        }
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void A_host_that_was_cut_off_for_a_while_costs_time_only(string family)
    {
        var launcher = RankLauncher.Named(family);
        using var hosts = new NetworkHosts(Ranks);
        using Process job = Begin(words => launcher.StartOn(hosts, words));
        hosts.SetLink(Ranks - 1, "down");
        Thread.Sleep(s_cutOff);
        hosts.SetLink(Ranks - 1, "up");

        AssertDone(job, "after it was joined again");
    }

    [Theory]
    [MemberData(nameof(Families))]
    public void A_host_that_dies_ends_the_job_and_those_that_are_left_go_on(string family)
    {
        var launcher = RankLauncher.Named(family);
        using var hosts = new NetworkHosts(Ranks);
        using Process job = Begin(words => launcher.StartOn(hosts, words));
        Command.Shell($"kill -KILL $(ip netns pids {hosts.Names[^1]})");
        job.WaitForExit();
        RankLauncher.WaitForEnd(ground.Line);

        Assert.NotEqual(0, job.ExitCode);
        ground.AssertWhole("a host died");
        ground.GoOn(launcher, Ranks - 1, "a host died");
    }

    // Rank 0 distributes the work, and what a rank has begun of a file that it created itself waits for it. On a busy
    // machine another rank may have created the file, and rank 0 alone may help it.
    private (Process Job, int Helper) BeginWithHelp(Func<IEnumerable<string>, Process> start)
    {
        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            Process job = Begin(start);
            if (Enumerable.Range(1, Ranks - 1).Where(ground.Helps).Cast<int?>().FirstOrDefault() is { } helper)
            {
                return (job, helper);
            }

            job.WaitForExit();
            job.Dispose();
        }

        throw new InvalidOperationException($"no rank but 0 had a range of a file of another in {Attempts} copies");
    }

    // A copy that writes the segments of the large file.
    private Process Begin(Func<IEnumerable<string>, Process> start)
    {
        ground.Reset();
        Process job = start(ground.SlowWords);
        ground.WaitForSegments();
        return job;
    }

    private void AssertDone(Process job, string what)
    {
        job.WaitForExit();
        Assert.Equal(0, job.ExitCode);
        ground.AssertEqual(what);
    }
}
