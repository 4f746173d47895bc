namespace Landspeed.Experiments.Results;

/// <summary>One sentence of advice, computed from the curves.</summary>
/// <param name="Code">A stable name in snake_case, for example <c>read_request_size</c>.</param>
/// <param name="Text">The sentence with the numbers behind it.</param>
public sealed record AdviceRecord(string Code, string Text);
