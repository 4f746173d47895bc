using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Experiments;
using Landspeed.Mpi;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>Ranks as threads: who speaks, and how one failure ends all.</summary>
public class JobRankTests
{
    [Fact]
    public void Only_rank_0_speaks()
    {
        Command[] ended = Play(3, (terminal, rank) =>
        {
            terminal.Output.Write($"result of {rank.Size}\n");
            rank.Meet("work");
            return 0;
        });

        Assert.Equal(new Command(0, "result of 3\n", string.Empty), ended[0]);
        Assert.All(ended[1..], silent => Assert.Equal(new Command(0, string.Empty, string.Empty), silent));
    }

    [Fact]
    public void What_befalls_one_rank_stops_all_and_is_said_with_its_rank_and_host()
    {
        int done = 0;

        Command[] ended = Play(3, (_, rank) =>
        {
            if (rank.Rank == 2)
            {
                throw new ExperimentException(Outcome.OutOfSpace, "no space left");
            }

            rank.Meet("work");
            return done++;
        });

        Assert.Equal(0, done);
        Assert.Equal(new Command(6, string.Empty, $"landspeed: rank 2 ({Environment.MachineName}): no space left\n"), ended[0]);
        Assert.All(ended[1..], silent => Assert.Equal(new Command(0, string.Empty, string.Empty), silent));
    }

    [Fact]
    public void What_befalls_rank_0_stops_the_others()
    {
        Command[] ended = Play(2, (_, rank) =>
        {
            if (rank.Speaks)
            {
                throw new ExperimentException(Outcome.Refused, "not mine");
            }

            rank.Meet("work");
            return 1;
        });

        Assert.Equal(new Command(3, string.Empty, "landspeed: not mine\n"), ended[0]);
        Assert.Equal(0, ended[1].ExitCode);
    }

    [Fact]
    public void What_all_ranks_say_is_said_once_and_what_several_say_in_one_line()
    {
        Command[] ended = Play(6, (_, rank) => throw new ExperimentException(Outcome.Usage, rank.Speaks ? "one" : rank.Rank == 1 ? "one" : "other"));

        string host = Environment.MachineName;
        Assert.Equal(2, ended[0].ExitCode);
        Assert.Equal($"landspeed: one\nlandspeed: rank 2 ({host}), rank 3 ({host}), rank 4 ({host}) and 1 more: other\n", ended[0].Error);
    }

    [Theory]
    [InlineData(130)]
    [InlineData(143)]
    public void A_signal_to_one_rank_is_the_exit_code_of_all(int code)
    {
        Command[] ended = Play(2, (_, rank) =>
        {
            if (rank.Rank == 0)
            {
                rank.Meet("work");
            }

            return code;
        });

        Assert.Equal(code, ended[0].ExitCode);
        Assert.Contains($"rank 1 ({Environment.MachineName}) ended with exit code {code}", ended[0].Error);
    }

    [Fact]
    public void Ranks_of_different_versions_are_refused()
    {
        Command[] ended = Play(2, (_, _) => 0, program: rank => $"landspeed 0.{rank}");

        Assert.Equal(3, ended[0].ExitCode);
        Assert.Contains($"rank 1 ({Environment.MachineName}) runs landspeed 0.1, and rank 0 ({Environment.MachineName}) runs landspeed 0.0", ended[0].Error);
    }

    [Fact]
    public void Ranks_with_different_words_are_refused()
    {
        Command[] ended = Play(3, (_, _) => 0, words: rank => rank == 1 ? "a" : "b");

        Assert.Equal(3, ended[0].ExitCode);
        Assert.Contains($"rank 1 ({Environment.MachineName}) and rank 0 ({Environment.MachineName}) were given different command lines", ended[0].Error);
    }

    [Fact]
    public void A_rank_that_lost_the_others_speaks_for_itself()
    {
        Command[] ended = Play(3, (_, rank) =>
        {
            if (rank.Rank == 1)
            {
                rank.Group.Abort(9);
            }

            rank.Meet("work");
            return 0;
        });

        Assert.All(ended, lost => Assert.Equal(1, lost.ExitCode));
        Assert.All(ended, lost => Assert.Contains("rank 1 ended the job with exit code 9", lost.Error));
        Assert.Contains($"rank 2 ({Environment.MachineName}): ", ended[2].Error);
    }

    [Fact]
    public void A_signal_ends_the_wait_for_ranks_that_do_not_come()
    {
        using var stop = new CancellationTokenSource();
        using var left = new ManualResetEventSlim();

        Command[] ended = Play(2, (_, rank) =>
        {
            if (rank.Rank == 1)
            {
                left.Wait(CancellationToken.None);
                return 0;
            }

            stop.Cancel();
            Assert.ThrowsAny<OperationCanceledException>(() => rank.Meet("work", stop.Token));
            left.Set();
            return 130;
        });

        Assert.Equal(130, ended[0].ExitCode);
    }

    [Fact]
    public void A_signal_after_a_meeting_finds_nobody_waiting()
    {
        using var stop = new CancellationTokenSource();

        Command[] ended = Play(2, (_, rank) =>
        {
            rank.Meet("work", stop.Token);
            rank.Tell(1, stop.Token);
            rank.Meet("more");
            return 0;
        });
        stop.Cancel();

        Assert.All(ended, rank => Assert.Equal(0, rank.ExitCode));
    }

    [Fact]
    public void A_group_of_one_is_alone()
    {
        Command[] ended = Play(1, (terminal, rank) =>
        {
            terminal.Output.Write($"{rank.IsAlone}");
            rank.Meet("work");
            return 7;
        });

        Assert.Equal(new Command(7, "True", string.Empty), ended[0]);
    }

    private static Command[] Play(int size, Func<Terminal, JobRank, int> run, Func<int, string>? program = null, Func<int, string>? words = null)
    {
        var ended = new Command[size];
        IReadOnlyList<IProcessGroup> groups = InProcessGroup.Create(size);
        Thread[] threads = [.. groups.Select(group => new Thread(() =>
        {
            using var output = new StringWriter();
            using var error = new StringWriter();
            var given = new CommandWords("landspeed", [words?.Invoke(group.Rank) ?? "same"]);
            int code = RankEntry.Run(() => group, given, program?.Invoke(group.Rank) ?? "landspeed 1", new Terminal(output, error), (voice, rank, _) => run(voice, rank));
            ended[group.Rank] = new Command(code, output.ToString(), error.ToString());
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        return ended;
    }
}
