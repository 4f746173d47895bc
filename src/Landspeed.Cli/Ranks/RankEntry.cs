using System.Security.Cryptography;
using System.Text;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Mpi;

namespace Landspeed.Cli.Ranks;

/// <summary>Runs the command as one rank of several: rank 0 speaks for all, and what befalls one ends all.</summary>
internal static class RankEntry
{
    // Who was stopped has cleaned up; the others need as long as it takes to remove a large file.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private const int FirstSignalCode = 129;

    /// <summary>Joins the ranks, runs the command on this one, and leaves.</summary>
    /// <param name="join">Opens the group.</param>
    /// <param name="words">The words of this rank.</param>
    /// <param name="program">Name and version of this program.</param>
    /// <param name="terminal">Standard output and error of this process.</param>
    /// <param name="run">The command, with where it speaks, which rank it is, and who tells it of signals.</param>
    /// <returns>The exit code: of the whole on rank 0, otherwise 0 unless this rank lost the others.</returns>
    internal static int Run(Func<IProcessGroup> join, CommandWords words, string program, Terminal terminal, Func<Terminal, JobRank, RankSignals, int> run)
    {
        IProcessGroup? group = null;
        int failed = Diagnostics.Guard(terminal, () =>
        {
            group = join();
            return 0;
        });
        if (group is null)
        {
            return LauncherJob.End(terminal.Finish(failed));
        }

        using var signals = new RankSignals();
        using (group)
        {
            return group.Size == 1 ? run(terminal, JobRank.Alone, signals) : Run(JobRank.Of(group, program, Digest(words)), terminal, signals, run);
        }
    }

    private static int Run(JobRank rank, Terminal terminal, RankSignals signals, Func<Terminal, JobRank, RankSignals, int> run)
    {
        List<string> said = [];
        Terminal voice = rank.Speaks ? terminal.Hearing(said.Add) : Terminal.Mute(said.Add);
        int code = Diagnostics.Guard(voice, () =>
        {
            rank.Meet("join");
            return run(voice, rank, signals);
        });
        using var patience = new Patience(s_patience, code >= FirstSignalCode ? new CancellationToken(canceled: true) : signals.Token);
        try
        {
            string? others = rank.IsOver ? null : rank.End(code, said, patience.Token);
            if (rank.Speaks)
            {
                others?.Split('\n').ToList().ForEach(line => Diagnostics.Say(terminal, line));
            }

            return rank.Speaks ? Whole(code, rank.CodeOfOthers) : 0;
        }
        catch (Exception e) when (e is ProcessGroupException or OperationCanceledException or InvalidOperationException)
        {
            // No other process receives the messages of this rank.
            string[] last = rank.Speaks ? [] : [.. said];
            foreach (string message in e is ProcessGroupException ? [.. last, e.Message] : last)
            {
                Diagnostics.Say(terminal, $"{rank.NameOf(rank.Rank)}: {message}");
            }

            // Who did not come may still be cleaning up, and is killed by the launcher when this process ends.
            if (signals.Token.IsCancellationRequested && e is not ProcessGroupException)
            {
                signals.WaitForSecond(s_patience);
            }

            return code == 0 ? ExitStatus.Failed : code;
        }
    }

    // A signal to one is one to all.
    private static int Whole(int own, int ofOthers) => own == 0 || (ofOthers >= FirstSignalCode && own < FirstSignalCode) ? Math.Max(own, ofOthers) : own;

    private static string Digest(CommandWords words) =>
        Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\0', words.Arguments.Prepend(words.ProgramName)))));
}
