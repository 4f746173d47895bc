using System.Numerics;
using Landspeed.Experiments.Records;

namespace Landspeed.Experiments.Tests.Records;

public class RandomSequenceTests
{
    [Fact]
    public void Stepping_gives_the_sequence_of_the_specification()
    {
        RandomSequence sequence = RandomSequence.OfRecord(0);
        foreach (BigInteger expected in RecordFileOracle.Sequence().Take(2_000))
        {
            Assert.Equal((UInt128)expected, new UInt128(sequence.High, sequence.Low));
            sequence.Step();
        }
    }

    [Fact]
    public void A_jump_is_as_many_steps()
    {
        RandomSequence stepped = RandomSequence.OfRecord(0);
        for (ulong number = 0; number < 3_000; number++)
        {
            RandomSequence jumped = RandomSequence.OfRecord(number);
            Assert.Equal((stepped.High, stepped.Low), (jumped.High, jumped.Low));
            stepped.Step();
        }
    }

    [Theory]
    [InlineData(1UL << 32)]
    [InlineData(1UL << 60)]
    [InlineData(ulong.MaxValue - 8)]
    public void Far_jumps_agree_with_the_steps_from_one_to_the_next(ulong number)
    {
        RandomSequence stepped = RandomSequence.OfRecord(number);
        for (int index = 0; index < 8; index++)
        {
            RandomSequence jumped = RandomSequence.OfRecord(number + (ulong)index);
            Assert.Equal((stepped.High, stepped.Low), (jumped.High, jumped.Low));
            stepped.Step();
        }
    }
}
