using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>Gives a copier an error at its first read, its second, and so on until a run passes untouched, and so for
/// every kind of operation: each error once and lasting. Each run must end in time, either done with equal bytes, or
/// with an exit code that is not 0, one complaint, the old target intact and nothing left over.</summary>
/// <param name="stage">Where.</param>
/// <param name="copy">What is copied, by which command.</param>
public sealed class ErrorSweep(FaultStage stage, CopyCase copy)
{
    /// <summary>Which kinds of operation; those of the stage, where nothing else is said.</summary>
    public FaultOperations Operations { get; init; } = stage.Operations;

    /// <summary>Which errors.</summary>
    public IReadOnlyList<Errno> Errors { get; init; } = [Errno.EIO, Errno.ENOSPC, Errno.EDQUOT, Errno.EPERM];

    /// <summary>Kinds of operation whose failure in the target may not pass as done: what they promise cannot be had
    /// by trying again.</summary>
    public FaultOperations NotIgnorable { get; init; } =
        FaultOperations.Fsync | FaultOperations.Fsyncdir | FaultOperations.Flush;

    /// <summary>What is wrong with what a failed run said; null when nothing is.</summary>
    public Func<Command, FaultEvent, string?> Complaint { get; init; } = CopyComplaint.OneLine;

    /// <summary>Whether a failed run may leave unfinished files.</summary>
    public SweepLeftovers Leftovers { get; init; } = SweepLeftovers.Forbidden;

    /// <summary>How long one run may take.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Sweeps.</summary>
    /// <exception cref="InvalidOperationException">The copier does not even work undisturbed.</exception>
    public SweepReport Run()
    {
        var ground = new CopyGround(stage, copy, Patience);
        int struck = 0;
        List<string> violations = [];
        foreach ((FaultOperations operation, int total) in CleanRun(ground))
        {
            foreach (FaultAction action in Errors.Select(FaultAction.Deny))
            {
                foreach (bool always in (bool[])[false, true])
                {
                    var rule = new FaultRule(operation, action) { Always = always };
                    struck += Sweep(ground, rule, total, violations);
                }
            }
        }

        return new SweepReport(struck, violations);
    }

    private int Sweep(CopyGround ground, FaultRule rule, int total, List<string> violations)
    {
        int struck = 0;
        for (int point = 1; ; point++)
        {
            ground.Reset();
            ArmedRule armed = stage.Faults.Arm(rule with { Nth = point });
            Command? command = ground.Run();
            FaultEvent? hit = armed.Next();
            stage.Faults.Clear();
            if (hit is null)
            {
                violations.AddRange(ground.WrongWhenDone(command).Select(problem => $"undisturbed: {problem}"));
                if (point > total)
                {
                    break;
                }

                continue;
            }

            struck++;
            string position = string.Create(
                CultureInfo.InvariantCulture,
                $"{(Errno)rule.Action.Argument} at {rule.Operations} {point}{(rule.Always ? " and all later" : null)}, "
                + $"at {hit.Offset} of {hit.Path}");
            violations.AddRange(Problems(ground, command, hit, rule).Select(problem => $"{position}: {problem}"));
        }

        return struck;
    }

    private List<string> Problems(CopyGround ground, Command? command, FaultEvent hit, FaultRule rule)
    {
        if (command is null)
        {
            return ["it does not end", .. ground.WrongWhenStopped(SweepLeftovers.Allowed)];
        }

        if (command.ExitCode == 0)
        {
            bool lost = NotIgnorable.HasFlag(hit.Operation)
                && hit.Path.Contains("/target", StringComparison.Ordinal);
            return [.. lost ? (string[])["done, in spite of the error"] : [], .. ground.WrongWhenDone(command)];
        }

        // Who may delete nothing cannot clean up.
        SweepLeftovers leftovers =
            rule is { Always: true, Operations: FaultOperations.Unlink } ? SweepLeftovers.Allowed : Leftovers;
        List<string> problems = [.. ground.WrongWhenStopped(leftovers)];
        if (command.ExitCode >= 128)
        {
            problems.Add(string.Create(CultureInfo.InvariantCulture, $"it died with {command.ExitCode}"));
        }

        if (Complaint(command, hit) is { } wrong)
        {
            problems.Add(wrong);
        }

        return problems;
    }

    private (FaultOperations Operation, int Total)[] CleanRun(CopyGround ground)
    {
        ground.Reset();
        (FaultOperations Operation, ArmedRule Rule)[] kinds =
        [
            .. Enum.GetValues<FaultOperations>()
                .Where(one => int.PopCount((int)one) == 1 && Operations.HasFlag(one))
                .Select(one => (one, stage.Faults.Arm(FaultRule.Counting(one)))),
        ];
        string[] problems = [.. ground.WrongWhenDone(ground.Run())];
        (FaultOperations Operation, int Total)[] totals =
            [.. kinds.Select(kind => (kind.Operation, checked((int)kind.Rule.Count)))];
        stage.Faults.Clear();
        return problems.Length == 0
            ? [.. totals.Where(kind => kind.Total > 0)]
            : throw new InvalidOperationException($"the copier does not work: {string.Join("; ", problems)}");
    }
}
