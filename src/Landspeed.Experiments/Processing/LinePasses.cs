namespace Landspeed.Experiments.Processing;

/// <summary>The passes over a line: their number, and the number of the first.</summary>
/// <param name="Count">Number of passes, 0 or more.</param>
/// <param name="First">1: none of the author's levels of work leaves a line unchanged. 0, as the author counted: the
/// passes 0 to 99 cancel out.</param>
public readonly record struct LinePasses(int Count, int First = 1)
{
    /// <summary>All passes over a byte in one: the exclusive or of their numbers, reduced to a byte.</summary>
    internal byte Key
    {
        get
        {
            int key = 0;
            for (int pass = First; pass < First + Count; pass++)
            {
                key ^= pass;
            }

            return unchecked((byte)key);
        }
    }

    /// <summary>Converts to passes that count from 1.</summary>
    public static implicit operator LinePasses(int count) => new(count);
}
