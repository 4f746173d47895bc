using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Reporting.Words;

/// <summary>The sizes of requests.</summary>
internal static class SizeWords
{
    /// <summary>For example <c>1 MiB</c>, or <c>4 KiB (60 %) and 64 KiB (40 %)</c>.</summary>
    public static string Of(CaseRecord of) => Of(of.RequestSizeBytes, of.SizeShares);

    /// <summary>The same of what an experiment was asked for.</summary>
    /// <param name="requestSize">The size, or the largest.</param>
    /// <param name="sizes">The sizes as in a result, or null if there is one.</param>
    public static string Of(long requestSize, string? sizes) => sizes is null
        ? Format.ExactSize(requestSize)
        : string.Join(" and ", Shares(sizes).Select(one => $"{Format.ExactSize(one.Bytes)} ({one.Pct} %)"));

    /// <summary>Reads sizes as in a result: <c>4KiB:60,64KiB:40</c>.</summary>
    /// <returns>Bytes and percent of each; those that cannot be read are left out.</returns>
    public static IEnumerable<(long Bytes, string Pct)> Shares(string sizes)
    {
        foreach (string[] parts in sizes.Split(',').Select(one => one.Split(':')))
        {
            if (parts.Length == 2 && ByteCount.TryParse(parts[0], out ByteCount bytes))
            {
                yield return (bytes.Bytes, parts[1]);
            }
        }
    }
}
