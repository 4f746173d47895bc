using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>Kills a copier at its first operation, at its second, and so on until a run passes untouched. Each time the
/// target must be the old file, or the new one, or absent if there was none; only recognisable leftovers may be there;
/// and a second run must finish.</summary>
/// <param name="stage">Where.</param>
/// <param name="copy">What is copied, by which command.</param>
public sealed class KillSweep(FaultStage stage, CopyCase copy)
{
    /// <summary>At which operations; those of the stage, where nothing else is said.</summary>
    public FaultOperations Operations { get; init; } = stage.Operations & ~LookupsOnly;

    /// <summary>Before the operation or after it.</summary>
    public FaultAction Action { get; init; } = FaultAction.Kill;

    /// <summary>How long one run may take.</summary>
    public TimeSpan Patience { get; init; } = TimeSpan.FromSeconds(30);

    // A kill before a question leaves what a kill before the next change leaves.
    private static FaultOperations LookupsOnly => FaultOperations.Lookups & ~FaultOperations.Read;

    /// <summary>Sweeps.</summary>
    /// <exception cref="InvalidOperationException">The copier does not even work undisturbed.</exception>
    public SweepReport Run()
    {
        var ground = new CopyGround(stage, copy, Patience);
        int total = CleanRun(ground);
        int struck = 0;
        List<string> violations = [];
        for (int point = 1; ; point++)
        {
            ground.Reset();
            ArmedRule rule = stage.Faults.Arm(new FaultRule(Operations, Action, point));
            Command? command = ground.Run();
            FaultEvent? hit = rule.Next();
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
                $"{Action.Word} at operation {point}, {hit.Operation} at {hit.Offset} of {hit.Path}");
            violations.AddRange(Problems(ground, command).Select(problem => $"{position}: {problem}"));
        }

        return new SweepReport(struck, violations);
    }

    private static IEnumerable<string> Problems(CopyGround ground, Command? command)
    {
        if (command is null)
        {
            yield return "it does not end";
        }

        foreach (string problem in ground.WrongWhenStopped(SweepLeftovers.Allowed))
        {
            yield return problem;
        }

        foreach (string problem in ground.WrongWhenDone(ground.Run()))
        {
            yield return $"the next run: {problem}";
        }
    }

    private int CleanRun(CopyGround ground)
    {
        ground.Reset();
        ArmedRule rule = stage.Faults.Arm(FaultRule.Counting(Operations));
        string[] problems = [.. ground.WrongWhenDone(ground.Run())];
        int total = checked((int)rule.Count);
        stage.Faults.Clear();
        return problems.Length == 0
            ? total
            : throw new InvalidOperationException($"the copier does not work: {string.Join("; ", problems)}");
    }
}
