namespace Landspeed.Experiments.Results;

/// <summary>Something suspicious.</summary>
/// <param name="Code">A stable name in snake_case, for example <c>foreign_traffic</c>.</param>
/// <param name="Message">A sentence with the numbers.</param>
public sealed record FindingRecord(string Code, string Message);
