using System.Globalization;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>
/// Up to 1,000 ranks that copy a tree, die, stall, lose each other, and go on in another number, in simulated time: 200 seeds, LANDSPEED_SEEDS in the
/// environment says how many instead, LANDSPEED_SEED runs one. Pool, shares, messages and sets of ranges are the real ones.
/// </summary>
public class ClusterTests(ITestOutputHelper output)
{
    private const int UsualSeeds = 200;

    [Fact]
    public void The_target_is_exactly_the_source_or_the_run_says_that_it_is_not()
    {
        int first = Number("LANDSPEED_SEED") ?? 0;
        int count = Number("LANDSPEED_SEED") is null ? Number("LANDSPEED_SEEDS") ?? UsualSeeds : 1;
        var tally = new ClusterTally();
        List<string> violations = [];
        for (int seed = first; seed < first + count; seed++)
        {
            try
            {
                tally = tally.With(ClusterRun.Execute((ulong)seed));
            }
            catch (Exception violation)
            {
                violations.Add(FormattableString.Invariant($"LANDSPEED_SEED={seed} shows it: {(violation is ClusterViolation ? violation.Message : violation)}"));
            }
        }

        output.WriteLine(FormattableString.Invariant($"{count} seeds, {violations.Count} violations; {tally}"));
        Assert.True(violations.Count == 0, string.Join('\n', violations.Take(20)));
    }

    public static TheoryData<string> Mutants => [.. Enum.GetNames<Mutant>().Where(name => name != nameof(Mutant.None))];

    [Theory]
    [MemberData(nameof(Mutants))]
    public void A_mistake_that_is_made_on_purpose_is_seen(string mutant)
    {
        for (ulong seed = 0; seed < 400; seed++)
        {
            try
            {
                ClusterRun.Execute(seed, Enum.Parse<Mutant>(mutant));
            }
            catch (Exception seen) when (seen is ClusterViolation or InvalidOperationException or KeyNotFoundException)
            {
                output.WriteLine(FormattableString.Invariant($"{mutant}: seed {seed}: {seen.Message}"));
                return;
            }
        }

        Assert.Fail($"{mutant} was not seen");
    }

    private static int? Number(string name) => int.TryParse(Environment.GetEnvironmentVariable(name), CultureInfo.InvariantCulture, out int number) ? number : null;
}
