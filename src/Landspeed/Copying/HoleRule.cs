namespace Landspeed.Copying;

/// <summary>What happens to ranges of the source that hold no data.</summary>
public enum HoleRule
{
    /// <summary>They become holes of the target; the source's file system is asked where they are.</summary>
    Keep,

    /// <summary>They are read like data, and their zeros written: for file systems whose answer is not trusted.</summary>
    Fill,
}
