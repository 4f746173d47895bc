using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>Numbers in an item.</summary>
internal static class Payload
{
    internal static byte[] Of(params IEnumerable<int> numbers)
    {
        var writer = new CompactWriter();
        foreach (int number in numbers)
        {
            writer.Write(number);
        }

        return writer.ToArray();
    }

    internal static int[] Read(byte[] payload)
    {
        var reader = new CompactReader(payload);
        List<int> numbers = [];
        while (!reader.IsAtEnd)
        {
            numbers.Add(reader.Count());
        }

        return [.. numbers];
    }
}
