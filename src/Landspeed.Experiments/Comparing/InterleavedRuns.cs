using System.Diagnostics;
using System.Globalization;
using System.Runtime.ExceptionServices;
using Landspeed.Experiments.Commands;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using Landspeed.Results.MetricGroups;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Comparing;

/// <summary>Runs commands in turn, each round in random order, until it is known which is faster.</summary>
/// <remarks>
/// For use by one thread. The first round is a warm-up and does not count. A check after each round that stopped at the
/// first difference would find one where there is none; so only a few rounds, fixed in advance, are checked, and each
/// check has a share of the significance level. docs/decisions/comparing.md has the numbers.
/// </remarks>
internal sealed class InterleavedRuns
{
    /// <summary>Default maximum number of rounds.</summary>
    internal const int UsualRounds = 30;

    // Each is about half as many again as the previous one: 8 to 12 runs show what 5 do not.
    private static readonly int[] s_looks = [5, 8, 12, 20, 30, 50, 75, 120, 200, 300, 500];

    private readonly InterleavedOptions _options;
    private readonly ICommands _commands;
    private readonly IReadOnlyList<string> _program;
    private readonly TimeProvider _clock;
    private readonly Lock _turn = new();
    private readonly List<ChildIdentity> _running = [];
    private volatile TrialDirectory? _directory;

    /// <summary>Initialises the comparison of commands.</summary>
    /// <param name="options">Which commands, how often, how long.</param>
    /// <param name="commands">Starts them.</param>
    /// <param name="program">The words that start this program.</param>
    /// <param name="clock">The time of day.</param>
    internal InterleavedRuns(InterleavedOptions options, ICommands commands, IReadOnlyList<string> program, TimeProvider clock)
    {
        (_options, _commands, _program, _clock) = (options, commands, program, clock);
    }

    /// <summary>Receives the number of completed rounds, and whether the verdict is final.</summary>
    internal Action<int, bool>? Looked { get; init; }

    /// <summary>Returns the rounds after which results are checked, including the last one.</summary>
    internal static IReadOnlyList<int> Looks(int rounds) => [.. s_looks.Where(look => look < rounds), rounds];

    /// <summary>Runs them.</summary>
    /// <param name="stop">Ends it early; what was measured until then is compared.</param>
    /// <returns>A result of the kind <see cref="ResultKinds.Compare"/>, or null if it was stopped before each command
    /// ran once.</returns>
    /// <exception cref="ExperimentException">A command failed; or nothing can be compared.</exception>
    internal ResultDocument? Run(CancellationToken stop)
    {
        using var directory = TrialDirectory.Create(FilePath.FromText(Path.GetTempPath()), "compare");
        _directory = directory;
        DateTimeOffset began = _clock.GetLocalNow();
        long start = Stopwatch.GetTimestamp();
        CommandRuns[] runs = [.. _options.Commands.Select(_ => new CommandRuns())];
        IReadOnlyList<int> looks = Looks(_options.Rounds);
        (ResultDocument Document, bool IsTold)? last = null;
        int done = 0;
        foreach (IGrouping<int, (int Cell, int Round)> round in RoundOrder.Of(runs.Length, _options.Rounds + 1, _options.Seed).GroupBy(one => one.Round))
        {
            if (!RunRound(directory, runs, round, stop))
            {
                break;
            }

            done = round.Key;
            bool isTimeUp = done >= s_looks[0] && Stopwatch.GetElapsedTime(start) >= _options.Time;
            if (looks.Contains(done) || isTimeUp)
            {
                bool wasTold = last is { IsTold: true };
                last = Look(runs, done, began);
                Looked?.Invoke(done, last.Value.IsTold);

                // Equal is accepted if it is found twice; the time limit may come earlier.
                if (isTimeUp || (last.Value.IsTold && (wasTold || !HasEqual(last.Value.Document))))
                {
                    break;
                }
            }
        }

        ResultDocument? document = done == 0 ? null : Look(runs, done, began).Document;
        return document is null ? null : document with { Partial = stop.IsCancellationRequested };
    }

    /// <summary>
    /// Ends the running command, and removes its output, from any thread: the process is about to end.
    /// </summary>
    internal void Abandon()
    {
        lock (_turn)
        {
            _running.ForEach(running => _commands.EndLeft(running));
        }

        _directory?.Dispose();
    }

    private void Note(ChildIdentity child, bool isRunning)
    {
        lock (_turn)
        {
            if (isRunning)
            {
                _running.Add(child);
            }
            else
            {
                _running.Remove(child);
            }
        }
    }

    // False: it was stopped, and the round does not count.
    private bool RunRound(TrialDirectory directory, CommandRuns[] runs, IEnumerable<(int Cell, int Round)> round, CancellationToken stop)
    {
        (int Cell, int Round)[] order = [.. round];
        List<CommandEnd> ends = [];
        if (_options.Processors.Count > 0)
        {
            ends.AddRange(RunTogether(directory.Path, [.. order.Select(one => one.Cell)], stop));
        }
        else
        {
            foreach ((int index, _) in order)
            {
                ends.Add(RunOne(directory.Path, index, [], stop));
                if (ends[^1].End.Cause == ChildCause.Stopped)
                {
                    break;
                }
            }
        }

        if (stop.IsCancellationRequested || ends.Exists(one => one.End.Cause == ChildCause.Stopped))
        {
            return false;
        }

        if (order[0].Round > 0)
        {
            ends.ForEach(one => runs[one.Index].Add(one.End, one.Document, one.StartedAt));
        }

        return true;
    }

    // The order decides which command gets which half of the CPUs, so that neither keeps the better one.
    private CommandEnd[] RunTogether(FilePath directory, int[] order, CancellationToken stop)
    {
        using var both = CancellationTokenSource.CreateLinkedTokenSource(stop);
        int half = _options.Processors.Count / 2;
        IReadOnlyList<int>[] halves = [[.. _options.Processors.Take(half)], [.. _options.Processors.Skip(half).Take(half)]];
        var ends = new CommandEnd?[order.Length];
        var failures = new Exception?[order.Length];
        Thread[] threads =
        [
            .. order.Select((index, place) => new Thread(() =>
            {
                try
                {
                    ends[place] = RunOne(directory, index, halves[place], both.Token);
                }
                catch (Exception e) when (e is ExperimentException or IOException or UnauthorizedAccessException)
                {
                    failures[place] = e;
                    both.Cancel();
                }
            }) { Name = "landspeed duet" }),
        ];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        if (failures.OfType<Exception>().FirstOrDefault() is { } failure)
        {
            ExceptionDispatchInfo.Throw(failure);
        }

        return [.. ends.OfType<CommandEnd>()];
    }

    private CommandEnd RunOne(FilePath directory, int index, IReadOnlyList<int> processors, CancellationToken stop)
    {
        InterleavedCommand command = _options.Commands[index];
        DateTimeOffset startedAt = _clock.GetUtcNow();
        string result = Named("result.json");
        string messages = Named("messages");
        File.Delete(result);
        ChildEnd end;
        using (SafeFileHandle output = Opened(Named("output")))
        using (SafeFileHandle error = Opened(messages))
        using (IChild child = _commands.Start(
            new ChildCommand(command.Own?.Start(_program, result) ?? ChildCommand.OfShell(command.Text), output, error) { Processors = processors }))
        {
            Note(child.Identity, isRunning: true);
            end = child.Run(_options.Limit, stop);
            Note(child.Identity, isRunning: false);
        }

        if (end.Cause != ChildCause.Stopped && (end.ExitCode != 0 || end.Cause == ChildCause.TimeLimit))
        {
            string why = end.Cause == ChildCause.TimeLimit ? $"took longer than {AmountText.Duration(_options.Limit.TotalNanoseconds)}"
                : string.Create(CultureInfo.InvariantCulture, $"ended with exit code {end.ExitCode}");
            string said = Tail(messages);
            throw new ExperimentException(Outcome.Failed, $"the command '{command.Text}' {why}{(said.Length > 0 ? $" and says: {said}" : string.Empty)}; nothing is compared");
        }

        return new CommandEnd(index, startedAt, end, command.Own is { HasResult: true } && File.Exists(result) ? ReadResult(result) : null);

        string Named(string what) => directory.Join(FilePath.FromText(FormattableString.Invariant($"{index}-{what}"))).Text;
    }

    // The output of doctor, for example, is not a result.
    private static ResultDocument? ReadResult(string file)
    {
        try
        {
            using FileStream stream = File.OpenRead(file);
            return ResultsJson.Read(stream);
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }

    private (ResultDocument Document, bool IsTold) Look(CommandRuns[] runs, int rounds, DateTimeOffset began)
    {
        bool areResults = runs.All(run => run.HasResults) && runs.Select(run => run.Kind).Distinct().Count() == 1;
        ComparedResult[] results =
        [
            .. runs.Select((run, index) => new ComparedResult(
                Name(index), areResults ? run.OfResults() : run.OfWholes(FilePath.FromText("."), began))),
        ];
        ResultDocument document = Comparer.Of(
            results, _options.Comparison with { IsInterleaved = true, IsPaired = _options.Processors.Count > 0, IsAnyway = true, Looks = Looks(_options.Rounds).Count + 1 }, began);
        var options = new Dictionary<string, string>(document.Setup.Options, StringComparer.Ordinal)
        {
            ["most_rounds"] = _options.Rounds.ToString(CultureInfo.InvariantCulture),
            ["time_s"] = _options.Time.TotalSeconds.ToString(CultureInfo.InvariantCulture),
        };
        if (_options.Processors.Count > 0)
        {
            options["duet_processors"] = string.Join(',', _options.Processors);
        }

        document = document with { Setup = document.Setup with { Seed = _options.Seed, Rounds = rounds, Options = options } };
        return (document, IsTold(document.Comparing!));
    }

    private string Name(int index)
    {
        int before = _options.Commands.Take(index).Count(command => command.Text == _options.Commands[index].Text);
        return before == 0 ? _options.Commands[index].Text : string.Create(CultureInfo.InvariantCulture, $"{_options.Commands[index].Text} ({before + 1})");
    }

    // Only the first existing rate or time counts, in every cell.
    private static bool IsTold(ComparingSection comparing) => Leading(comparing).All(comparison => comparison.Word != ComparisonWord.CannotTell);

    private static bool HasEqual(ResultDocument document) => Leading(document.Comparing!).Any(comparison => comparison.Word == ComparisonWord.Equal);

    private static IEnumerable<ComparisonRecord> Leading(ComparingSection comparing)
    {
        string? leading = (ComparedMetric.Leading(comparing.Comparisons, MetricGroup.Rate) ?? ComparedMetric.Leading(comparing.Comparisons, MetricGroup.Cpu))?.Name;
        return comparing.Comparisons.Where(comparison => leading is null || comparison.Metric == leading);
    }

    private static SafeFileHandle Opened(string name) => File.OpenHandle(name, FileMode.Create, FileAccess.Write, FileShare.ReadWrite);

    private static string Tail(string file)
    {
        const int Most = 300;
        const int MostBytes = 8 * Most; // a command may print gigabytes
        using FileStream stream = File.OpenRead(file);
        stream.Position = Math.Max(0, stream.Length - MostBytes);
        using var reader = new StreamReader(stream);
        string text = reader.ReadToEnd().Trim();
        return text.Length <= Most ? text : $"…{text[^Most..]}";
    }
}

/// <summary>Commands that are run in turn.</summary>
internal sealed record InterleavedOptions
{
    /// <summary>Two or more, the baseline first.</summary>
    public required IReadOnlyList<InterleavedCommand> Commands { get; init; }

    /// <summary>Maximum number of rounds that count; at least five.</summary>
    public int Rounds { get; init; } = InterleavedRuns.UsualRounds;

    /// <summary>After this time the current round is the last; default 2 minutes.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Maximum time of one command; default 1 hour.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Seed of the order.</summary>
    public required ulong Seed { get; init; }

    /// <summary>
    /// Two or more CPUs: two commands run at the same time, each on half of them, and change halves at random. Empty:
    /// in turn, on any.
    /// </summary>
    public IReadOnlyList<int> Processors { get; init; } = [];

    /// <summary>How they are compared.</summary>
    public required ComparisonOptions Comparison { get; init; }
}

/// <summary>How a command of a round ended.</summary>
internal sealed record CommandEnd(int Index, DateTimeOffset StartedAt, ChildEnd End, ResultDocument? Document);

/// <summary>A command that is run in turn with others.</summary>
/// <param name="Text">As it was written.</param>
/// <param name="Own">One of our own commands, or null if the line is for the shell.</param>
internal sealed record InterleavedCommand(string Text, OwnCommand? Own);
