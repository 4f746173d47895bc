using System.Globalization;
using System.Reflection;
using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests;

/// <summary>
/// Two to four overlapping calls of everything that waits in the streams, and whole copies of a small tree, under
/// thousands of schedules each: half of them as far as they go with 0 preemptions and 1 detour, 1 and 1, 1 and 2, 2 and
/// 2 and so on, half drawn by lot. LANDSPEED_SCHEDULES in the environment tries more. The output says how many
/// schedules had which bounds. A class for each room, so that they run side by side.
/// </summary>
/// <param name="type">Has the subjects.</param>
/// <param name="schedules">Of each subject.</param>
/// <param name="inMemory">Whether its files lie in memory.</param>
public abstract class ScheduleTests(Type type, int schedules = 2000, bool inMemory = false)
{
    private const BindingFlags Declared = BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private protected static TheoryData<string> NamesOf(Type type) =>
        [.. Subjects(type).Select(subject => subject.Name)];

    private protected void Explore(string name)
    {
        string? wanted = Environment.GetEnvironmentVariable("LANDSPEED_SCHEDULES");
        int most = wanted is null ? schedules : int.Parse(wanted, CultureInfo.InvariantCulture);

        string report = WovenWorld.Explore(Subjects(type).Single(subject => subject.Name == name), most, inMemory);

        TestContext.Current.TestOutputHelper?.WriteLine(report);
    }

    private static IEnumerable<MethodInfo> Subjects(Type type) => type.GetMethods(Declared).Where(IsSubject);

    private static bool IsSubject(MethodInfo method) =>
        method.IsAssembly && method.GetParameters() is [{ ParameterType: var type }] && type == typeof(Exploration);
}
