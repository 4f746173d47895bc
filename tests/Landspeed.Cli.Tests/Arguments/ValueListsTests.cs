using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Experiments.Measuring;

namespace Landspeed.Cli.Tests.Arguments;

public class ValueListsTests
{
    private const long Largest = 2_147_479_552;

    [Theory]
    [InlineData("4096", "4096")]
    [InlineData("4K,64K", "4096 65536")]
    [InlineData("1,4K..16K,1M", "1 4096 8192 16384 1048576")]
    [InlineData("1..64*4", "1 4 16 64")]
    [InlineData("1..63*4", "1 4 16")]
    [InlineData("1..65*4", "1 4 16 64")]
    [InlineData("3..13", "3 6 12")]
    [InlineData("4K..4K", "4096")]
    [InlineData("4K..8K*3", "4096")]
    [InlineData("64K,4K", "4096 65536")]
    [InlineData("4K,4096,1K..4K", "1024 2048 4096")]
    [InlineData(" 4K , 8 KiB .. 16 KiB * 2 ", "4096 8192 16384")]
    [InlineData("1.5K..3K", "1536 3072")]
    [InlineData("2147479551,2147479552", "2147479551 2147479552")]
    [InlineData("1..2147479552*2147483647", "1")]
    [InlineData("1073739776..2147479552", "1073739776 2147479552")]
    public void Sizes_come_sorted_and_once(string text, string expected) => Assert.Equal(
        expected.Split(' ').Select(long.Parse), ValueLists.Sizes("--x", text, 1, Largest));

    [Theory]
    [InlineData("1", "1")]
    [InlineData("8,1", "1 8")]
    [InlineData("1..4096", "1 2 4 8 16 32 64 128 256 512 1024 2048 4096")]
    [InlineData("1..4096*8,4095", "1 8 64 512 4095 4096")]
    public void Depths_come_sorted_and_once(string text, string expected) => Assert.Equal(
        expected.Split(' ').Select(int.Parse), ValueLists.Counts("--x", text, 1, 4096));

    [Fact]
    public void Every_doubling_of_the_whole_range_is_there()
    {
        IReadOnlyList<long> sizes = ValueLists.Sizes("--x", "1..2147479552", 1, Largest);
        Assert.Equal(Enumerable.Range(0, 31).Select(power => 1L << power), sizes);
    }

    [Theory]
    [InlineData("write,READ,write", MeasuredOperation.Read, MeasuredOperation.Write)]
    [InlineData("extend", MeasuredOperation.Extend)]
    public void Words_come_in_the_order_of_the_list_and_once(string text, params MeasuredOperation[] expected) =>
        Assert.Equal(expected, Operations.ReadSeveral("--x", text));

    [Theory]
    [InlineData("", "--x '' has an empty item in its list; allowed: values and ranges separated by commas")]
    [InlineData("4K,", "--x '4K,' has an empty item")]
    [InlineData(",4K", "--x ',4K' has an empty item")]
    [InlineData("4K,,8K", "--x '4K,,8K' has an empty item")]
    [InlineData("0", "invalid --x '0': use 1 to 2147479552 bytes")]
    [InlineData("0..4K", "invalid --x '0'")]
    [InlineData("2147479553", "invalid --x '2147479553'")]
    [InlineData("1..2147479553", "invalid --x '2147479553'")]
    [InlineData("99999999999T", "invalid --x '99999999999T'")]
    [InlineData("-4K", "invalid --x '-4K'")]
    [InlineData("frob", "invalid --x 'frob'")]
    [InlineData("4K;8K", "invalid --x '4K;8K'")]
    [InlineData("4K*2", "invalid --x '4K*2'")]
    [InlineData("4K..", "--x '4K..' is a range without an end; allowed: values and ranges")]
    [InlineData("..4K", "--x '..4K' is a range without a start")]
    [InlineData("..", "--x '..' is a range without a start")]
    [InlineData("4K..*4", "--x '4K..*4' is a range without an end")]
    [InlineData("1..2..4", "invalid --x '2..4'")]
    [InlineData("4M..4K", "--x '4M..4K' runs backwards; put the smaller end first: 4K..4M")]
    [InlineData("1..4K*1", "--x '1..4K*1': '1' is not a factor of a range; allowed: whole numbers from 2")]
    [InlineData("1..4K*0", "'0' is not a factor")]
    [InlineData("1..4K*", "'' is not a factor")]
    [InlineData("1..4K*-2", "'-2' is not a factor")]
    [InlineData("1..4K*2*2", "'2*2' is not a factor")]
    [InlineData("1..4K*99999999999", "'99999999999' is not a factor")]
    [InlineData("\u001b[31m", "invalid --x '\\x1B[31m'")]
    public void A_list_that_cannot_be_is_refused_with_what_is_allowed(string text, string message)
    {
        var refused = Assert.Throws<ExperimentException>(() => ValueLists.Sizes("--x", text, 1, Largest));
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0", "--x '0' is out of range; allowed: whole numbers from 1 to 4096")]
    [InlineData("4097", "--x '4097' is out of range")]
    [InlineData("-1", "--x '-1' is out of range")]
    [InlineData("99999999999999999999", "--x '99999999999999999999' is out of range")]
    [InlineData("abc", "--x 'abc' is not a whole number; allowed: whole numbers from 1 to 4096")]
    [InlineData("1.5", "--x '1.5' is not a whole number")]
    [InlineData("-", "--x '-' is not a whole number")]
    [InlineData("1..4097", "--x '4097' is out of range")]
    [InlineData("8..1", "--x '8..1' runs backwards; put the smaller end first: 1..8")]
    public void A_depth_that_cannot_be_is_refused(string text, string message) => Assert.Contains(
        message,
        Assert.Throws<ExperimentException>(() => ValueLists.Counts("--x", text, 1, 4096)).Message,
        StringComparison.Ordinal);

    [Theory]
    [InlineData("frob", "--x 'frob' is unknown; allowed: read, extend, write")]
    [InlineData("read,,write", "--x 'read,,write' has an empty item in its list; allowed: read, extend, write")]
    [InlineData("", "--x '' has an empty item in its list; allowed: read, extend, write")]
    public void A_word_that_is_none_is_refused(string text, string message) => Assert.Contains(
        message,
        Assert.Throws<ExperimentException>(() => Operations.ReadSeveral("--x", text)).Message,
        StringComparison.Ordinal);

    private static WordList<MeasuredOperation> Operations { get; } = new(
        ("read", MeasuredOperation.Read, null), ("extend", MeasuredOperation.Extend, null), ("write", MeasuredOperation.Write, null));
}
