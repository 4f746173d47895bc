using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>What a sweep found.</summary>
/// <param name="Struck">How many runs a fault struck.</param>
/// <param name="Violations">What was wrong, and at which operation; empty for a good copier.</param>
public sealed record SweepReport(int Struck, IReadOnlyList<string> Violations)
{
    /// <summary>Number and violations, one a line: the message of a failed test.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{Struck} runs struck, {Violations.Count} violations\n{string.Join('\n', Violations)}");
}
