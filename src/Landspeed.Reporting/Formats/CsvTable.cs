namespace Landspeed.Reporting.Formats;

/// <summary>A result as CSV, before it is written.</summary>
/// <param name="Header">The names of the columns, each once.</param>
/// <param name="Rows">The rows, made as they are read; each has a value for every column.</param>
internal sealed record CsvTable(IReadOnlyList<string> Header, IEnumerable<string[]> Rows)
{
    /// <summary>Writes it whole.</summary>
    internal void Write(TextWriter target)
    {
        CsvLine.Write(target, Header);
        foreach (string[] row in Rows)
        {
            CsvLine.Write(target, row);
        }
    }

    /// <summary>Returns some of its columns, in the order of their names.</summary>
    /// <param name="names">See <see cref="CsvNames"/>; a column that this result does not have stays empty.</param>
    internal CsvTable Only(IReadOnlyList<string> names)
    {
        IReadOnlyDictionary<string, string> columns = CsvNames.Of(Header);
        return With([.. names.Select(name => columns.GetValueOrDefault(name, name)).Distinct(StringComparer.Ordinal)]);
    }

    /// <summary>Returns the same rows with other columns; one that the table does not have is empty.</summary>
    /// <param name="columns">Whole names, each once.</param>
    internal CsvTable With(IReadOnlyList<string> columns)
    {
        var places = Header.Index().ToDictionary(
            column => column.Item, column => column.Index, StringComparer.Ordinal);
        int[] indices = [.. columns.Select(column => places.GetValueOrDefault(column, -1))];
        return new CsvTable(columns, Rows.Select(Pick));

        string[] Pick(string[] row) => [.. indices.Select(index => index < 0 ? string.Empty : row[index])];
    }
}
