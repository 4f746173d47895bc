using System.Text;

namespace Landspeed.Reporting.Tests.Formats;

/// <summary>Takes one record of RFC 4180 apart.</summary>
internal static class CsvFields
{
    /// <summary>Takes a whole file apart; line feeds inside quotes end no record.</summary>
    public static List<List<string>> Records(string text)
    {
        var records = new List<List<string>>();
        int start = 0;
        bool quoted = false;
        foreach ((int index, char c) in text.Index())
        {
            quoted ^= c == '"';
            if (c == '\n' && !quoted)
            {
                records.Add(Split(text[start..index]));
                start = index + 1;
            }
        }

        return records;
    }

    public static List<string> Split(string line)
    {
        var fields = new List<string>();
        var field = new StringBuilder();
        bool quoted = false;
        for (int index = 0; index < line.Length; index++)
        {
            char c = line[index];
            if (c == '"' && quoted && index + 1 < line.Length && line[index + 1] == '"')
            {
                field.Append(c);
                index++;
            }
            else if (c == '"')
            {
                quoted = !quoted;
            }
            else if (c == ',' && !quoted)
            {
                fields.Add(field.ToString());
                field.Clear();
            }
            else
            {
                field.Append(c);
            }
        }

        fields.Add(field.ToString());
        return fields;
    }
}
