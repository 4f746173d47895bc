namespace Landspeed.Experiments.Results.Paper;

/// <summary>What a document of the kind <c>paper</c> says of each finding of 2004: a cell a finding, its sentences the facts of its one run.</summary>
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

    /// <summary>Outcome: it was tested, and these runs do not decide.</summary>
    public const string Inconclusive = "inconclusive";

    /// <summary>Outcome: this machine or this volume cannot show it.</summary>
    public const string NotTestable = "not testable here";

    /// <summary>Fact: what the report of 2004 found.</summary>
    public const string Statement = "statement";

    /// <summary>Fact: the numbers of 2004.</summary>
    public const string Then = "numbers_2004";

    /// <summary>Fact: the numbers found here, and what they say.</summary>
    public const string Here = "numbers";

    /// <summary>Fact: by which rule it is confirmed or refuted.</summary>
    public const string Rule = "rule";

    /// <summary>Fact: what would decide; missing: it is decided.</summary>
    public const string Needed = "needed";

    /// <summary>Option: <c>quick</c> or <c>full</c>.</summary>
    public const string GridOption = "grid";

    /// <summary>Effective option: what the device is an array of, <see cref="OneDevice"/>, <see cref="NoDevice"/> or <see cref="Unknown"/>.</summary>
    public const string ArrayOption = "array";

    /// <summary>Value of the effective option: no array.</summary>
    public const string OneDevice = "one device";

    /// <summary>Value of the effective option: the files lie in memory, on another machine, or where the system does not say.</summary>
    public const string NoDevice = "no block device";

    /// <summary>Value of the effective option: measured on another machine, which did not say.</summary>
    public const string Unknown = "not known";

    /// <summary>Whether the effective option names an array.</summary>
    /// <param name="value">Its value; null: there is none.</param>
    public static bool IsArray(string? value) => value is not (null or OneDevice or NoDevice or Unknown);
}
