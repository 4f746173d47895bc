namespace Landspeed.Experiments.Measuring;

/// <summary>What a file that we create contains before it is measured.</summary>
public enum FilePreparation
{
    /// <summary>Incompressible data, written and durable; the default, and what a read needs.</summary>
    Data,

    /// <summary>Nothing: the file is empty. Only for writes and extends.</summary>
    None,

    /// <summary>The length is set, no block is allocated: a hole.</summary>
    Length,

    /// <summary>Blocks are reserved and the length is set, nothing is written: unwritten extents.</summary>
    Reserve,

    /// <summary>Zeros are written and durable.</summary>
    Zero,
}
