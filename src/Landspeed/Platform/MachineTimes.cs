namespace Landspeed.Platform;

/// <summary>Processor time of all processors since the machine started; resolution usually 10 ms.</summary>
/// <param name="BusyNs">User, system, interrupts; nanoseconds.</param>
/// <param name="IdleNs">Idle, and idle while requests were outstanding; nanoseconds.</param>
/// <param name="StolenNs">Time that the host gave to other guests; nanoseconds.</param>
public readonly record struct MachineTimes(long BusyNs, long IdleNs, long StolenNs);
