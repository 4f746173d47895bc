using System.Globalization;
using Landspeed.Engine;
using Landspeed.Experiments;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Orders;
using Landspeed.Experiments.Rates;
using Landspeed.Files;
using Landspeed.Quantities;

namespace Landspeed.Cli.Arguments;

/// <summary>Reads the values of options; each refusal names the value and what is allowed.</summary>
internal static class Values
{
    /// <summary>The longest time that can be asked for: 7 days, 604,800 s.</summary>
    internal static readonly TimeSpan LongestTime = MeasurementOptions.LongestTime;

    // Longest first: "ms" ends in "s".
    private static readonly (string Suffix, double Seconds)[] TimeUnits =
        [("ms", 1e-3), ("us", 1e-6), ("µs", 1e-6), ("s", 1), ("m", 60), ("h", 3600), (string.Empty, 1)];

    private static readonly (string Suffix, double Factor)[] RateUnits =
        [("k", 1e3), ("M", 1e6), (string.Empty, 1)];

    /// <summary>A number of bytes.</summary>
    internal static long Size(string option, string text, long smallest = 1, long largest = long.MaxValue)
    {
        if (ByteCount.TryParse(text, out ByteCount size) && size.Bytes >= smallest && size.Bytes <= largest)
        {
            return size.Bytes;
        }

        string bounds = $"{Shown.Typed(smallest)} to {Shown.Typed(largest)}";
        string allowed = largest == long.MaxValue ? string.Create(CultureInfo.InvariantCulture, $"{smallest} or more bytes")
            : char.IsAsciiDigit(bounds[^1]) ? $"{bounds} bytes"
            : bounds;
        throw UsageError.Of($"invalid {option} {Shown.Value(text)}: use {allowed}, for example 64K, 1.5GiB or 4096");
    }

    /// <summary>A whole number.</summary>
    internal static int Count(string option, string text, int smallest, int largest) =>
        (int)LongCount(option, text, smallest, largest);

    /// <summary>A whole number of any size.</summary>
    internal static long LongCount(string option, string text, long smallest, long largest) =>
        (long)UnsignedCount(option, text, (ulong)smallest, (ulong)largest);

    /// <summary>A whole number that may have 64 bits.</summary>
    internal static ulong UnsignedCount(string option, string text, ulong smallest, ulong largest) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong value)
            && value >= smallest && value <= largest
            ? value
            : throw UsageError.Of(string.Create(
                CultureInfo.InvariantCulture,
                $"{option} {Shown.Value(text)} is {Wrong(text)}; allowed: whole numbers from {smallest} to {largest}"));

    /// <summary>A share in percent.</summary>
    internal static double Percent(string option, string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            && value is >= 0 and <= 100
            ? value
            : throw UsageError.Of($"{option} {Shown.Value(text)} is out of range; allowed: 0 to 100");

    /// <summary>A time: seconds, or with a unit <c>500ms</c>, <c>30s</c>, <c>2m</c>, <c>1h</c>.</summary>
    /// <param name="option">Its name, for messages.</param>
    /// <param name="text">What was typed.</param>
    /// <param name="shortest">The shortest that is allowed, likewise as text.</param>
    /// <param name="longest">The longest that is allowed.</param>
    internal static TimeSpan Time(string option, string text, string shortest = "1ms", string longest = "168h") =>
        Seconds(text) is { } seconds && seconds >= Seconds(shortest) && seconds <= Seconds(longest)
            ? TimeSpan.FromTicks((long)Math.Round(seconds * TimeSpan.TicksPerSecond)) // FromSeconds(0.0001) is 99.9 µs
            : throw UsageError.Of(
                $"invalid {option} {Shown.Value(text)}: use {shortest} to {longest}, for example 30, 30s, 500ms or 2m");

    /// <summary>
    /// A rate: requests per second, <c>20000</c>, <c>20k/s</c>, <c>0.5/s</c>, or bytes per second, <c>100MB/s</c>.
    /// </summary>
    internal static LoadRate Rate(string option, string text)
    {
        string perS = text.EndsWith("/s", StringComparison.Ordinal) ? text[..^2] : text;
        if (perS.EndsWith('B') && ByteCount.TryParse(perS, out ByteCount bytes) && bytes.Bytes > 0)
        {
            return new LoadRate(bytes.Bytes, IsOfBytes: true);
        }

        (string suffix, double factor) = RateUnits.First(unit => perS.EndsWith(unit.Suffix, StringComparison.Ordinal));
        bool isNumber = double.TryParse(
            perS[..^suffix.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number);
        double requests = number * factor;
        return isNumber && requests is >= LoadOptions.LowestPerS and <= LoadOptions.HighestPerS
            ? new LoadRate(requests, IsOfBytes: false)
            : throw UsageError.Of(string.Create(
                CultureInfo.InvariantCulture,
                $"invalid {option} {Shown.Value(text)}: use {LoadOptions.LowestPerS} to {LoadOptions.HighestPerS:0} ")
                + "requests, or bytes with a B, for example 20000, 20k/s, 0.5/s or 100MB/s");
    }

    /// <summary>A rate, or one of reads and one of writes: <c>7k/s:3k/s</c>.</summary>
    internal static (LoadRate Rate, LoadRate? OfWrites) RateOrTwo(string option, string text) => text.Split(':') switch
    {
        [var reads, var writes] => (Rate(option, reads), Rate(option, writes)),
        _ => (Rate(option, text), null),
    };

    /// <summary>The shares of reads and writes in percent, together 100: <c>70:30</c>.</summary>
    /// <returns>The share of reads, 1 to 99.</returns>
    internal static int Mix(string option, string text)
    {
        int[] shares =
        [
            .. text.Split(':').Select(part =>
                int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out int share) ? share : -1),
        ];
        return shares is [> 0, > 0] && shares[0] + shares[1] == 100
            ? shares[0]
            : throw UsageError.Of(
                $"invalid {option} {Shown.Value(text)}: use two whole numbers of percent, reads and writes, "
                + "which add up to 100, for example 70:30; for reads alone use --read, for writes alone --write");
    }

    /// <summary>Sizes of requests with their shares in percent, together 100: <c>4K:60,64K:40</c>.</summary>
    internal static SizeShares SizeShares(string option, string text)
    {
        SizeShare[] shares =
        [
            .. text.Split(',').Select(one => one.Split(':')).Select(parts =>
                parts.Length == 2 && ByteCount.TryParse(parts[0], out ByteCount size)
                && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out int pct)
                    ? new SizeShare(size.Bytes, pct) : default),
        ];
        return Experiments.Load.SizeShares.Of(shares) ?? throw UsageError.Of(string.Create(
            CultureInfo.InvariantCulture,
            $"invalid {option} {Shown.Value(text)}: use 2 to {Experiments.Load.SizeShares.Most} different sizes of "
            + $"1 to {EngineLimits.MaximumTransfer} bytes, each with whole percent of the requests, which add up to "
            + $"100, for example 4K:60,64K:40"));
    }

    /// <summary>How often each place of a file is used: <c>zipf:1.2</c> or <c>hot:20:80</c>.</summary>
    internal static AccessDistribution Distribution(string option, string text)
    {
        string[] parts = text.Split(':');
        double[] numbers =
        [
            .. parts.Skip(1).Select(part => double.TryParse(
                part, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double number) ? number : -1),
        ];
        return (parts[0].ToUpperInvariant(), numbers) switch
        {
            ("ZIPF", [>= AccessDistribution.LeastExponent and <= AccessDistribution.MostExponent]) =>
                AccessDistribution.Zipf(numbers[0]),
            ("HOT", [>= 1 and <= 99, >= 1 and <= 99]) when numbers.All(double.IsInteger) =>
                AccessDistribution.Hot((int)numbers[0], (int)numbers[1]),
            _ => throw UsageError.Of(string.Create(
                CultureInfo.InvariantCulture,
                $"invalid {option} {Shown.Value(text)}: use zipf: with an exponent of "
                + $"{AccessDistribution.LeastExponent} to {AccessDistribution.MostExponent}, or hot: with whole "
                + $"percent of the places and of the requests that go to them, for example zipf:1.2 or hot:20:80")),
        };
    }

    /// <summary>When a rate is steady: <c>steady</c>, <c>steady=5%</c> or <c>steady=5%/1m</c>.</summary>
    internal static SteadyLimit Until(string option, string text)
    {
        string[] parts = text.Split('=', 2);
        string[] limits = parts.Length > 1 ? parts[1].Split('/') : [];
        double pct = SteadyLimit.Usual.WithinPct;
        bool isKnown = parts[0].Equals("steady", StringComparison.OrdinalIgnoreCase) && limits.Length <= 2
            && (limits.Length == 0 || double.TryParse(
                limits[0].EndsWith('%') ? limits[0][..^1] : limits[0],
                NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out pct))
            && pct is >= SteadyLimit.LeastPct and <= SteadyLimit.MostPct;
        if (!isKnown)
        {
            throw UsageError.Of(string.Create(
                CultureInfo.InvariantCulture,
                $"invalid {option} {Shown.Value(text)}: use steady, or steady= with {SteadyLimit.LeastPct} to "
                + $"{SteadyLimit.MostPct} percent, and a time, for example steady=5%/1m"));
        }

        double window = limits.Length == 2 ? Seconds(limits[1]) ?? 0 : SteadyLimit.Usual.Window.TotalSeconds;
        return window >= SteadyLimit.ShortestWindow.TotalSeconds && window <= SteadyLimit.LongestWindow.TotalSeconds
            ? new SteadyLimit(pct, TimeSpan.FromSeconds(window))
            : throw UsageError.Of(
                $"invalid {option} {Shown.Value(text)}: use a time of 5s to 10h, for example steady=5%/1m");
    }

    /// <summary>Pauses between requests: <c>10ms</c>, or <c>1s/4</c> after each four.</summary>
    internal static ThinkTime Think(string option, string text)
    {
        string[] parts = text.Split('/', 2);
        TimeSpan pause = Time(option, parts[0].Length > 0 ? parts[0] : text, "1us");
        return parts.Length == 1
            ? new ThinkTime(pause, 1)
            : int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out int requests)
                && requests is >= 1 and <= ThinkTime.MostRequests
            ? new ThinkTime(pause, requests)
            : throw UsageError.Of(string.Create(
                CultureInfo.InvariantCulture,
                $"invalid {option} {Shown.Value(text)}: a pause is made after 1 to {ThinkTime.MostRequests} requests, ")
                + "for example 1s/4");
    }

    /// <summary>How much is written: <c>2x</c> the file, or <c>100G</c>.</summary>
    internal static WriteLimit WriteLimit(string option, string text)
    {
        if (!text.EndsWith('x') && !text.EndsWith('X'))
        {
            return new WriteLimit(null, Size(option, text, 1, long.MaxValue));
        }

        bool isKnown = double.TryParse(
            text[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double times);
        var limit = new WriteLimit(times, null);
        return isKnown && limit.IsInRange ? limit : throw UsageError.Of(
            $"invalid {option} {Shown.Value(text)}: use {Experiments.Load.WriteLimit.Range}, for example 2x or 100G");
    }

    /// <summary>A limit of the response time: <c>p99=5ms</c>.</summary>
    internal static ResponseLimit ResponseLimit(string option, string text)
    {
        string[] parts = text.Split('=', 2, StringSplitOptions.TrimEntries);
        ResponsePercentile? percentile = ResponsePercentile.All
            .FirstOrDefault(one => one.Name.Equals(parts[0], StringComparison.OrdinalIgnoreCase));
        return parts.Length == 2 && percentile is { } of
            ? new ResponseLimit(of, Time(option, parts[1], "1us", "1h"))
            : throw UsageError.Of(
                $"invalid {option} {Shown.Value(text)}: name p50, p99 or p99.9 and a time, for example p99=5ms");
    }

    /// <summary>The start of a pseudo-random sequence.</summary>
    internal static ulong Seed(string option, string text) => UnsignedCount(option, text, 0, ulong.MaxValue);

    /// <summary>The name of a file or directory, which .NET takes for the same one as the system.</summary>
    /// <exception cref="ExperimentException">It is empty, or the directory before its last <c>..</c> cannot be found.</exception>
    internal static FilePath Path(string option, string text)
    {
        if (text.Length == 0)
        {
            throw UsageError.Of($"{option} names no file: the name is empty");
        }

        var path = FilePath.FromText(text);
        try
        {
            return PlainPath.Of(path);
        }
        catch (NativeIOException e)
        {
            throw new ExperimentException(Outcome.Failed, $"{option} {path.Display}: {e.Message.TrimEnd('.')}; name an existing directory", e);
        }
    }

    private static double? Seconds(string text)
    {
        (string suffix, double factor) = TimeUnits.First(unit => text.EndsWith(unit.Suffix, StringComparison.Ordinal));
        return double.TryParse(
            text[..^suffix.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            ? value * factor
            : null;
    }

    // A number too many, or no number at all: they want different corrections.
    private static string Wrong(string text) =>
        text.TrimStart('-', '+') is { Length: > 0 } digits && digits.All(char.IsAsciiDigit)
            ? "out of range" : "not a whole number";
}
