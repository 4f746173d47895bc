namespace Landspeed.Conventions.Tests.Rules;

/// <summary>A term has one row of the glossary. Terms with one explanation share a row, with commas between.</summary>
public static class GlossaryRule
{
    /// <summary>Terms that are explained again.</summary>
    /// <param name="text">The page.</param>
    public static IEnumerable<Violation> Check(string text) =>
        from term in Terms(text)
        group term.Line by term.Term into same
        where same.Count() > 1
        select new Violation(
            $"docs/glossary.md:{same.Last()}",
            $"'{same.Key}' is explained in line {same.First()} already",
            "keep one explanation, or say of what it is: 'run (of extents)'");

    /// <summary>The terms, in the order of the page.</summary>
    /// <param name="text">The page.</param>
    public static IEnumerable<(int Line, string Term)> Terms(string text) =>
        from line in text.Split('\n').Index()
        where line.Item.StartsWith("| ", StringComparison.Ordinal)
        let cell = line.Item.Split('|')[1].Trim()
        where cell != "Word"
        from term in cell.Split(", ")
        select (line.Index + 1, term.ToLowerInvariant());
}
