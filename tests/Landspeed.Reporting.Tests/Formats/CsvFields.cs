using System.Text;

namespace Landspeed.Reporting.Tests.Formats;

/// <summary>Takes one record of RFC 4180 apart.</summary>
internal static class CsvFields
{
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
