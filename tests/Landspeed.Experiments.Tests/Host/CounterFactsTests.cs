using Landspeed.Experiments.Host;
using Landspeed.Platform;

namespace Landspeed.Experiments.Tests.Host;

public class CounterFactsTests
{
    [Fact]
    public void Tracing_that_works_is_said_to()
    {
        FactRecord fact = CounterFacts.OfTracing(null);
        Assert.Equal(("block_tracing", FactState.Ok, null), (fact.Name, fact.State, fact.Remedy));
    }

    [Fact]
    public void Tracing_that_does_not_work_comes_with_what_to_do() => Assert.Equal(
        new FactRecord(
            "block_tracing", FactState.Limited, "not mounted: only the mean size of requests can be read", "mount it"),
        CounterFacts.OfTracing(new TraceObstacle("not mounted", "mount it")));
}
