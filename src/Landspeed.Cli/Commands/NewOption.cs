using System.CommandLine;

namespace Landspeed.Cli.Commands;

/// <summary>Options whose values arrive as text, so that one place of ours says what is wrong with them.</summary>
internal static class NewOption
{
    /// <summary>An option without a value.</summary>
    internal static Option<bool> Flag(string name, string description) => new(name) { Description = description };

    /// <summary>An option with a value.</summary>
    internal static Option<string> Text(string name, string value, string description, params string[] aliases) =>
        new(name, aliases) { Description = description, HelpName = value };

    /// <summary>An option with a value that may be given several times.</summary>
    internal static Option<string[]> Texts(string name, string value, string description) =>
        new(name) { Description = description, HelpName = value };
}
