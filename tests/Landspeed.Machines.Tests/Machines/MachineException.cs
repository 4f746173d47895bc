namespace Landspeed.Machines.Tests.Machines;

/// <summary>A machine did not do what was asked of it; the message ends with what its console said last.</summary>
public sealed class MachineException(string message) : Exception(message);
