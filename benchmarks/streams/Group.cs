namespace StreamsBenchmark;

/// <summary>What a round does; ratios are taken within one.</summary>
internal enum Group
{
    /// <summary>A file that is not in the page cache, from one end to the other.</summary>
    ColdRead,

    /// <summary>A file that is.</summary>
    WarmRead,

    /// <summary>A new file, until it is durable.</summary>
    Write,
}
