namespace Landspeed.Experiments.Blocks;

/// <summary>In which way a block is wrong.</summary>
internal enum BlockFaultKind
{
    /// <summary>It holds an earlier write than it must.</summary>
    Stale,

    /// <summary>It holds a write in part, the rest is older.</summary>
    Torn,

    /// <summary>It holds zeros.</summary>
    Zeroed,

    /// <summary>It holds a write to another place of the file.</summary>
    Misplaced,

    /// <summary>It holds nothing that was written to this file.</summary>
    Foreign,

    /// <summary>It holds a write to this file of which bytes changed.</summary>
    Corrupt,

    /// <summary>The file ends before it.</summary>
    Missing,

    /// <summary>It holds a write that the journal does not know.</summary>
    Newer,
}
