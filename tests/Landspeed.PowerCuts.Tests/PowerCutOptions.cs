using System.Diagnostics;
using System.Globalization;
using Landspeed.Testing.PowerCuts;

namespace Landspeed.PowerCuts.Tests;

/// <summary>The short form for every day, and the long one, which variables of the environment ask for.</summary>
internal static class PowerCutOptions
{
    private const string Prefix = "LANDSPEED_POWER_CUTS";
    private const string Points = "POINTS";

    private const int ShortPoints = 12;
    private const int LongPoints = 25;

    // To look at a point costs milliseconds, to repeat the command fifty times as much.
    private const int RepeatedShare = 4;
    private static readonly string[] s_everyDay =
        ["file", "file-resumed", "mirror", "symbolic-links", "move-across", "result", "atomic-file"];
    private static readonly Lock s_reporting = new();

    /// <summary>The works to cut.</summary>
    internal static IEnumerable<string> Works => Text("WORKS")?.Split(',')
        ?? (Text(Points) is null ? s_everyDay : CutWorks.All.Select(work => work.Name));

    /// <summary>Cuts as the variables say.</summary>
    internal static CutReport Run(CutWork work, VolumeType type) => Run(work, type, ShortPoints);

    /// <summary>The same at more points, of another seed.</summary>
    internal static CutReport RunLong(CutWork work, VolumeType type) => Run(work, type, LongPoints, seed: 2);

    private static CutReport Run(CutWork work, VolumeType type, int points, int seed = 1)
    {
        long began = Stopwatch.GetTimestamp();
        using var trial = new CutTrial(work, type, Text("RECORDINGS"));
        CutReport report = Text("AT") is { } point
            ? trial.Run([CrashPoint.Parse(point)])
            : trial.Run(Number(Points, points), Number("SEED", seed), Number("REPEAT", RepeatedShare));
        Append(string.Create(
            CultureInfo.InvariantCulture, $"{report}\n  {Stopwatch.GetElapsedTime(began).TotalSeconds:F1} s\n"));
        return report;
    }

    private static string? Text(string name) =>
        Environment.GetEnvironmentVariable(name == Points ? Prefix : $"{Prefix}_{name}");

    private static int Number(string name, int otherwise) =>
        Text(name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;

    private static void Append(string text)
    {
        if (Text("REPORT") is { } file)
        {
            lock (s_reporting)
            {
                File.AppendAllText(file, text);
            }
        }
    }
}
