using System.Collections.Concurrent;
using System.Globalization;
using System.Reflection;
using Xunit.v3;

namespace Landspeed.Testing.Times;

/// <summary>
/// Adds up how long the tests of each class take, and writes it to <c>artifacts/test-times</c>; <c>tests/times</c>
/// shows it.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
public sealed class ClassTimesAttribute : BeforeAfterTestAttribute
{
    private static readonly OwnClock s_clock = new();
    private static readonly DateTimeOffset s_began = TimeProvider.System.GetUtcNow();
    private static readonly ConcurrentDictionary<string, (long Began, TimeSpan Share)> s_running = new();
    private static readonly ConcurrentDictionary<string, ClassTime> s_classes = new();

    static ClassTimesAttribute() => AppDomain.CurrentDomain.ProcessExit += (_, _) => Write();

    /// <inheritdoc/>
    public override void Before(MethodInfo methodUnderTest, IXunitTest test) =>
        s_running[test.UniqueID] = (TimeProvider.System.GetTimestamp(), s_clock.Share(1));

    /// <inheritdoc/>
    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (s_running.TryRemove(test.UniqueID, out (long Began, TimeSpan Share) begun))
        {
            TimeSpan share = s_clock.Share(-1) - begun.Share;
            var time = new ClassTime(1, TimeProvider.System.GetElapsedTime(begun.Began), share);
            s_classes.AddOrUpdate(test.TestCase.TestClassName, time, (_, before) => before + time);
        }
    }

    private static void Write()
    {
        s_clock.Share(0);
        string directory = typeof(ClassTimesAttribute).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
            .Single(one => one.Key == "TestTimes").Value!;
        Directory.CreateDirectory(directory);
        IEnumerable<string> lines = s_classes.Select(one =>
            Line("class", one.Value.Share.TotalSeconds, one.Value.Wall.TotalSeconds, one.Value.Count, one.Key));
        string run = Line(
            "run",
            s_began.ToUnixTimeMilliseconds(),
            TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds(),
            s_clock.OthersAtBegin.TotalSeconds,
            s_clock.Others.TotalSeconds,
            Environment.ProcessorCount);
        string file = Path.Combine(directory, $"{Assembly.GetEntryAssembly()!.GetName().Name}.tsv");
        File.WriteAllLines(file, [run, .. lines]);
    }

    private static string Line(params object[] fields) =>
        string.Join('\t', fields.Select(field => string.Format(CultureInfo.InvariantCulture, "{0:0.##}", field)));

    private readonly record struct ClassTime(int Count, TimeSpan Wall, TimeSpan Share)
    {
        public static ClassTime operator +(ClassTime one, ClassTime other) =>
            new(one.Count + other.Count, one.Wall + other.Wall, one.Share + other.Share);
    }
}
