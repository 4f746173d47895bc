namespace Landspeed.Cli.Classic;

/// <summary>The words of a 2004 command line, told apart: options by name with their value, and files.</summary>
/// <param name="Options">Value of each option that was given; empty for one without value.</param>
/// <param name="Files">The words that are no options.</param>
internal sealed record IospeedWords(IReadOnlyDictionary<string, string> Options, IReadOnlyList<string> Files)
{
    /// <summary>Whether an option was given.</summary>
    internal bool Has(string option) => Options.ContainsKey(option);

    /// <summary>The value of an option; null when it was not given, or given without one.</summary>
    internal string? Value(string option) =>
        Options.TryGetValue(option, out string? value) && value.Length > 0 ? value : null;
}
