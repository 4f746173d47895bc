using Landspeed.Hashing;
using Landspeed.Testing;

namespace Landspeed.Tests.Hashing;

public class Xxh3State128Tests
{
    [Fact]
    public void A_new_state_is_the_hash_of_nothing()
    {
        var state = new Xxh3State128();

        Assert.Equal(Xxh3.Hash128([]), state.Current);
        Assert.Equal(0, state.Length);
    }

    [Fact]
    public void Every_length_in_two_pieces_is_the_hash_of_the_whole()
    {
        byte[] data = Xxh3Inputs.Bytes(2200);
        var state = new Xxh3State128();
        for (int length = 0; length <= data.Length; length++)
        {
            Hash128 expected = Xxh3.Hash128(data.AsSpan(0, length));
            int[] cuts = [0, 1, length / 3, length - 65, length - 64, length - 1, length, 1023, 1024, 1025];
            foreach (int cut in cuts.Where(cut => cut >= 0 && cut <= length))
            {
                state.Reset();
                state.Append(data.AsSpan(0, cut));
                state.Append(data.AsSpan(cut, length - cut));
                Assert.True(expected == state.Current, $"{length} bytes cut at {cut}");
                Assert.Equal(length, state.Length);
            }
        }
    }

    [Fact]
    public void Pieces_of_any_size_are_the_hash_of_the_whole_with_every_width()
    {
        foreach (Xxh3Width width in Xxh3Tests.Widths())
        {
            for (int seed = 1; seed <= 300; seed++)
            {
                CutAndCompare(new Xxh3State128(width), new Random(seed), $"{width}, seed {seed}");
            }
        }
    }

    [Fact]
    public void Asking_between_pieces_changes_nothing()
    {
        byte[] data = Xxh3Inputs.Bytes(6000);
        var state = new Xxh3State128();
        for (int length = 0; length < data.Length; length++)
        {
            Assert.True(Xxh3.Hash128(data.AsSpan(0, length)) == state.Current, $"after {length} bytes");
            state.Append(data.AsSpan(length, 1));
        }

        Assert.Equal(Xxh3.Hash128(data), state.Current);
        Assert.Equal(Xxh3.Hash128(data), state.Current);
    }

    [Fact]
    public void Appending_and_asking_allocate_nothing()
    {
        byte[] data = Xxh3Inputs.Bytes(1 << 20);
        var state = new Xxh3State128();
        state.Append(data);
        _ = state.Current;

        Allocation.AssertNoneHere(() =>
        {
            state.Append(data);
            state.Append(data.AsSpan(0, 777));
            _ = state.Current;
            state.Reset();
        });
    }

    private static void CutAndCompare(Xxh3State128 state, Random random, string about)
    {
        byte[] data = Xxh3Inputs.Bytes(random.Next(20_000), random.Next());
        int most = 1 << random.Next(15);
        for (int done = 0; done < data.Length;)
        {
            int piece = Math.Min(random.Next(most + 1), data.Length - done);
            state.Append(data.AsSpan(done, piece));
            done += piece;
        }

        Assert.True(Xxh3.Hash128(data) == state.Current, about);
    }
}
