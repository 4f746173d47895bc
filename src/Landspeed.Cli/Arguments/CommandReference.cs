using System.Globalization;
using System.Text;

namespace Landspeed.Cli.Arguments;

/// <summary>The page <c>docs/commands.md</c>: every verb with its options, made from the declarations.</summary>
internal static class CommandReference
{
    /// <summary>The page.</summary>
    internal static string Of(Verb root)
    {
        var page = new StringBuilder();
        page.Append("""
            # The command

            Every verb with its options, generated from the declarations in `src/Landspeed.Cli`. A test fails when this page is
            stale, and `LANDSPEED_UPDATE_GOLDEN=1` writes it again. `landspeed VERB --help` shows the same.


            """.ReplaceLineEndings("\n"));
        root.WithInner(root.Name).Skip(1).ToList().ForEach(one => Add(page, one.Verb, one.Path));

        page.Append("## With every verb\n\n");
        Table(page, HelpText.Common.Options);
        return page.ToString().TrimEnd('\n') + "\n";
    }

    private static void Add(StringBuilder page, Verb verb, string path)
    {
        page.Append(CultureInfo.InvariantCulture, $"## {path}\n\n{verb.Description}\n\n    {string.Join("\n    ", verb.Usages(path))}\n\n");
        if (verb.Operand is { } operand)
        {
            page.Append(CultureInfo.InvariantCulture, $"`{operand.Names}`: {operand.Meaning}\n\n");
        }

        foreach ((string title, IEnumerable<VerbOption> options) in verb.OptionsByTitle)
        {
            page.Append(CultureInfo.InvariantCulture, $"**{title}**\n\n");
            Table(page, options);
        }

        if (verb.Verbs.Count == 0)
        {
            string codes = string.Join("; ", verb.ExitCodes.All.Select(code => string.Create(
                CultureInfo.InvariantCulture, $"{code.Code} {code.Meaning}")));
            page.Append(CultureInfo.InvariantCulture, $"Exit codes: {codes}.\n\n");
        }
    }

    private static void Table(StringBuilder page, IEnumerable<VerbOption> options)
    {
        page.Append("| Option | Meaning | Allowed | Default |\n| --- | --- | --- | --- |\n");
        foreach (VerbOption option in options)
        {
            string alias = option.Alias is null || option.HasShortName ? string.Empty : $", `{option.Alias}`";
            page.Append(CultureInfo.InvariantCulture, $"| `{option.Form}`{alias} | {Cell(option.Meaning)} | {Cell(option.Allowed)} | {Cell(option.Default)} |\n");
        }

        page.Append('\n');
    }

    // A pipe ends a cell, an asterisk begins emphasis.
    private static string Cell(string? text) => (text ?? string.Empty)
        .Replace("|", "\\|", StringComparison.Ordinal).Replace("*", "\\*", StringComparison.Ordinal);
}
