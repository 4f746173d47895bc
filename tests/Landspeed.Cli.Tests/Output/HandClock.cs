namespace Landspeed.Cli.Tests.Output;

/// <summary>A clock that a test sets.</summary>
internal sealed class HandClock : TimeProvider
{
    public TimeSpan Now { get; set; }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Now.Ticks;
}
