namespace Landspeed.Copying;

/// <summary>FNV-1a, 64 bits: a number that follows from a name, the same on every machine and in every version.</summary>
internal static class Fnv
{
    private const ulong Start = 14695981039346656037;
    private const ulong Prime = 1099511628211;

    internal static ulong Of(ReadOnlySpan<byte> bytes)
    {
        ulong number = Start;
        foreach (byte value in bytes)
        {
            number = unchecked((number ^ value) * Prime);
        }

        return number;
    }
}
