using System.Text;
using Landspeed.Experiments.Copying.Pairs;

namespace Landspeed.Experiments.Tests.Copying.Pairs;

public class SortedNamesTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(200_000)]
    public void Names_come_in_the_order_of_their_bytes_with_their_kinds(int count)
    {
        var random = new Random(count);
        var names = new SortedNames();
        List<(byte[] Name, FileKind? Kind)> expected = [];
        for (int turn = 0; turn < 2; turn++)
        {
            names.Clear();
            expected.Clear();
            for (int index = 0; index < count; index++)
            {
                byte[] name = Encoding.UTF8.GetBytes(
                    FormattableString.Invariant($"{"aZ\u00E9\uFFFD"[random.Next(4)]}{random.Next()}-{index}"));
                FileKind? kind = random.Next(3) switch { 0 => null, 1 => FileKind.Directory, _ => FileKind.Regular };
                names.Add(name, kind);
                expected.Add((name, kind));
            }

            names.Sort();
        }

        expected.Sort((one, other) => one.Name.AsSpan().SequenceCompareTo(other.Name));
        Assert.Equal(count, names.Count);
        for (int index = 0; index < count; index++)
        {
            Assert.True(names[index].SequenceEqual(expected[index].Name));
            Assert.Equal(expected[index].Kind, names.KindOf(index));
        }
    }

    [Fact]
    public void The_longest_names_fit()
    {
        var names = new SortedNames();
        foreach (byte letter in "cab"u8)
        {
            names.Add(Enumerable.Repeat(letter, 255).ToArray(), null);
        }

        names.Sort();
        Assert.Equal("abc", string.Concat(Enumerable.Range(0, 3).Select(index => (char)names[index][254])));
    }
}
