using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

public class CopyProgressPrinterTests
{
    [Fact]
    public void Nothing_shows_in_the_first_two_seconds() => Assert.Empty(Print(80, At(0.5), At(1.9)));

    [Fact]
    public void A_terminal_shows_one_line_rewrites_it_and_takes_it_away() => Assert.Equal(
        "\rlandspeed: copying: 25 %, 100 MB/s, 8 s left, 250 MB of 1.00 GB: d/x\u001b[K" +
        "\rlandspeed: copying: 30 %, 100 MB/s, 7 s left, 300 MB of 1.00 GB: d/x\u001b[K" +
        "\r\u001b[K",
        Print(80, At(2.5), At(2.55), At(3)));

    [Fact]
    public void Elsewhere_a_line_comes_every_five_seconds() => Assert.Equal(
        "landspeed: copying: 20 %, 100 MB/s, 8 s left, 200 MB of 1.00 GB: d/x\n" +
        "landspeed: copying: 70 %, 100 MB/s, 3 s left, 700 MB of 1.00 GB: d/x\n",
        Print(null, At(2), At(3), At(6.9), At(7), At(8)));

    [Fact]
    public void A_narrow_terminal_cuts_the_line_off() =>
        Assert.StartsWith("\rlandspeed: copying\u001b[K", Print(19, At(2.5)), StringComparison.Ordinal);

    [Fact]
    public void While_a_tree_is_listed_no_share_and_no_end_is_promised() => Assert.Equal(
        "\rlandspeed: copying: 100 MB/s, 250 MB of 1.00 GB so far, 3 of 1,200 files so far: d/x\u001b[K\r\u001b[K",
        Print(120, At(2.5, now => now with { IsComplete = false, Files = 3, TotalFiles = 1200 })));

    [Fact]
    public void A_stream_of_unknown_length_shows_what_is_done_and_no_total() => Assert.Equal(
        "\rlandspeed: copying: 100 MB/s, 250 MB so far: d/x\u001b[K\r\u001b[K",
        Print(120, At(2.5, now => now with { IsComplete = false, TotalBytes = 0 })));

    [Fact]
    public void Flushing_shows_at_once_and_no_rate() => Assert.EndsWith(
        "\rlandspeed: making the data durable: 100 %, 1.00 GB of 1.00 GB: d/x\u001b[K\r\u001b[K",
        Print(120, At(9.9), At(10, now => now with { Phase = CopyPhase.Flushing })),
        StringComparison.Ordinal);

    [Fact]
    public void What_was_there_already_does_not_count_as_speed()
    {
        (double, CopyProgress)[] states =
        [
            .. Enumerable.Range(1, 7).Select(second => At(second, now => now with { Bytes = 900_000_000 + (second * 10_000_000) })),
        ];
        Assert.Contains("97 %, 10.0 MB/s, 3 s left", Print(120, [At(0.5, now => now with { Phase = CopyPhase.Checking }), .. states]), StringComparison.Ordinal);
    }

    [Fact]
    public void A_copy_that_stands_still_says_for_how_long_instead_of_its_last_rate() => Assert.EndsWith(
        "\rlandspeed: copying: 25 %, 100 MB/s, 8 s left, 250 MB of 1.00 GB: d/x\u001b[K" +
        "\rlandspeed: copying: 25 %, stalled for 3 s, 250 MB of 1.00 GB: d/x\u001b[K" +
        "\rlandspeed: copying: 25 %, stalled for 4 s, 250 MB of 1.00 GB: d/x\u001b[K" +
        "\r\u001b[K",
        Print(80, until: 7.2, At(1), At(2.5)),
        StringComparison.Ordinal);

    [Fact]
    public void Elsewhere_a_line_every_five_seconds_says_that_a_copy_stands_still() => Assert.Equal(
        "landspeed: copying: 20 %, 100 MB/s, 8 s left, 200 MB of 1.00 GB: d/x\n" +
        "landspeed: copying: 20 %, stalled for 5 s, 200 MB of 1.00 GB: d/x\n" +
        "landspeed: copying: 20 %, stalled for 10 s, 200 MB of 1.00 GB: d/x\n",
        Print(null, until: 12, At(1), At(2)));

    [Fact]
    public void A_copy_that_goes_on_shows_its_rate_again()
    {
        string[] drawn = Print(120, At(1), At(2.5), At(6.1, now => now with { Bytes = 260_000_000 })).Split('\r');

        Assert.StartsWith("landspeed: copying: 25 %, stalled for 3 s, 250 MB", drawn[^3], StringComparison.Ordinal);
        Assert.StartsWith("landspeed: copying: 26 %, 41.7 MB/s, 18 s left, 260 MB", drawn[^2], StringComparison.Ordinal);
    }

    [Fact]
    public void A_flush_stalls_nothing_nor_does_what_is_done_nor_a_copy_that_is_held_to_a_rate()
    {
        Assert.DoesNotContain("stalled", Print(80, until: 60, At(2.5), At(3, now => now with { Phase = CopyPhase.Flushing })), StringComparison.Ordinal);
        Assert.DoesNotContain("stalled", Print(80, until: 60, At(1), At(2.5, now => now with { Bytes = now.TotalBytes })), StringComparison.Ordinal);
        Assert.DoesNotContain("stalled", Print(80, 60, TimeSpan.FromSeconds(60), At(2.5)), StringComparison.Ordinal);
    }

    [Fact]
    public void A_hostile_name_is_escaped() => Assert.Contains(
        ": \\x1B[2J", Print(120, At(3, now => now with { Current = FilePath.FromText("\u001b[2J") })), StringComparison.Ordinal);

    private static (double Seconds, CopyProgress State) At(double seconds, Func<CopyProgress, CopyProgress>? change = null)
    {
        var state = new CopyProgress(
            CopyPhase.Copying, (long)(seconds * 1e8), 1_000_000_000, 0, 1, isComplete: true, FilePath.FromText("d/x"));
        return (seconds, change?.Invoke(state) ?? state);
    }

    private static string Print(int? columns, params (double Seconds, CopyProgress State)[] states) =>
        Print(columns, states[^1].Seconds, default, states);

    private static string Print(int? columns, double until, params (double Seconds, CopyProgress State)[] states) =>
        Print(columns, until, default, states);

    private static string Print(int? columns, double until, TimeSpan allowed, params (double Seconds, CopyProgress State)[] states)
    {
        using var error = new StringWriter();
        var time = new HandClock();
        var terminal = new Terminal(TextWriter.Null, error)
        {
            ErrorCanRewrite = columns is not null, ErrorSize = () => columns is { } width ? (width, 24) : null,
        };
        using var printer = new CopyProgressPrinter(terminal, time, allowed);
        foreach ((double seconds, CopyProgress state) in states.Prepend(At(0)))
        {
            time.Now = TimeSpan.FromSeconds(seconds);
            printer.Report(state);
        }

        time.Now = TimeSpan.FromSeconds(until);
        printer.Clear();
        return error.ToString();
    }
}
