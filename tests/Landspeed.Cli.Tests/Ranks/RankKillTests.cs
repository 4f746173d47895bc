using System.Globalization;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>
/// A rank is killed at seeded operations of each phase of a copy, under real launchers; then another number of ranks goes on. LANDSPEED_RANK_KILLS
/// is the number of points of each phase; without it there is one of each launcher.
/// </summary>
[Collection("mpirun")]
public sealed class RankKillTests(RankKillGround ground) : IClassFixture<RankKillGround>
{
    private const int MostRanks = 4;


    public static TheoryData<string, bool> Phases =>
    [
        .. RankKillPhase.All.Select(phase => new TheoryDataRow<string, bool>(phase.Name, false)),
        .. RankKillPhase.All.Select(phase => new TheoryDataRow<string, bool>(phase.Name, true).WithTrait(Tier.Key, Tier.Mpich)),
    ];

    private static int PointsOf(int families) => int.TryParse(
        Environment.GetEnvironmentVariable("LANDSPEED_RANK_KILLS"), NumberStyles.None, CultureInfo.InvariantCulture, out int points) ? points : families;

    [Theory]
    [MemberData(nameof(Phases))]
    public void Killed_in_any_phase_another_number_of_ranks_goes_on(string name, bool isOfBothFamilies)
    {
        int families = isOfBothFamilies ? RankLauncher.All.Count : 1;
        var phase = RankKillPhase.Named(name);
        for (int seed = 1; seed <= PointsOf(families); seed++)
        {
            var random = new Random((RankKillPhase.All.ToList().IndexOf(phase) << 16) + seed);
            RankLauncher launcher = RankLauncher.All[seed % families];
            int ranks = random.Next(2, MostRanks + 1);
            string what = Kill(phase, random, launcher, ranks, $"{name}, seed {seed}");
            ground.AssertWhole(what);
            int others = 1 + ((ranks - 1 + random.Next(1, MostRanks)) % MostRanks);
            ground.GoOn(RankLauncher.All[random.Next(families)], others, $"{what}; then {others}");
            ground.Reset();
        }
    }

    // A copy may have fewer operations than the one that was counted: an earlier point then.
    private string Kill(RankKillPhase phase, Random random, RankLauncher launcher, int ranks, string what)
    {
        FaultAction action = random.Next(2) == 0 ? FaultAction.Kill : FaultAction.KillAfter;
        for (int point = random.Next(1, ground.PointsOf(phase) + 1); point > 0; point /= 2)
        {
            if (ground.CopyAndKill(launcher, ranks, phase.Killing(point, action)) is { } killed)
            {
                return $"{what}: {launcher.Program} -n {ranks}, {action.Word} at {killed}";
            }

            ground.Reset();
        }

        throw new Xunit.Sdk.XunitException($"{what}: no rank ever came to it");
    }
}
