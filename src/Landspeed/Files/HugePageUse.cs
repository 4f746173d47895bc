namespace Landspeed.Files;

/// <summary>Whether huge pages were asked for, and what the system answered.</summary>
/// <param name="Accepted">
/// The system took the advice. That is a wish granted as far as free huge pages reach, no promise for each page.
/// </param>
/// <param name="Reason">Why huge pages were not asked for or were refused; null when accepted.</param>
public readonly record struct HugePageUse(bool Accepted, string? Reason);
