namespace Landspeed.Tests.Streams.Scheduling;

public sealed class ReadScheduleTests() : ScheduleTests(typeof(ReadSubjects))
{
    public static TheoryData<string> Names => NamesOf(typeof(ReadSubjects));

    [Theory]
    [MemberData(nameof(Names))]
    public void No_schedule_hangs_or_breaks(string name) => Explore(name);
}

// In memory: it takes the same steps there, and its flushes wait for no disk. Direct files and those that look at the
// page cache take other steps in memory.
public sealed class WriteScheduleTests() : ScheduleTests(typeof(WriteSubjects), inMemory: true)
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
