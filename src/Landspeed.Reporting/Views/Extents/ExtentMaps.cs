using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results.Extents;

namespace Landspeed.Reporting.Views.Extents;

/// <summary>Files as strips, from their beginning to their end: as text, and as a picture.</summary>
internal static class ExtentMaps
{
    private const string Heights = "▁▂▃▄▅▆▇█";
    private const int TextParts = 48; // leaves half a line for the name
    private const string HowToRead = "Each strip is a file from its beginning to its end; height shows the position on the device, from the nearest to the furthest part of the file.";

    /// <summary>As text.</summary>
    internal static ReportTable Table(ExtentsSection found) => new()
    {
        Title = "Maps",
        Note = HowToRead + " " + string.Join(", ", Signs(found).Select(sign => $"{sign.Text} {sign.Meaning}")) + (Signs(found).Any() ? "." : string.Empty),
        Key = [],
        IsWords = true,
        HasChart = true,
        Columns = ["map", "file"],
        Rows = [.. Mapped(found).Select(file => (IReadOnlyList<ReportCell>)[Text(file.Map!), file.Path])],
    };

    /// <summary>As a picture.</summary>
    internal static IEnumerable<Picture> Charts(ExtentsSection found)
    {
        Strip[] strips = [.. Mapped(found).Select(file => Strip(file))];
        if (strips.Length > 0)
        {
            yield return new StripChart
            {
                Name = "maps",
                Title = "Maps of files",
                Note = HowToRead,
                Description = "Strips, one per file. " + string.Join(' ', strips.Select(strip => $"{strip.Name}: {strip.Text}.")),
                Kinds = [.. Kinds.Where(kind => strips.Any(strip => strip.Parts.Any(part => part.Look == kind.Look))).Select(kind => (kind.Name, kind.Look))],
                Strips = strips,
                Nothing = "all files are empty",
            };
        }
    }

    // Letters of FileMapRecord.Kinds; holes are left white.
    private static (char Letter, string Name, string Text, int Look)[] Kinds { get; } =
    [
        ('d', "data", string.Empty, 0), ('u', "unwritten", "░", 1), ('h', "hole", "·", StripPart.Hole), ('c', "in the page cache only", "?", 3),
        ('i', "inside metadata", "i", 2),
    ];

    private static IEnumerable<FileExtentsRecord> Mapped(ExtentsSection found) => found.ListedFiles.Where(file => file.Map is { Kinds.Length: > 0 });

    private static IEnumerable<(string Text, string Meaning)> Signs(ExtentsSection found) =>
        Kinds.Where(kind => kind.Text.Length > 0 && Mapped(found).Any(file => Parts(file.Map!, TextParts).Any(part => part.Kind == kind.Letter)))
            .Select(kind => (kind.Text, kind.Name));

    private static string Text(FileMapRecord map) => string.Concat(Parts(map, TextParts).Select(part => part.Kind == 'd'
        ? Heights[Math.Clamp((int)((part.Height ?? 0) * Heights.Length), 0, Heights.Length - 1)].ToString()
        : Kinds.FirstOrDefault(kind => kind.Letter == part.Kind).Text ?? "?"));

    private static Strip Strip(FileExtentsRecord file)
    {
        FileMapRecord map = file.Map!;
        long[] places = [.. map.PlacesBytes.OfType<long>()];
        string where = places.Length == 0 ? "no address" : $"from {Format.Size(places.Min())} on the device, over {Format.Size(places.Max() - places.Min())}";
        return new Strip(
            file.Path,
            $"{Format.Count(file.Totals.Runs.Count, "run")}, {where}",
            [.. Parts(map, int.MaxValue).Select(part => new StripPart(Kinds.FirstOrDefault(kind => kind.Letter == part.Kind).Look, part.Height))]);
    }

    // Where there are too many, each of a few stands for as many neighbours: what is no hole is told.
    private static IEnumerable<(char Kind, double? Height)> Parts(FileMapRecord map, int most)
    {
        long[] places = [.. map.PlacesBytes.OfType<long>()];
        (long nearest, long furthest) = places.Length == 0 ? (0, 0) : (places.Min(), places.Max());
        (char Kind, long? Place)[] all = [.. map.Kinds.Zip(map.PlacesBytes)];
        int each = (int)Math.Ceiling((double)all.Length / most);
        foreach ((char Kind, long? Place)[] some in all.Chunk(Math.Max(1, each)))
        {
            (char kind, long? place) = some.Where(part => part.Kind != 'h').FirstOrDefault(some[0]);
            yield return (kind, place is { } known ? Share(known, nearest, furthest) : null);
        }
    }

    private static double Share(long place, long nearest, long furthest) =>
        furthest == nearest ? 0.5 : ((double)place - nearest) / ((double)furthest - nearest);
}
