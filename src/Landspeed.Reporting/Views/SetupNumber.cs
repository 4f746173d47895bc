using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Views;

/// <summary>Options of an experiment that are whole numbers.</summary>
internal static class SetupNumber
{
    /// <summary>The number; null where there is none of that name.</summary>
    public static long? Of(ExperimentSetupRecord setup, string option) =>
        setup.Options.TryGetValue(option, out string? text)
            && long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;
}
