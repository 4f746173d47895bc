using System.Globalization;

namespace Landspeed.Testing.PowerCuts;

/// <summary>A moment at which the power goes, and the chance by which some of what was not flushed arrives.</summary>
/// <param name="Position">How many records of the log had ended.</param>
/// <param name="Seed">Decides which of the writes since the last flush arrive, and whether they are torn; negative: all do.
/// </param>
internal readonly record struct CrashPoint(int Position, int Seed)
{
    /// <summary>The moment at which everything so far has arrived.</summary>
    internal static CrashPoint Whole(int position) => new(position, -1);

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Position}/{Seed}");

    /// <summary>Reads what <see cref="ToString"/> wrote.</summary>
    internal static CrashPoint Parse(string text)
    {
        int[] parts = [.. text.Split('/').Select(part => int.Parse(part, CultureInfo.InvariantCulture))];
        return new CrashPoint(parts[0], parts[1]);
    }

    /// <summary>Chooses points between two records, rising: a tenth of them at the end, and of the others one half evenly among
    /// the records, one half evenly among the stretches between two flushes, since the data of a large file would else hide
    /// the few writes that matter.</summary>
    /// <param name="log">The log.</param>
    /// <param name="start">From behind this record on.</param>
    /// <param name="end">Up to behind this record.</param>
    /// <param name="count">How many.</param>
    /// <param name="seed">Of the choice.</param>
    internal static IReadOnlyList<CrashPoint> Choose(WriteLog log, int start, int end, int count, int seed)
    {
        var random = new Random(seed);
        int[] bounds =
        [
            start,
            .. Enumerable.Range(start, end - start).Where(at => log.Records[at].Kind is WriteKind.Flush or WriteKind.Mark),
            end + 1,
        ];
        List<CrashPoint> points = [];
        for (int number = 0; number < count; number++)
        {
            int stretch = random.Next(bounds.Length - 1);
            int position = number % 10 == 0 ? end + 1
                : number % 2 == 0 ? random.Next(start, end + 1) + 1
                : random.Next(bounds[stretch], bounds[stretch + 1]) + 1;
            points.Add(new CrashPoint(position, random.Next()));
        }

        return [.. points.OrderBy(point => point.Position)];
    }
}
