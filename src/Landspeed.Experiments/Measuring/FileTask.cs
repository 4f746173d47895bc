namespace Landspeed.Experiments.Measuring;

/// <summary>What a measurement does to its file before it starts.</summary>
public enum FileTask
{
    /// <summary>Nothing: the file is used as it is.</summary>
    Use,

    /// <summary>It is missing and is created.</summary>
    Create,

    /// <summary>It is smaller than requested and is lengthened.</summary>
    Lengthen,

    /// <summary>It is ours, and a killed run left it half filled: it is filled again.</summary>
    Refill,

    /// <summary>It is emptied and created again, as if it were missing.</summary>
    Remake,

    /// <summary>It is emptied, for an extend.</summary>
    Empty,
}
