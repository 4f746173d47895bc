using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Conclusions;

/// <summary>What passes for every maker of conclusions: its sentences in each situation, and of any cells sentences that can be read.</summary>
public abstract partial class SituationTests
{
    private const int Seed = 20041236;
    private const int Trials = 1_000;

    [Fact]
    public void Every_sentence_is_true_of_its_cells()
    {
        var text = new StringBuilder();
        foreach (Situation situation in Enum.GetValues<Situation>())
        {
            text.Append(CultureInfo.InvariantCulture, $"{situation}\n");
            foreach (ConclusionRecord one in Conclude(situation))
            {
                AssertReadable(one.Text);
                text.Append(CultureInfo.InvariantCulture, $"  {one.Code}: {one.Text}\n");
            }
        }

        Golden.Check(GetType().Name.Replace("SituationTests", string.Empty, StringComparison.Ordinal), text.ToString());
    }

    [Fact]
    public void A_clear_win_needs_no_repetition() => Assert.DoesNotContain(
        Conclude(Situation.ClearWin), one => one.Code != "noise" && Doubts().IsMatch(one.Text));

    [Theory]
    [InlineData(Situation.Tie)]
    [InlineData(Situation.TooFewRuns)]
    [InlineData(Situation.Cached)]
    public void Neither_a_tie_nor_a_run_nor_the_cache_wins_time(Situation situation) => Assert.DoesNotContain(
        Conclude(situation), one => Wins().IsMatch(one.Text));

    [Fact]
    public void Of_any_cells_every_sentence_can_be_read()
    {
        var random = new Random(Seed);
        for (int trial = 0; trial < Trials; trial++)
        {
            Assert.All(ConcludeAny(random), one => AssertReadable(one.Text));
        }
    }

    /// <summary>The conclusions from cells of a situation.</summary>
    internal abstract IReadOnlyList<ConclusionRecord> Conclude(Situation situation);

    /// <summary>The conclusions from cells of any state, verdict, number of runs and spread.</summary>
    protected abstract IReadOnlyList<ConclusionRecord> ConcludeAny(Random random);

    /// <summary>A cell of any state and verdict, that has a metric over 1 to 8 runs if it is done.</summary>
    /// <param name="random">Says which.</param>
    /// <param name="cell">Its name and labels.</param>
    /// <param name="metric">The metric.</param>
    /// <param name="about">A value to begin with; runs lie up to a thousand times above and below.</param>
    private protected static CellRecord Any(Random random, CellRecord cell, Metric metric, double about)
    {
        if (random.Next(8) == 0)
        {
            return cell with { State = (CellState)random.Next(4), Metrics = new Dictionary<string, IntervalRecord>() };
        }

        double median = about * Math.Pow(10, random.Next(-3, 4) * random.NextDouble());
        double spread = random.NextDouble() * random.NextDouble();
        double[] runs = [.. Enumerable.Range(0, random.Next(1, 9)).Select(_ => median * (1 + (spread * (random.NextDouble() - 0.5))))];
        return cell.Of(random.Next(4) > 0 ? Verdict.Device : (Verdict)random.Next(Enum.GetValues<Verdict>().Length)).With(metric, runs);
    }

    private static void AssertReadable(string text)
    {
        Assert.Matches(@"^[A-Z0-9][^\n]*[^.;:,\s]\.$", text);
        Assert.DoesNotMatch(Broken(), text);
        Assert.DoesNotContain(Plurals().Matches(text), match => match.Groups["count"].Value == "1" != !match.Value.EndsWith('s'));
        Assert.Equal(text.Count(letter => letter == '('), text.Count(letter => letter == ')'));
        Assert.DoesNotContain(CultureInfo.InvariantCulture.NumberFormat.NaNSymbol, text, StringComparison.Ordinal);
    }

    [GeneratedRegex(@"  |\.\.|∞|n/a| ,|;;|\(\)| and [\w-]+ and [\w-]+ (is|are)\b|\b1 (are|have|do)\b|\b([2-9]|\d{2,}) (is|has|does)\b(?! (faster|equal|slower))")]
    private static partial Regex Broken();

    [GeneratedRegex(
        "[Rr]epeat|[Ii]nconclusive(?! in 0)|may be as fast|perhaps as fast|not ranked|noise"
        + "|do(es)? not (decide|separate)|depends")]
    private static partial Regex Doubts();

    [GeneratedRegex("(are|is) fastest with|(are|is) (faster|slower) than|^(Read|Create) with the style|^For time use|^Use (buffers of|files distributed as|the hint (?!random-access to read the first))|^Do not (read|create) |^(Reserve|Leave) the blocks|^Pipeline|^Do not pipeline|all others are slower")]
    private static partial Regex Wins();

    [GeneratedRegex(@"(?<![\d.,])(?<count>\d[\d,]*) (run|cell|style|API|thread|hint|file|byte|other|curve)s?\b")]
    private static partial Regex Plurals();
}
