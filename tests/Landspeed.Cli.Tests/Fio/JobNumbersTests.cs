using Landspeed.Cli.Fio;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Fio;

public class JobNumbersTests
{
    [Theory]
    [InlineData("4096", 4096L)]
    [InlineData("4k", 4096L)]
    [InlineData("4K", 4096L)]
    [InlineData("4ki", 4096L)]
    [InlineData("4kb", 4096L)]
    [InlineData("4kib", 4000L)]
    [InlineData("10/3*$ncpus-3*$ncpus", 0L)]
    [InlineData("0x1000", 4096L)]
    [InlineData("0x10k", 16384L)]
    [InlineData("2g", 2147483648L)]
    [InlineData("(2+3)*4+0*$ncpus", 20L)]
    [InlineData("10-2*$ncpus+2*$ncpus", 10L)]
    [InlineData("", null)]
    [InlineData("k", null)]
    [InlineData("4q", null)]
    [InlineData("4kk", null)]
    [InlineData("-4k", null)]
    [InlineData("1.5m", null)]
    [InlineData("(2+3)*4", null)]
    [InlineData("1/0*$ncpus", null)]
    [InlineData("(2+$ncpus", null)]
    [InlineData("2*$pages", null)]
    [InlineData("$ncpus*", null)]
    public void A_size_is_read(string text, long? expected) => Assert.Equal(expected, new JobNumbers(false).Size(text));

    [Theory]
    [InlineData("4k", 4000L)]
    [InlineData("4kib", 4096L)]
    [InlineData("4", 4L)]
    public void A_size_is_read_with_kilo_as_1000(string text, long expected) =>
        Assert.Equal(expected, new JobNumbers(isDecimal: true).Size(text));

    [Fact]
    public void Brackets_without_end_are_no_number() =>
        Assert.Null(new JobNumbers(false).Size(new string('(', 400_000) + "$ncpus"));

    [Fact]
    public void What_the_machine_has_is_known()
    {
        Assert.Equal(Environment.SystemPageSize * 3, new JobNumbers(false).Size("$pagesize*3"));
        Assert.InRange(new JobNumbers(false).Size("$mb_memory")!.Value, 100, 100_000_000);
    }

    // fio makes a file of that size.
    [Theory]
    [InlineData("10Ki")]
    [InlineData("10kib")]
    [InlineData("10kB")]
    [InlineData("0x400")]
    [InlineData("3*$pagesize")]
    public void Fio_reads_the_same_size(string text)
    {
        Capability.RequireProgram("fio");
        using var scratch = new ScratchDirectory();

        File.WriteAllText(scratch.File("jobs"), $"[x]\nrw=read\nbs=8\ncreate_only=1\nsize={text}\n");
        Command.Shell($"cd '{scratch.Path}' && fio jobs");

        Assert.Equal(new FileInfo(scratch.File("x.0.0")).Length, new JobNumbers(false).Size(text));
    }

    [Theory]
    [InlineData("10", 10_000)]
    [InlineData("10s", 10_000)]
    [InlineData("2m", 120_000)]
    [InlineData("1.5m", null)]
    [InlineData("500ms", 500)]
    [InlineData("500msec", 500)]
    [InlineData("2000us", 2)]
    [InlineData("1h", 3_600_000)]
    [InlineData("1d", 86_400_000)]
    [InlineData("x", null)]
    [InlineData("", null)]
    [InlineData("-1", null)]
    public void A_time_is_read(string text, int? milliseconds) => Assert.Equal(
        milliseconds is { } expected ? TimeSpan.FromMilliseconds(expected) : null, JobNumbers.Time(text));
}
