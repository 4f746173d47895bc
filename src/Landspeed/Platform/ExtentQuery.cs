namespace Landspeed.Platform;

/// <summary>What asking for extents does with dirty data.</summary>
public enum ExtentQuery
{
    /// <summary>Answer as it is: dirty data may show as delayed allocation, or as unwritten.</summary>
    AsIs,

    /// <summary>Write dirty data back first.</summary>
    WriteBackFirst,
}
