using System.Text.Json;
using Landspeed.Copying;

namespace Landspeed.Experiments.Copying;

/// <summary>What the end of a copy means to the command.</summary>
public static class CopyOutcomes
{
    /// <summary>How the command ends.</summary>
    /// <param name="result">What a copy did; not one that was stopped, whose exit code is the signal's.</param>
    /// <returns>
    /// Refused only where nothing at all was done: a tree of which some entries were refused has failed in part.
    /// </returns>
    public static Outcome Of(CopyResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return result.Outcome switch
        {
            CopyOutcome.Done => Outcome.Done,
            CopyOutcome.Refused when !result.HasDoneSomething => Outcome.Refused,
            CopyOutcome.SourceChanged => Outcome.SourceChanged,
            CopyOutcome.OutOfSpace => Outcome.OutOfSpace,
            CopyOutcome.Mismatch => Outcome.Mismatch,
            _ => Outcome.Failed,
        };
    }

    /// <summary>A value of an enumeration as results name it.</summary>
    internal static string Word<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());
}
