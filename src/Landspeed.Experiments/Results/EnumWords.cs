namespace Landspeed.Experiments.Results;

/// <summary>Names of enum values as results, messages and the command line have them: the member's name in lower case.</summary>
public static class EnumWords
{
    /// <summary>The name of a value, for example <c>filestream</c>.</summary>
    public static string ToWord<T>(this T value)
        where T : struct, Enum => value.ToString().ToLowerInvariant();

    /// <summary>The name of a verdict; of none, <c>unknown</c>.</summary>
    public static string ToWord(this Verdict? verdict) => (verdict ?? Verdict.Unknown).ToWord();
}
