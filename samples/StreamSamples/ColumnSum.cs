using System.Buffers.Text;
using Landspeed;

namespace StreamSamples;

/// <summary>The sum of the first column of a file: no line becomes a string, and each worker adds for itself.</summary>
internal static class ColumnSum
{
    public static async Task<string> RunAsync(string path)
    {
        (long Sum, long Lines)[] parts = await Lines.ForEachAsync<(long Sum, long Lines)>(
            path,
            createState: _ => default,
            (line, _, ref part) =>
            {
                if (Utf8Parser.TryParse(line, out long number, out int _))
                {
                    part = (part.Sum + number, part.Lines + 1);
                }
            });

        return $"{parts.Sum(part => part.Sum)} is the sum of the numbers that "
            + $"{parts.Sum(part => part.Lines)} lines begin with";
    }
}
