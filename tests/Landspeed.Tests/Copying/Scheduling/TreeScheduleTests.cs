namespace Landspeed.Tests.Copying.Scheduling;

// A copy is some hundred steps long, and flushes: fewer schedules, and in memory.
public sealed class TreeScheduleTests() : ScheduleTests(typeof(TreeSubjects), schedules: 100, inMemory: true)
{
    public static TheoryData<string> Names => NamesOf(typeof(TreeSubjects));

    [Theory]
    [MemberData(nameof(Names))]
    public void No_schedule_hangs_or_breaks(string name) => Explore(name);
}
