namespace Landspeed.Reporting;

/// <summary>One line of CSV after RFC 4180, but ended by a line feed alone, as Unix tools want it.</summary>
internal static class CsvLine
{
    private static readonly System.Buffers.SearchValues<char> Special = System.Buffers.SearchValues.Create(",\"\r\n");

    /// <summary>Joins values with commas; quotes only those that need it.</summary>
    public static string Join(IEnumerable<string> values) => string.Join(',', values.Select(Quote));

    /// <summary>Writes values as a line.</summary>
    public static void Write(TextWriter target, IEnumerable<string> values)
    {
        target.Write(Join(values));
        target.Write('\n');
    }

    private static string Quote(string value) => value.AsSpan().IndexOfAny(Special) < 0
        ? value
        : $"\"{value.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
}
