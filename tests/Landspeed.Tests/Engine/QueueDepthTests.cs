using Landspeed.Engine;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Engine;

public sealed class QueueDepthTests
{
    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(-1)]
    [InlineData(0)]
    [InlineData(EngineLimits.MaximumQueueDepth + 1)]
    public void A_depth_out_of_range_is_refused(int queueDepth)
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new ThreadEngine(queueDepth));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new SimulatedEngine(new SimulationOptions { QueueDepth = queueDepth }));
    }
}
