namespace Landspeed.Cli.Arguments;

/// <summary>Names of one dash and a letter for options that people type often, the same in every verb.</summary>
/// <remarks>The classic commands have letters of their own, and none of these.</remarks>
internal static class ShortNames
{
    private static readonly Dictionary<string, string> s_names = new(StringComparer.Ordinal)
    {
        ["--request-size"] = "-b",
        ["--time"] = "-t",
        ["--dry-run"] = "-n",
        ["--quiet"] = "-q",
        ["--details"] = "-v",
    };

    /// <summary>The short name of an option, or null if it has none.</summary>
    /// <param name="name">Its long name, with dashes.</param>
    internal static string? Of(string name) => s_names.GetValueOrDefault(name);
}
