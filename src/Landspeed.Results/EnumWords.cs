namespace Landspeed.Results;

/// <summary>
/// Names of enum values as used in results, in messages and on the command line: the member's name in lower case.
/// </summary>
public static class EnumWords
{
    /// <summary>Returns the name of a value, for example <c>filestream</c>.</summary>
    public static string ToWord<T>(this T value)
        where T : struct, Enum => value.ToString().ToLowerInvariant();

    /// <summary>Returns the name of a verdict, or <c>unknown</c> for null.</summary>
    public static string ToWord(this Verdict? verdict) => (verdict ?? Verdict.Unknown).ToWord();
}
