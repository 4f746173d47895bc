using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Tests.Load;

/// <summary>Whether a worker read anything but zeros.</summary>
public sealed class ZeroTallyTests
{
    private static readonly byte[] s_zeros = new byte[100_000];
    private readonly ZeroTally _tally = new();

    [Fact]
    public void Without_a_look_nothing_is_claimed()
    {
        _tally.Begin();

        Assert.True(_tally.IsDue(1));
        Assert.False(_tally.SawOnlyZeros);
    }

    [Fact]
    public void Of_zeros_it_looks_at_the_first_request_and_each_time_at_twice_as_many()
    {
        _tally.Begin();
        List<long> looked = [];
        for (long requests = 1; requests <= 1000; requests++)
        {
            if (_tally.IsDue(requests))
            {
                _tally.Look(requests, s_zeros);
                looked.Add(requests);
            }
        }

        Assert.Equal([1, 2, 4, 8, 16, 32, 64, 128, 256, 512], looked);
        Assert.Equal((10, true), (_tally.Looks, _tally.SawOnlyZeros));
    }

    [Fact]
    public void Of_zeros_it_looks_at_the_first_request_of_each_sample_too()
    {
        _tally.Begin();
        _tally.Look(100, s_zeros);
        Assert.False(_tally.IsDue(101));

        _tally.BeginSample();

        Assert.True(_tally.IsDue(101));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(65_535)]
    public void One_byte_of_data_is_enough_and_ends_the_looking(int place)
    {
        byte[] data = new byte[100_000];
        data[place] = 1;
        _tally.Begin();
        _tally.Look(1, s_zeros);
        _tally.Look(2, data);
        _tally.BeginSample();

        Assert.False(_tally.IsDue(long.MaxValue - 1));
        Assert.False(_tally.SawOnlyZeros);
        _tally.Begin();
        Assert.True(_tally.IsDue(1));
    }
}
