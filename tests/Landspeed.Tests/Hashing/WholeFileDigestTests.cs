using System.Security.Cryptography;
using Landspeed.Copying;
using Landspeed.Hashing;
using Landspeed.Testing;

namespace Landspeed.Tests.Hashing;

public class WholeFileDigestTests
{
    private static readonly DigestAlgorithm[] s_all = [DigestAlgorithm.Xxh128, DigestAlgorithm.Md5, DigestAlgorithm.Sha256];
    private static readonly string[] s_programs = ["xxh128sum", "md5sum", "sha256sum"];

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(241)]
    [InlineData(1_000_003)]
    public void The_digests_are_those_that_the_programs_print(int length)
    {
        Capability.RequireProgram("xxh128sum");
        using var scratch = new ScratchDirectory();
        byte[] data = Xxh3Inputs.Bytes(length);
        File.WriteAllBytes(scratch.File("a"), data);
        using var digest = new WholeFileDigest(s_all);

        for (int done = 0; done < length; done += 4096)
        {
            digest.Append(data.AsSpan(done, Math.Min(4096, length - done)));
        }

        Assert.Equal(length, digest.Length);
        IReadOnlyList<FileDigest> found = digest.Finish();
        Assert.Equal(s_all, found.Select(each => each.Algorithm));
        Assert.Equal(s_all, digest.Algorithms);
        Assert.Equal(
            s_programs.Select(program => Command.Shell($"{program} < '{scratch.File("a")}'").Split(' ')[0]),
            found.Select(each => each.Hex));
    }

    [Fact]
    public void Zeros_count_as_bytes_of_value_zero()
    {
        foreach (int zeros in new[] { 0, 1, 65_535, 65_536, 65_537, 1_000_000 })
        {
            byte[] data = [1, 2, 3, .. new byte[zeros], 4];
            using var digest = new WholeFileDigest(DigestAlgorithm.Sha256, DigestAlgorithm.Xxh128);
            digest.Append([1, 2, 3]);
            digest.AppendZeros(zeros);
            digest.Append([4]);

            Assert.Equal(data.Length, digest.Length);
            Assert.Equal(
                [Convert.ToHexStringLower(SHA256.HashData(data)), Xxh3.Hash128(data).ToString()],
                digest.Finish().Select(each => each.Hex));
        }
    }

    [Fact]
    public void After_the_end_of_a_file_the_next_begins()
    {
        using var digest = new WholeFileDigest(s_all);
        FileDigest[] nothing = [.. digest.Finish()];
        digest.Append("abc"u8);
        FileDigest[] first = [.. digest.Finish()];
        Assert.Equal(0, digest.Length);

        Assert.Equal(nothing, digest.Finish());
        digest.Append("abc"u8);
        Assert.Equal(first, digest.Finish());
        Assert.NotEqual(nothing, first);
    }

    [Fact]
    public void Appending_allocates_nothing()
    {
        byte[] data = Xxh3Inputs.Bytes(1 << 20);
        using var digest = new WholeFileDigest(s_all);
        digest.Append(data);
        digest.AppendZeros(1 << 20);

        Allocation.AssertNoneHere(() =>
        {
            digest.Append(data);
            digest.AppendZeros(1 << 20);
        });
    }

    [Fact]
    public void No_algorithm_or_one_twice_or_an_unknown_one_is_refused()
    {
        Assert.Throws<ArgumentException>(() => new WholeFileDigest());
        Assert.Throws<ArgumentException>(() => new WholeFileDigest(DigestAlgorithm.Md5, DigestAlgorithm.Md5));
        Assert.Throws<ArgumentOutOfRangeException>(() => new WholeFileDigest((DigestAlgorithm)7));
    }

    [Fact]
    public void What_cannot_be_taken_changes_nothing()
    {
        using var digest = new WholeFileDigest(DigestAlgorithm.Md5);
        digest.Append("abc"u8);

        Assert.Throws<ArgumentOutOfRangeException>(() => digest.AppendZeros(-1));
        Assert.Throws<OverflowException>(() => digest.AppendZeros(long.MaxValue));

        Assert.Equal("900150983cd24fb0d6963f7d28e17f72", Assert.Single(digest.Finish()).Hex);
    }

    [Fact]
    public void A_disposed_digest_refuses_every_call()
    {
        var digest = new WholeFileDigest(DigestAlgorithm.Xxh128);
        digest.Dispose();
        digest.Dispose();

        Assert.Throws<ObjectDisposedException>(() => digest.Append([]));
        Assert.Throws<ObjectDisposedException>(() => digest.AppendZeros(0));
        Assert.Throws<ObjectDisposedException>(() => digest.Finish());
    }
}
