using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Creating;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>What a person asked of a data set: a preset and a scale.</summary>
/// <param name="Preset">Its shape at scale 1.</param>
/// <param name="Scale">What the number of files is multiplied by.</param>
internal sealed record DataSet(DataShape Preset, double Scale)
{
    private static readonly WordList<DataShape> s_presets = new(
        ("small", DataPresets.Small, "10,000 files × 100 lines × 100 characters"),
        ("medium-short", DataPresets.MediumShort, "100 × 500,000 × 20"),
        ("medium-long", DataPresets.MediumLong, "100 × 100 × 100,000"),
        ("big", DataPresets.Big, "20 × 100,000 × 1,000"));

    /// <summary>The shape that comes of both.</summary>
    internal DataShape Shape => Preset.Scaled(Scale);

    /// <summary>The options that describe a data set.</summary>
    /// <param name="scaled">What is scaled.</param>
    /// <param name="scale">The scale where none is given.</param>
    internal static OptionGroup<DataSet> Options(string scaled, string scale) => new("The data set")
    {
        { Word("--preset", "NAME", "Shape", s_presets, "small"), (set, preset) => set with { Preset = preset } },
        { Of("--scale", "FACTOR", scaled, Factor, "0.000001 to 1000", scale), (set, factor) => set with { Scale = factor } },
    };

    private static double Factor(string name, string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value) && value is >= 1e-6 and <= 1000
            ? value
            : throw UsageError.Of($"{name} {Shown.Value(text)} is out of range; allowed: 0.000001 to 1000");
}
