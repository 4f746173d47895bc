using System.Text.Json;
using Landspeed.Copying;

namespace Landspeed.Experiments.Copying;

/// <summary>Translates the end of a copy into the outcome of the command.</summary>
public static class CopyOutcomes
{
    /// <summary>Returns the outcome of the command.</summary>
    /// <param name="result">What a copy did; not one that was stopped, whose exit code is that of the signal.</param>
    /// <returns>Refused only if nothing at all was done: a tree with some refused entries has failed in part.</returns>
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

    /// <summary>Returns the name of an enumeration value as used in results.</summary>
    internal static string Word<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());
}
