using Landspeed.Cli.Ranks;
using Landspeed.Experiments;
using Landspeed.Mpi;

namespace Landspeed.Cli.Tests.Ranks;

public class RankLaunchTests
{
    private static readonly MpiLauncher s_launcher = new("mpirun", "SIZE", 4, [], "mpi");

    [Theory]
    [InlineData("measure a", false, null)]
    [InlineData("measure a --mpi", true, null)]
    [InlineData("measure a --mpi=auto", true, null)]
    [InlineData("measure a --mpi=libmpi.so.40", true, "libmpi.so.40")]
    [InlineData("measure a --mpi=none", false, null)]
    [InlineData("measure -- --mpi", false, null)]
    public void Without_a_launcher_the_words_decide(string words, bool joins, string? library)
    {
        var launch = RankLaunch.Find(words.Split(' '), launcher: null);

        Assert.Equal((joins, library), (launch is not null, launch?.Library));
    }

    [Fact]
    public void Under_a_launcher_of_several_ranks_they_join() => Assert.Equal(new RankLaunch((string?)null), RankLaunch.Find(["measure"], s_launcher));

    [Fact]
    public void A_launcher_that_does_not_say_how_many_there_are_is_asked() => Assert.NotNull(RankLaunch.Find(["measure"], s_launcher with { Size = null }));

    [Fact]
    public void One_rank_is_as_without_a_launcher() => Assert.Null(RankLaunch.Find(["measure"], s_launcher with { Size = 1 }));

    [Fact]
    public void None_leaves_each_rank_alone() => Assert.Null(RankLaunch.Find(["measure", "--mpi=none"], s_launcher));

    [Fact]
    public void A_missing_library_is_named_with_the_host_and_the_remedy()
    {
        ExperimentException missing = Assert.Throws<ExperimentException>(() => new RankLaunch("libmpi.so.99").Join());

        Assert.Equal(Outcome.Failed, missing.Outcome);
        Assert.StartsWith($"on {Environment.MachineName}, this process cannot join the others: ", missing.Message);
        Assert.Contains("libmpi.so.99", missing.Message);
        Assert.Contains("apt install", missing.Message);
    }
}
