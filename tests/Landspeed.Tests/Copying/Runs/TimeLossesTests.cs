using Landspeed.Copying;
using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Runs;

public sealed class TimeLossesTests : IDisposable
{
    private static readonly DeviceNumber s_device = new(8, 1);
    private static readonly DeviceNumber s_other = new(8, 2);
    private static readonly FileTime s_exact = new(1_600_000_001, 123_456_789);
    private static readonly FileTime s_beyond = new(8_000_000_000, 0);
    private readonly ScratchDirectory _scratch = new();
    private readonly OpenDirectory _directory;
    private readonly CopyReporter _reporter = new(null, null);
    private readonly TimeLosses _losses;

    public TimeLossesTests()
    {
        _directory = OpenDirectory.Root(FilePath.FromText(_scratch.Path));
        _losses = new TimeLosses(_reporter);
    }

    public void Dispose()
    {
        _directory.Dispose();
        _scratch.Dispose();
    }

    [Fact]
    public void A_time_that_each_file_system_keeps_is_not_looked_at() =>
        Assert.False(_losses.MayLose(s_device, new FileTime(1_600_000_000, 0)));

    [Fact]
    public void A_file_system_that_kept_nanoseconds_once_is_not_asked_again()
    {
        Assert.True(_losses.MayLose(s_device, s_exact));

        Compare(s_device, s_exact, s_exact);

        Assert.False(_losses.MayLose(s_device, s_exact));
        Assert.True(_losses.MayLose(s_other, s_exact));
        Assert.Empty(Problems);
    }

    [Fact]
    public void Whole_seconds_that_were_kept_prove_nothing_about_nanoseconds()
    {
        var seconds = new FileTime(1_600_000_001, 0);

        Compare(s_device, seconds, seconds);

        Assert.True(_losses.MayLose(s_device, s_exact));
    }

    [Theory]
    [InlineData(123_456_700, "to 100 ns at best")]
    [InlineData(123_456_000, "to 1 µs at best")]
    [InlineData(120_000_000, "to 10 ms at best")]
    [InlineData(0, "to 1 s at best")]
    public void A_loss_is_reported_with_the_unit_that_the_file_system_keeps(int kept, string unit)
    {
        Compare(s_device, s_exact, s_exact with { Nanoseconds = kept });

        CopyProblem problem = Assert.Single(Problems);
        Assert.Equal(CopyProblemKind.NotPreserved, problem.Kind);
        Assert.Contains(unit + ";", problem.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_each_file_system_one_loss_is_reported()
    {
        FileTime kept = s_exact with { Nanoseconds = 0 };

        for (int index = 0; index < 3; index++)
        {
            Compare(s_device, s_exact, kept);
            Compare(s_other, s_exact, kept);
        }

        Assert.Equal(2, Problems.Count);
        Assert.False(_losses.MayLose(s_device, s_exact));
    }

    [Fact]
    public void Years_that_a_file_system_lacks_are_reported_beside_what_it_cuts_off()
    {
        Compare(s_device, s_exact, s_exact with { Nanoseconds = 0 });
        Assert.True(_losses.MayLose(s_device, s_beyond));

        Compare(s_device, s_beyond, new FileTime(int.MaxValue, 0));

        Assert.False(_losses.MayLose(s_device, s_beyond));
        Assert.Equal(2, Problems.Count);
        Assert.Contains("2223-07-06 14:13:20 UTC", Problems[1].Message, StringComparison.Ordinal);
        Assert.Contains("2038-01-19 03:14:07 UTC", Problems[1].Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_year_beyond_the_calendar_is_reported_in_seconds()
    {
        Compare(s_device, new FileTime(long.MaxValue, 0), new FileTime(int.MaxValue, 0));

        Assert.Contains("9223372036854775807 seconds after 1970", Assert.Single(Problems).Message, StringComparison.Ordinal);
    }

    private IReadOnlyList<CopyProblem> Problems => _reporter.Result().Problems;

    private void Compare(DeviceNumber device, FileTime source, FileTime kept) =>
        _losses.Compare(device, source, kept, new DirectoryEntry(_directory, FilePath.FromText("file")));
}
