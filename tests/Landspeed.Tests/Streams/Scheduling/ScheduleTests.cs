using System.Globalization;
using System.Reflection;
using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>
/// Two to four overlapping calls of everything that waits in the streams, under 2,000 schedules each: all with up to 1
/// preemption and 1 detour (of growing and of batches of a DirectFile only the first of these), as many more with 1 and
/// 2, then 2 and 2, as make 1,000, and 1,000 drawn by lot; 30 s of CPU time altogether. LANDSPEED_SCHEDULES in the
/// environment tries more. The output says how many schedules had which bounds. A class for each room, so that they run
/// side by side.
/// </summary>
public abstract class ScheduleTests(Type type)
{
    private const int Schedules = 2000;
    private const BindingFlags Declared = BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private protected static TheoryData<string> NamesOf(Type type) =>
        [.. Subjects(type).Select(subject => subject.Name)];

    private protected void Explore(string name)
    {
        string? wanted = Environment.GetEnvironmentVariable("LANDSPEED_SCHEDULES");
        int most = wanted is null ? Schedules : int.Parse(wanted, CultureInfo.InvariantCulture);

        string report = WovenWorld.Explore(Subjects(type).Single(subject => subject.Name == name), most);

        TestContext.Current.TestOutputHelper?.WriteLine(report);
    }

    private static IEnumerable<MethodInfo> Subjects(Type type) => type.GetMethods(Declared).Where(IsSubject);

    private static bool IsSubject(MethodInfo method) =>
        method.IsAssembly && method.GetParameters() is [{ ParameterType: var type }] && type == typeof(Exploration);
}

public sealed class ReadScheduleTests() : ScheduleTests(typeof(ReadSubjects))
{
    public static TheoryData<string> Names => NamesOf(typeof(ReadSubjects));

    [Theory]
    [MemberData(nameof(Names))]
    public void No_schedule_hangs_or_breaks(string name) => Explore(name);
}

public sealed class WriteScheduleTests() : ScheduleTests(typeof(WriteSubjects))
{
    public static TheoryData<string> Names => NamesOf(typeof(WriteSubjects));

    [Theory]
    [MemberData(nameof(Names))]
    public void No_schedule_hangs_or_breaks(string name) => Explore(name);
}

public sealed class PipeScheduleTests() : ScheduleTests(typeof(PipeSubjects))
{
    public static TheoryData<string> Names => NamesOf(typeof(PipeSubjects));

    [Theory]
    [MemberData(nameof(Names))]
    public void No_schedule_hangs_or_breaks(string name) => Explore(name);
}

public sealed class DirectScheduleTests() : ScheduleTests(typeof(DirectSubjects))
{
    public static TheoryData<string> Names => NamesOf(typeof(DirectSubjects));

    [Theory]
    [MemberData(nameof(Names))]
    public void No_schedule_hangs_or_breaks(string name) => Explore(name);
}

public sealed class LineScheduleTests() : ScheduleTests(typeof(LineSubjects))
{
    public static TheoryData<string> Names => NamesOf(typeof(LineSubjects));

    [Theory]
    [MemberData(nameof(Names))]
    public void No_schedule_hangs_or_breaks(string name) => Explore(name);
}
