using Landspeed.Experiments.Comparing;
using Landspeed.Results;
using static Landspeed.Experiments.Tests.Comparing.StoredSamples;

namespace Landspeed.Experiments.Tests.Comparing;

public class UncachedWritesTests
{
    [Theory]
    [InlineData("7.1.9-generic", "7.2.0-rc1", true)]
    [InlineData("6.18.44-fc-v1045", "7.2", true)]
    [InlineData("7.2-rc3", "7.10.1", false)]
    [InlineData("6.9", "6.18.44", false)]
    [InlineData("7.1", null, false)]
    [InlineData("7.1", "unknown", false)]
    public void Kernels_before_and_after_the_change_are_told(string one, string? other, bool differ) =>
        Assert.Equal(differ, UncachedWrites.Differ([Of(one), Of(other)]));

    [Theory]
    [InlineData("direct", true)]
    [InlineData("uncached", false)]
    public void Only_uncached_writes_are_concerned(string mode, bool isWrite) =>
        Assert.False(UncachedWrites.Differ([Of("7.1", mode, isWrite), Of("7.2", mode, isWrite)]));

    [Fact]
    public void A_comparison_says_so()
    {
        ResultDocument compared = Comparer.Of(
            [Of("7.1"), Of("7.2")], new ComparisonOptions(), DateTimeOffset.UnixEpoch);

        Assert.Contains(compared.Findings, finding => finding.Code == "uncached_changed");
    }

    private static ComparedResult Of(string? kernel, string mode = "uncached", bool isWrite = true)
    {
        CellRecord cell = Cell("a", Steady).WithCase(one => one with { Mode = mode });
        cell = cell with
        {
            Runs =
            [
                .. cell.Runs.Select(run => isWrite ? run with { Reads = null, Writes = run.Reads } : run),
            ],
        };
        return Result(kernel ?? "none", cell).With(document =>
            document with { Hosts = [document.Hosts[0] with { Kernel = kernel }] });
    }
}
