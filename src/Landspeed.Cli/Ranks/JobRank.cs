using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Mpi;

namespace Landspeed.Cli.Ranks;

/// <summary>Which of the processes that do one job together this one is. Alone it is rank 0 of one.</summary>
/// <remarks>
/// All ranks carry the same words out. They <see cref="Meet"/> before each step for which all must be ready; a rank that has failed by then
/// tells it there, or at its end, and all stop. For one thread.
/// </remarks>
internal sealed class JobRank
{
    // Whoever was stopped by a signal has files to remove before the launcher loses patience: Open MPI kills after a second.
    private static readonly TimeSpan s_patience = TimeSpan.FromMilliseconds(300);

    private readonly IProcessGroup? _group;
    private readonly RankReport _self;
    private IReadOnlyList<RankReport> _all;

    private JobRank(IProcessGroup? group, RankReport self)
    {
        (_group, _self, _all) = (group, self, [self]);
    }

    /// <summary>One process, as ever.</summary>
    internal static JobRank Alone { get; } = new(group: null, new RankReport(string.Empty, string.Empty, Environment.MachineName, string.Empty, 0, []));

    /// <summary>Number of this rank, from 0.</summary>
    internal int Rank => _group?.Rank ?? 0;

    /// <summary>How many ranks there are, 1 or more.</summary>
    internal int Size => _group?.Size ?? 1;

    /// <summary>Whether there are no others.</summary>
    internal bool IsAlone => _group is null || _group.Size == 1;

    /// <summary>Whether what this rank says is heard: rank 0 speaks for all.</summary>
    internal bool Speaks => Rank == 0;

    /// <summary>The ranks together; not to be asked for alone.</summary>
    internal IProcessGroup Group => _group ?? throw new InvalidOperationException("this process is alone: there is no group");

    /// <summary>The hosts of all ranks, in their order; on other ranks than 0 only its own.</summary>
    internal IReadOnlyList<string> Hosts => [.. _all.Select(one => one.Host)];

    /// <summary>Whether all have gone apart: what follows, each does alone.</summary>
    internal bool IsOver { get; private set; }

    /// <summary>The exit code of the first other rank that failed; 0: none did. Known on rank 0.</summary>
    internal int CodeOfOthers { get; private set; }

    /// <summary>Joins the others, who must run the same program with the same words.</summary>
    /// <param name="group">The ranks.</param>
    /// <param name="program">Name and version of this program.</param>
    /// <param name="words">A digest of its words.</param>
    /// <returns>This rank. Whether all agree is told by the first <see cref="Meet"/>.</returns>
    internal static JobRank Of(IProcessGroup group, string program, string words) =>
        new(group, new RankReport(program, words, group.Host, string.Empty, 0, []));

    /// <summary>How messages name a rank.</summary>
    /// <param name="rank">Its number. On other ranks than 0 only its own has a host.</param>
    internal string NameOf(int rank)
    {
        string number = rank.ToString(CultureInfo.InvariantCulture);
        string? host = _all.Count == Size ? _all[rank].Host : rank == Rank ? _self.Host : null;
        return host is null ? $"rank {number}" : $"rank {number} ({host})";
    }

    /// <summary>Waits until all ranks are ready for a step. Collective; alone it does nothing.</summary>
    /// <param name="step">The step, the same on all ranks.</param>
    /// <param name="stop">A signal: after it this rank waits only a moment, because it has to clean up.</param>
    /// <exception cref="ExperimentException">
    /// Another rank has failed, or all do not run the same: on rank 0 with its rank, host and message. All stop: no rank meets again.
    /// </exception>
    /// <exception cref="OperationCanceledException">The signal came, and the others did not. The group is broken.</exception>
    internal void Meet(string step, CancellationToken stop = default)
    {
        if (IsAlone)
        {
            return;
        }

        using var patience = new Patience(s_patience, stop);
        (string? complaint, Outcome outcome) = Exchange(_self with { Step = step }, patience.Token);
        if (IsOver)
        {
            throw new ExperimentException(outcome, complaint ?? "another rank stopped the job, and reports why");
        }
    }

    /// <summary>Tells all ranks a number of rank 0. Collective, right after <see cref="Meet"/>: whoever fails between would leave the others waiting.</summary>
    /// <param name="value">The number; what other ranks give is ignored.</param>
    /// <param name="stop">A signal: after it this rank waits only a moment.</param>
    /// <returns>The number of rank 0.</returns>
    internal long Tell(long value, CancellationToken stop = default)
    {
        long[] told = [Speaks ? value : 0];
        using var patience = new Patience(s_patience, stop);
        Group.Sum(told, patience.Token);
        return told[0];
    }

    /// <summary>Agrees on a moment at which all begin. Collective, as <see cref="Tell"/>.</summary>
    /// <param name="delay">How long from now.</param>
    /// <param name="stop">A signal: after it this rank waits only a moment.</param>
    internal AgreedStart AgreeOnStart(TimeSpan delay, CancellationToken stop)
    {
        using var patience = new Patience(s_patience, stop);
        return Group.AgreeOnStart(delay, patience.Token);
    }

    /// <summary>By how many ranks one must shift so that no rank is on the host of its source; 1: there is no such number. Known on rank 0.</summary>
    internal int ShiftBetweenHosts()
    {
        IReadOnlyList<string> hosts = Hosts;
        int[] apart = [.. Enumerable.Range(1, Math.Max(0, hosts.Count - 1)).Where(shift => Enumerable.Range(0, hosts.Count).All(rank => hosts[rank] != hosts[(rank + shift) % hosts.Count]))];
        return apart.Length > 0 ? apart[0] : 1;
    }

    /// <summary>Tells the others how this rank has ended, which ends the job. Collective.</summary>
    /// <param name="code">Its exit code.</param>
    /// <param name="messages">What it would have said.</param>
    /// <param name="stop">Ends the wait for the others.</param>
    /// <returns>On rank 0 what the others would have said that it did not say itself.</returns>
    /// <exception cref="ProcessGroupException">A peer is gone.</exception>
    /// <exception cref="OperationCanceledException">The others did not come.</exception>
    /// <exception cref="InvalidOperationException">The group was broken before.</exception>
    internal string? End(int code, IReadOnlyList<string> messages, CancellationToken stop) =>
        Exchange(_self with { Step = RankReport.End, Code = code, Messages = messages }, stop).Complaint;

    // All bytes go to rank 0; what it makes of them comes back as a sum to which the others add nothing.
    private (string? Complaint, Outcome Outcome) Exchange(RankReport own, CancellationToken stop)
    {
        IReadOnlyList<byte[]> gathered = Group.Gather(own.ToBytes(), stop);
        string? complaint = null;
        long[] verdict = [0];
        if (Speaks)
        {
            _all = [.. gathered.Select(RankReport.Of)];
            complaint = Complaint(own);
            bool stops = complaint is not null || own.Step == RankReport.End || _all.Any(one => one.Step == RankReport.End);
            verdict[0] = stops ? 1 + CodeOfOthers : 0;
        }

        Group.Sum(verdict, stop);
        IsOver = verdict[0] > 0;
        return (complaint, Enum.IsDefined((Outcome)(verdict[0] - 1)) && verdict[0] > 1 ? (Outcome)(verdict[0] - 1) : Outcome.Failed);
    }

    private string? Complaint(RankReport own)
    {
        if (Difference(one => one.Program, "runs") is { } version)
        {
            CodeOfOthers = ExitStatus.Refused;
            return $"{version}: install one version on all hosts";
        }

        if (Difference(one => one.Words, what: null) is { } words)
        {
            CodeOfOthers = ExitStatus.Refused;
            return $"{words}: give all ranks the same command line; use {{rank}} in a file name to tell them apart";
        }

        CodeOfOthers = _all.Skip(1).Select(one => one.Code).OrderByDescending(code => code > 128).FirstOrDefault(code => code != 0);
        string[] said = [.. Said(own), .. Silent(own)];
        int astray = own.Step == RankReport.End ? -1 : _all.ToList().FindIndex(one => one.Step != own.Step);
        return said.Length > 0 ? string.Join('\n', said)
            : own.Code == 0 && CodeOfOthers == 0 && astray > 0 ? $"{NameOf(astray)} is not in step with {NameOf(0)}: {own.Step}"
            : null;
    }

    private IEnumerable<string> Silent(RankReport own) =>
        from one in _all.Index().Skip(1)
        where one.Item is { Code: not 0, Messages: [] } && one.Item.Code != own.Code
        select string.Create(CultureInfo.InvariantCulture, $"{NameOf(one.Index)} ended with exit code {one.Item.Code}");

    // One line a message, however many ranks say it; what rank 0 says itself need not be said again.
    private IEnumerable<string> Said(RankReport own) =>
        from one in _all.Index().Skip(1)
        from message in one.Item.Messages
        where !own.Messages.Contains(message)
        group one.Index by message into same
        let names = same.Distinct().ToArray()
        let more = names.Length > 3 ? string.Create(CultureInfo.InvariantCulture, $" and {names.Length - 3} more") : string.Empty
        select $"{string.Join(", ", names.Take(3).Select(NameOf))}{more}: {same.Key}";

    private string? Difference(Func<RankReport, string> of, string? what)
    {
        string own = of(_all[0]);
        int[] others = [.. _all.Index().Where(one => of(one.Item) != own).Select(one => one.Index)];
        if (others.Length == 0)
        {
            return null;
        }

        string names = string.Join(", ", others.Take(3).Select(NameOf)) + (others.Length > 3 ? string.Create(CultureInfo.InvariantCulture, $" and {others.Length - 3} more") : string.Empty);
        return what is null ? $"{names} and {NameOf(0)} were given different command lines"
            : $"{names} {what} {of(_all[others[0]])}, and {NameOf(0)} {what} {own}";
    }
}
