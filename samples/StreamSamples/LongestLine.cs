using Landspeed;

namespace StreamSamples;

/// <summary>Every line of a text file as bytes, on all processors: each worker keeps a state of its own, so nobody locks.</summary>
internal static class LongestLine
{
    public static async Task<string> RunAsync(string path)
    {
        (int Length, long Number)[] longest = await Lines.ForEachAsync<(int Length, long Number)>(
            path,
            createState: _ => default,
            (line, info, ref longestYet) =>
            {
                if (line.Length > longestYet.Length)
                {
                    longestYet = (line.Length, info.Number);
                }
            });

        (int length, long number) = longest.OrderByDescending(state => state.Length).ThenBy(state => state.Number).First();
        return $"{Lines.Count(path)} lines; the longest is line {number} with {length} bytes";
    }
}
