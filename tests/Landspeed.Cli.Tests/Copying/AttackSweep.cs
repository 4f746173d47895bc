using System.Globalization;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>What many attacks on one command showed.</summary>
/// <param name="Form">The command.</param>
/// <param name="Seed">Of the choice of calls.</param>
internal sealed record AttackSweep(string Form, int Seed)
{
    private const int ShownProblems = 20;

    internal int Tried { get; private set; }

    /// <summary>How many exchanges took place.</summary>
    internal int Done { get; private set; }

    /// <summary>Of those, how many after the command had opened the last thing by a path through that name.</summary>
    internal int Late { get; private set; }

    internal List<string> Problems { get; } = [];

    internal void Add(Attack attack, AttackGate gate, string? problem)
    {
        Tried++;
        Done += gate.WasDone ? 1 : 0;
        Late += gate is { WasDone: true, WasOpened: false } ? 1 : 0;
        if (problem is not null)
        {
            Problems.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"{attack.Name} for {attack.Evil} before call {attack.Nth} of {gate.Calls}, "
                    + $"back after {attack.Back}: {problem}"));
        }
    }

    internal void AssertNoneSucceeded()
    {
        TestContext.Current.TestOutputHelper!.WriteLine(ToString());
        Assert.True(Done > Tried / 2, ToString());
        Assert.True(Problems.Count == 0, ToString());
    }

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Form}: {Tried} attacks with LANDSPEED_SEED={Seed}, {Done} done, {Late} of them after the last opening, "
            + $"{Problems.Count} problems\n")
    + string.Join('\n', Problems.Take(ShownProblems));
}
