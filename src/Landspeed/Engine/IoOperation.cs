namespace Landspeed.Engine;

/// <summary>What a request does.</summary>
public enum IoOperation
{
    /// <summary>Nothing; completes with 0. Measures the engine alone.</summary>
    Nothing,

    /// <summary>Read bytes of the file into memory.</summary>
    Read,

    /// <summary>Write bytes of memory to the file.</summary>
    Write,

    /// <summary>Make the data of completed writes durable; not ordered against requests in flight.</summary>
    FlushData,

    /// <summary>Make data and metadata of completed writes durable; not ordered against requests in flight.</summary>
    FlushAll,
}
