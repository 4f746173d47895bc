using System.Globalization;
using System.Reflection;
using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>
/// Two to four overlapping calls of everything that waits in the streams, under 2,000 schedules each: all with up to 1
/// preemption and 1 detour (of growing and of batches of a DirectFile only the first of these), as many more with 1 and 2, then
/// 2 and 2, as make 1,000, and 1,000 drawn by lot; 30 s of processor time altogether. LANDSPEED_SCHEDULES in the
/// environment tries more. The output says how many schedules had which bounds.
/// </summary>
public sealed class ScheduleTests
{
    private const int Schedules = 2000;
    private const BindingFlags Declared = BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly Type[] s_types =
        [typeof(ReadSubjects), typeof(WriteSubjects), typeof(PipeSubjects), typeof(DirectSubjects), typeof(LineSubjects)];

    public static TheoryData<string> Names => [.. Subjects.Select(subject => subject.Name)];

    private static IEnumerable<MethodInfo> Subjects => s_types.SelectMany(type => type.GetMethods(Declared)).Where(IsSubject);

    [Theory]
    [MemberData(nameof(Names))]
    public void No_schedule_hangs_or_breaks(string name)
    {
        string? wanted = Environment.GetEnvironmentVariable("LANDSPEED_SCHEDULES");
        int most = wanted is null ? Schedules : int.Parse(wanted, CultureInfo.InvariantCulture);

        string report = WovenWorld.Explore(Subjects.Single(subject => subject.Name == name), most);

        TestContext.Current.TestOutputHelper?.WriteLine(report);
    }

    private static bool IsSubject(MethodInfo method) =>
        method.IsAssembly && method.GetParameters() is [{ ParameterType: var type }] && type == typeof(Exploration);
}
