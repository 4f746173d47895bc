namespace Landspeed.Testing.Faults;

/// <summary>What a rule does when it is due.</summary>
public readonly record struct FaultAction
{
    private FaultAction(string word, long argument = 0)
    {
        Word = word;
        Argument = argument;
    }

    /// <summary>Nothing but counting.</summary>
    public static FaultAction Count { get; } = new("count");

    /// <summary>Holds the operation until <see cref="ArmedRule.Allow"/> or <see cref="ArmedRule.Deny"/>.</summary>
    public static FaultAction Hold { get; } = new("hold");

    /// <summary>Kills the process that asks for the operation, which is not carried out.</summary>
    public static FaultAction Kill { get; } = new("kill");

    /// <summary>Carries the operation out and kills the process before it learns of that; <see cref="FaultMount"/>
    /// only.</summary>
    public static FaultAction KillAfter { get; } = new("kill-after");

    public string Word { get; }

    public long Argument { get; }

    /// <summary>Refuses the operation with an error; it is not carried out.</summary>
    public static FaultAction Deny(Errno error) => new("deny", (long)error);

    /// <summary>Carries the operation out that much later, beside others; <see cref="FaultMount"/> only.</summary>
    public static FaultAction Delay(TimeSpan time) => new("delay", (long)time.TotalMilliseconds);

    /// <summary>Transfers so many bytes at most; a <see cref="FaultMount"/> in direct mode only.</summary>
    public static FaultAction Short(long bytes) => new("short", bytes);

    /// <summary>Gives back a bit of the n-th byte that is read as its contrary; a <see cref="FaultMount"/>
    /// only.</summary>
    public static FaultAction Flip(long n) => new("flip", n);
}
