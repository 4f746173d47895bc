using Landspeed.Cli.Output;
using Landspeed.Experiments.Measuring;

namespace Landspeed.Cli.Tests.Output;

public class ProgressPrinterTests
{
    [Fact]
    public void Nothing_shows_in_the_first_two_seconds() => Assert.Empty(Print(rewrite: true, atSeconds: [0.5, 1.9]));

    [Fact]
    public void A_terminal_shows_one_line_and_rewrites_it() => Assert.Equal(
        "\rlandspeed: measuring: 25 %, 100.0 MB/s, 8 s left\u001b[K" +
        "\rlandspeed: measuring: 30 %, 100.0 MB/s, 7 s left\u001b[K" +
        "\r\u001b[K",
        Print(rewrite: true, atSeconds: [2.5, 3]));

    [Fact]
    public void Elsewhere_a_line_comes_every_five_seconds() => Assert.Equal(
        "landspeed: measuring: 20 %, 100.0 MB/s, 8 s left\nlandspeed: measuring: 70 %, 100.0 MB/s, 3 s left\n",
        Print(rewrite: false, atSeconds: [2, 3, 6.9, 7, 8]));

    private static string Print(bool rewrite, double[] atSeconds)
    {
        using var error = new StringWriter();
        var time = new HandClock();
        var printer = new ProgressPrinter(
            new Terminal(TextWriter.Null, error) { ErrorCanRewrite = rewrite }, time, runs: 1);
        foreach (double second in atSeconds)
        {
            time.Now = TimeSpan.FromSeconds(second);
            printer.Report(new MeasurementProgress(
                MeasurementPhase.Measuring, 0, (long)(second * 1e8), null, time.Now, TimeSpan.FromSeconds(10)));
        }

        printer.Clear();
        return error.ToString();
    }
}
