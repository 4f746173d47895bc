using Landspeed.Copying;
using Landspeed.Hashing;

namespace Landspeed.Tests.Hashing;

public class FileDigestTests
{
    private const string OfNothing = "d41d8cd98f00b204e9800998ecf8427e";

    [Fact]
    public void Digits_of_either_case_are_the_same_digest()
    {
        var digest = new FileDigest(DigestAlgorithm.Md5, OfNothing.ToUpperInvariant());

        Assert.Equal(OfNothing, digest.Hex);
        Assert.Equal(new FileDigest(DigestAlgorithm.Md5, OfNothing), digest);
        Assert.Equal($"MD5 {OfNothing}", digest.ToString());
    }

    [Fact]
    public void The_same_digits_of_another_algorithm_are_another_digest() =>
        Assert.NotEqual(new FileDigest(DigestAlgorithm.Md5, OfNothing), new FileDigest(DigestAlgorithm.Xxh128, OfNothing));

    [Theory]
    [InlineData(DigestAlgorithm.Md5, "")]
    [InlineData(DigestAlgorithm.Md5, "d41d8cd98f00b204e9800998ecf8427")]
    [InlineData(DigestAlgorithm.Md5, "d41d8cd98f00b204e9800998ecf8427e0")]
    [InlineData(DigestAlgorithm.Xxh128, "g41d8cd98f00b204e9800998ecf8427e")]
    [InlineData(DigestAlgorithm.Sha256, OfNothing)]
    public void Text_that_is_no_digest_is_refused(DigestAlgorithm algorithm, string hex) =>
        Assert.Contains("hexadecimal digits were expected", Assert.Throws<ArgumentException>(() => new FileDigest(algorithm, hex)).Message);

    [Fact]
    public void An_unknown_algorithm_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new FileDigest((DigestAlgorithm)7, OfNothing));
}
