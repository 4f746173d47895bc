using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Orders;

namespace Landspeed.Experiments.Tests.Blocks;

public sealed class BlockPlanTests
{
    [Theory]
    [InlineData(512, 512)]
    [InlineData(1536, 512)]
    [InlineData(3072, 1024)]
    [InlineData(4096, 4096)]
    [InlineData(12_288, 4096)]
    [InlineData(1 << 20, 4096)]
    public void A_block_is_the_largest_power_of_two_that_divides_a_request_up_to_4_KiB(int requestSize, int block) =>
        Assert.Equal(block, BlockPlan.Check(SetupOf(requestSize, 1 << 30), requestSize));

    [Fact]
    public void More_blocks_than_fit_into_memory_are_refused_with_the_size_that_fits()
    {
        Assert.Equal(4096, BlockPlan.Check(SetupOf(4096, 1L << 40), 4096));
        var failure = Assert.Throws<ExperimentException>(() => BlockPlan.Check(SetupOf(4096, (1L << 40) + 4096), 4096));
        Assert.Equal(Outcome.Usage, failure.Outcome);
        Assert.EndsWith("are the limit: give --size 1099511627776 or less", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_journal_is_beside_the_file() =>
        Assert.Equal("d/f.blocks", BlockPlan.UsualJournal(FilePath.FromText("d/f")).Display);

    private static BlockSetup SetupOf(int requestSize, long fileBytes) => new()
    {
        File = FilePath.FromText("/nonexistent/f"),
        FileBytes = fileBytes,
        Journal = FilePath.FromText("/nonexistent/f.blocks"),
        Writes = new BlockRun
        {
            Generation = 0,
            At = default,
            RequestSize = requestSize,
            DistancePct = 0,
            ScatterSeed = 1,
            Workers = [new BlockWorker(1, new RequestLayout(0, 1, 1, 1))],
        },
        Workers = 1,
    };
}
