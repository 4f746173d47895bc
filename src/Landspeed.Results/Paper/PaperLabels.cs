namespace Landspeed.Results.Paper;

/// <summary>
/// What a document of the kind <c>paper</c> reports on each finding of 2004: one cell per finding, with its sentences
/// as the facts of its one run.
/// </summary>
public static class PaperLabels
{
    /// <summary>Label: the number of the finding, 1 to 5.</summary>
    public const string Finding = "finding";

    /// <summary>
    /// Label: <see cref="Confirmed"/>, <see cref="Refuted"/>, <see cref="Inconclusive"/> or <see cref="NotTestable"/>.
    /// </summary>
    public const string Outcome = "outcome";

    /// <summary>Outcome: it holds here, by its rule.</summary>
    public const string Confirmed = "confirmed";

    /// <summary>Outcome: it does not hold here, by its rule.</summary>
    public const string Refuted = "refuted";

    /// <summary>Outcome: it was tested, and these runs are inconclusive.</summary>
    public const string Inconclusive = "inconclusive";

    /// <summary>Outcome: this machine or this volume cannot show it.</summary>
    public const string NotTestable = "not testable here";

    /// <summary>Fact: what the report of 2004 found.</summary>
    public const string Statement = "statement";

    /// <summary>Fact: the numbers of 2004.</summary>
    public const string Then = "numbers_2004";

    /// <summary>Fact: the numbers found here, and what they mean.</summary>
    public const string Here = "numbers";

    /// <summary>Fact: the rule by which it is confirmed or refuted.</summary>
    public const string Rule = "rule";

    /// <summary>Fact: what would decide; missing if it is decided.</summary>
    public const string Needed = "needed";

    /// <summary>Option: <c>quick</c> or <c>full</c>.</summary>
    public const string GridOption = "grid";

    /// <summary>
    /// Effective option: the kind of array that the device is, or <see cref="OneDevice"/>, <see cref="NoDevice"/> or
    /// <see cref="Unknown"/>.
    /// </summary>
    public const string ArrayOption = "array";

    /// <summary>Value of the effective option: no array.</summary>
    public const string OneDevice = "one device";

    /// <summary>
    /// Value of the effective option: the files are in memory, on another machine, or in a location that the system
    /// does not report.
    /// </summary>
    public const string NoDevice = "no block device";

    /// <summary>Value of the effective option: measured on another machine, which did not report it.</summary>
    public const string Unknown = "not known";

    /// <summary>Tells whether the effective option names an array.</summary>
    /// <param name="value">Its value, or null if there is none.</param>
    public static bool IsArray(string? value) => value is not (null or OneDevice or NoDevice or Unknown);
}
