using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text;
using Landspeed.Copying.Sharing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Mpi.Ranks;

/// <summary>What the tests let happen to ranks under mpirun.</summary>
public static class Scenes
{
    /// <summary>The tests of the suite, with their arguments.</summary>
    public static IEnumerable<(string Name, Action<GroupConformance> Run)> Suite =>
        from method in typeof(GroupConformance).GetMethods().OrderBy(method => method.Name, StringComparer.Ordinal)
        where method.GetCustomAttribute<FactAttribute>() is not null
        from arguments in Arguments(method)
        select ($"{method.Name}({string.Join(", ", arguments)})", (Action<GroupConformance>)(suite => method.Invoke(suite, arguments)));

    /// <summary>Carries one out.</summary>
    public static void Play(string scene, MpiGroup group)
    {
        switch (scene)
        {
            case "suite":
                PlaySuite(group);
                break;
            case "library":
                Say(group, $"{group.Library}: {group.LibraryVersion}");
                break;
            case "hosts":
                foreach (byte[] host in group.Gather(System.Text.Encoding.UTF8.GetBytes(group.Host)))
                {
                    Say(group, System.Text.Encoding.UTF8.GetString(host));
                }

                break;
            case "killed":
                group.Barrier();
                if (group.Rank == 1)
                {
                    Process.GetCurrentProcess().Kill();
                }

                group.Barrier();
                break;
            case "aborted":
                if (group.Rank == 2)
                {
                    group.Abort(5);
                }

                group.Barrier();
                break;
            case "late":
                PlayLate(group);
                break;
            case "hungry":
                PlayHungry(group);
                break;
            case "stalled":
                PlayStalled(group);
                break;
            case "measured":
                PlayMeasured(group);
                break;
            case "cancelled":
                PlayCancelled(group);
                break;
            default:
                throw new ArgumentException($"no scene '{scene}'");
        }
    }

    private static void PlaySuite(MpiGroup group)
    {
        var suite = new OnThisRank(group);
        foreach ((string name, Action<GroupConformance> run) in Suite)
        {
            run(suite);
            group.Barrier();
            Say(group, $"passed {name}");
        }
    }

    // Rank 0 comes a second late; the processor time of the others meanwhile, warmed up before.
    private static void PlayLate(MpiGroup group)
    {
        for (int round = 0; round < 20; round++)
        {
            group.Barrier();
        }

        long began = Stopwatch.GetTimestamp();
        TimeSpan before = Environment.CpuUsage.TotalTime;
        if (group.Rank == 0)
        {
            using var never = new ManualResetEventSlim();
            never.Wait(TimeSpan.FromSeconds(1));
        }

        group.Barrier();
        double share = (Environment.CpuUsage.TotalTime - before) / Stopwatch.GetElapsedTime(began);
        SayThousandths(group, share);
    }

    // Rank 1 is stopped while it sends a question of 256 MiB; rank 2 asks meanwhile, and then lets it go on.
    private static void PlayStalled(MpiGroup group)
    {
        long[] processes = new long[group.Size];
        processes[group.Rank] = Environment.ProcessId;
        group.Sum(processes);
        group.BeginAsking(static (_, question) => [(byte)(question.Length & 0xFF)]);
        if (group.Rank == 1)
        {
            var asking = new Thread(() => Assert.Equal([7], group.Ask(new byte[(256 << 20) + 7])));
            asking.Start();
            Signal("STOP", processes[1]);
            asking.Join();
        }
        else if (group.Rank == 2)
        {
            using var never = new ManualResetEventSlim();
            while (!File.ReadAllText($"/proc/{processes[1]}/stat").Contains(") T ", StringComparison.Ordinal))
            {
                never.Wait(1);
            }

            for (int question = 0; question < 100; question++)
            {
                Assert.Equal([5], group.Ask(new byte[5]));
            }

            Assert.Contains(") T ", File.ReadAllText($"/proc/{processes[1]}/stat"));
            Signal("CONT", processes[1]);
        }

        group.EndAsking();
        Say(group, "went on");
    }

    private static void Signal(string name, long process)
    {
        using Process kill = Process.Start("kill", [$"-{name}", process.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    private static void SayThousandths(MpiGroup group, double share)
    {
        long[] thousandths = new long[group.Size];
        thousandths[group.Rank] = (long)Math.Ceiling(share * 1000);
        group.Sum(thousandths);
        Say(group, string.Join(' ', thousandths.Select(number => number.ToString(CultureInfo.InvariantCulture))));
    }

    // Rank 0 keeps its work to itself for three seconds and answers the others, who ask for some; the processor time of each meanwhile.
    private static void PlayHungry(MpiGroup group)
    {
        var share = new WorkShare(group.Rank, group.Size, slots: 1);
        WorkPool? pool = group.Rank == 0 ? new WorkPool(new PoolRules(group.Size)) : null;
        double cost;
        using (GroupExchange exchange = GroupExchange.Begin(group, pool, TimeProvider.System, CancellationToken.None))
        {
            if (group.Rank == 0)
            {
                share.Begin();
            }

            using var loop = new SharingLoop(share, exchange, TimeProvider.System, static () => { });
            using var never = new ManualResetEventSlim();
            never.Wait(TimeSpan.FromMilliseconds(100)); // the first questions compile
            cost = Enumerable.Range(0, 3).Min(_ => CostOfASecond(never));
            if (group.Rank == 0)
            {
                share.End();
            }

            loop.Wait();
        }

        SayThousandths(group, cost);
    }

    // Of three seconds the cheapest counts: on a busy machine the runtime still compiles in the first.
    private static double CostOfASecond(ManualResetEventSlim never)
    {
        long began = Stopwatch.GetTimestamp();
        TimeSpan before = Environment.CpuUsage.TotalTime;
        never.Wait(TimeSpan.FromSeconds(1));
        return (Environment.CpuUsage.TotalTime - before) / Stopwatch.GetElapsedTime(began);
    }

    // No test: what the decision page quotes. Microseconds of the latest of all ranks at 20 starts, the largest clock error, and of one number on average.
    private static void PlayMeasured(MpiGroup group)
    {
        long[] lateNs = new long[20 * group.Size];
        TimeSpan error = default;
        for (int round = 0; round < 20; round++)
        {
            AgreedStart start = group.AgreeOnStart(TimeSpan.FromMilliseconds(20));
            lateNs[(round * group.Size) + group.Rank] = (long)start.Wait(TimeProvider.System).TotalNanoseconds;
            error = start.LargestClockError > error ? start.LargestClockError : error;
        }

        group.Sum(lateNs);
        long began = Stopwatch.GetTimestamp();
        group.BeginAsking(static (_, _) => new byte[sizeof(long)]);
        for (int taken = 0; taken < 500 && group.Rank > 0; taken++)
        {
            group.Ask([]);
        }

        group.EndAsking();
        double perNumber = Stopwatch.GetElapsedTime(began).TotalMicroseconds / 500;
        long[] latest = [.. lateNs.Chunk(group.Size).Select(round => round.Max()).Order()];
        Say(group, string.Create(CultureInfo.InvariantCulture,
            $"start late, median {latest[10] / 1e3:0.0} us, most {latest[^1] / 1e3:0.0} us; clock error {error.TotalMicroseconds:0.0} us; a number {perNumber:0.0} us"));
    }

    // Rank 0 never comes to the barrier: the others give up, and the last of them ends the job.
    private static void PlayCancelled(MpiGroup group)
    {
        if (group.Rank == 0)
        {
            using var never = new ManualResetEventSlim();
            never.Wait();
        }

        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(50));
        Assert.ThrowsAny<OperationCanceledException>(() => group.Barrier(stop.Token));
        Assert.Throws<InvalidOperationException>(() => group.Barrier());
        group.Abort(6);
    }

    private static void Say(MpiGroup group, string line)
    {
        if (group.Rank == 0)
        {
            // The console would begin with control characters where Open MPI gives a rank a terminal.
            using var output = new FileStream(new SafeFileHandle(1, ownsHandle: false), FileAccess.Write, bufferSize: 0);
            output.Write(Encoding.UTF8.GetBytes(line + '\n'));
        }
    }

    private static object?[][] Arguments(MethodInfo method)
    {
        object?[][] given = [.. method.GetCustomAttributes<InlineDataAttribute>().Select(data => data.Data)];
        return given.Length > 0 ? given : [[]];
    }

    private sealed class OnThisRank(IProcessGroup group) : GroupConformance
    {
        protected override void OnEachRank(Action<IProcessGroup> body) => body(group);
    }
}
