using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results.Extents;

namespace Landspeed.Reporting.Views.Extents;

/// <summary>The free space of volumes: how it is distributed, and a map of each volume with the places of the files.</summary>
internal static class FreeSpaceTables
{
    private const string Heights = "▁▂▃▄▅▆▇█";
    private const int TextParts = 64; // a line of a terminal
    private const int PageParts = 128;
    private const int File = 1; // the second colour
    private const int Others = 6; // grey
    private const string HowToRead = "Each row is a part of the volume, from its beginning to its end; the higher the bar, the less is free.";

    /// <summary>What is known in one line.</summary>
    internal static ReportFact Fact(FreeSpaceRecord volume, bool isOneOfSeveral)
    {
        string which = isOneOfSeveral ? $"of {volume.Path}: " : string.Empty;
        return volume.Free is not { } free
            ? new ReportFact("free space", $"{which}unknown: {volume.Reason}")
            : new ReportFact("free space", which + ReportFact.Joined(
            [
                $"{Format.Size(free.Bytes)} of {Format.Size(volume.VolumeBytes ?? 0)} in {Format.Count(free.Count, "run")}",
                free.LargestBytes is { } largest ? $"largest {Format.Size(largest)}" : null,
                free.MedianBytes is { } median ? $"median {Format.Size(median)}" : null,
            ]));
    }

    /// <summary>The tables of a volume; none where nothing is known.</summary>
    internal static IEnumerable<ReportTable> Of(FreeSpaceRecord volume, bool isOneOfSeveral)
    {
        string which = isOneOfSeveral ? $" of the volume of {volume.Path}" : string.Empty;
        if (volume.Free is { Count: > 0 } free)
        {
            yield return new ReportTable
            {
                Title = $"Free space{which} by length",
                Key = [],
                Columns = ["length", "runs", "bytes", "of the free bytes"],
                Rows =
                [
                    .. free.Bins.Select(bin => (IReadOnlyList<ReportCell>)
                        [ExtentsView.Range(bin), Format.Count(bin.Count), Format.Size(bin.Bytes), Format.Percent(100.0 * bin.Bytes / Math.Max(1, free.Bytes))]),
                ],
            };
        }

        if (volume.Map is { Used.Length: > 0 } map)
        {
            yield return new ReportTable
            {
                Title = isOneOfSeveral ? $"Map{which}" : "Map of the volume",
                Note = $"{HowToRead} · all free, # the files are there. One character is {Format.Size(map.PartBytes)}.",
                Key = [],
                IsWords = true,
                HasChart = true,
                Columns = ["from", "map"],
                Rows = [.. Rows(map, TextParts).Select(row => (IReadOnlyList<ReportCell>)[Format.Size(row.From), string.Concat(row.Parts.Select(Sign))])],
            };
        }
    }

    /// <summary>The maps as pictures.</summary>
    internal static IEnumerable<Picture> Charts(IReadOnlyList<FreeSpaceRecord> volumes)
    {
        foreach ((int index, FreeSpaceRecord volume) in volumes.Index())
        {
            if (volume is not { Map: { Used.Length: > 0 } map, Free: { } free })
            {
                continue;
            }

            yield return new StripChart
            {
                Name = index == 0 ? "volume" : FormattableString.Invariant($"volume-{index + 1}"),
                Title = volumes.Count > 1 ? $"Volume of {volume.Path}" : "Volume",
                Note = HowToRead,
                Description = $"Strips, {Format.Size(free.Bytes)} free in {Format.Count(free.Count, "run")}; the files that were read have "
                    + $"bytes in {Format.Count(map.Files.Count(digit => digit > '0'))} of {Format.Count(map.Files.Length, "part")}.",
                Kinds = [("the files are there", File), ("used otherwise", Others)],
                Strips = [.. Rows(map, PageParts).Select(row => new Strip(
                    $"from {Format.Size(row.From)}", $"{Format.Size(map.PartBytes)} per part", [.. row.Parts.Select(Part)]))],
                Nothing = "the volume is empty",
            };
        }
    }

    private static IEnumerable<(long From, (int Used, bool HasFiles)[] Parts)> Rows(VolumeMapRecord map, int most) =>
        map.Used.Zip(map.Files, (used, files) => (Math.Clamp(used - '0', 0, 9), files > '0')).Chunk(most)
            .Select((parts, index) => (index * most * map.PartBytes, parts));

    private static string Sign((int Used, bool HasFiles) part) => part.HasFiles ? "#"
        : part.Used == 0 ? "·" : Heights[(part.Used - 1) * (Heights.Length - 1) / 8].ToString();

    private static StripPart Part((int Used, bool HasFiles) part) => part.HasFiles ? new StripPart(File, Math.Max(1, part.Used) / 9.0)
        : part.Used == 0 ? new StripPart(StripPart.Hole, null) : new StripPart(Others, part.Used / 9.0);
}
