namespace Landspeed.Conventions.Tests;

/// <summary>A broken rule: where, which, and how to repair it.</summary>
/// <param name="Where">The type, member or file.</param>
/// <param name="Rule">What it breaks.</param>
/// <param name="Remedy">What to do about it.</param>
public sealed record Violation(string Where, string Rule, string Remedy)
{
    /// <summary>Fails with every violation on a line of its own.</summary>
    public static void AssertNone(IEnumerable<Violation> violations)
    {
        string[] lines = [.. violations.Select(violation => violation.ToString()).Distinct().Order(StringComparer.Ordinal)];
        Assert.True(lines.Length == 0, string.Join('\n', lines.Prepend($"{lines.Length} broken rules:")));
    }

    public override string ToString() => $"{Where}: {Rule}. Remedy: {Remedy}.";
}
