using System.CommandLine;
using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Creating;

namespace Landspeed.Cli.Commands;

/// <summary>The options that describe a data set by a name and a scale.</summary>
internal sealed class DataSetSymbols
{
    internal const double SmallestScale = 1e-6;
    internal const double LargestScale = 1000;

    internal Option<string> Preset { get; } = NewOption.Text(
        "--preset",
        "NAME",
        "small (10,000 files × 100 lines × 100 characters), medium-short (100 × 500,000 × 20), medium-long " +
        "(100 × 100 × 100,000) or big (20 × 100,000 × 1,000) (default: small).");

    internal required Option<string> Scale { get; init; }

    /// <summary>Reads the shape.</summary>
    /// <param name="words">What was typed.</param>
    /// <param name="scale">The scale where none was given.</param>
    internal DataShape Read(GivenWords words, double scale) =>
        (words.Read(Preset, Shape) ?? DataPresets.Small).Scaled(words.Read(Scale, Factor) ?? scale);

    private static DataShape Shape(string name, string text) =>
        Values.Choice(name, text, [.. DataPresets.ByName.Select(pair => (pair.Key, pair.Value))]);

    private static double? Factor(string name, string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            && value is >= SmallestScale and <= LargestScale
            ? value
            : throw UsageError.Of($"{name} {Shown.Value(text)} is out of range; allowed: 0.000001 to 1000");
}
