using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>An operation at which a rule acted.</summary>
/// <param name="Ordinal">Which of the operations that the rule counts, from 1.</param>
/// <param name="Operation">What it was.</param>
/// <param name="Offset">First byte; 0 where there is none.</param>
/// <param name="Length">Bytes; 0 where there are none.</param>
/// <param name="ProcessId">Who asked; in a <see cref="FaultMount"/> the thread.</param>
/// <param name="Path">Of the file, control characters and backslashes as <c>\xNN</c>; in a <see cref="FaultMount"/>
/// from its root.</param>
public sealed record FaultEvent(
    long Ordinal, FaultOperations Operation, long Offset, long Length, int ProcessId, string Path)
{
    /// <summary>From the words after the number of the rule.</summary>
    internal static FaultEvent Parse(string words)
    {
        string[] part = words.Split(' ', 6);
        return new FaultEvent(
            long.Parse(part[0], CultureInfo.InvariantCulture),
            Enum.Parse<FaultOperations>(part[1], ignoreCase: true),
            long.Parse(part[2], CultureInfo.InvariantCulture),
            long.Parse(part[3], CultureInfo.InvariantCulture),
            int.Parse(part[4], CultureInfo.InvariantCulture),
            part[5]);
    }
}
