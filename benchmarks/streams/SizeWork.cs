namespace StreamsBenchmark;

/// <summary>What is done with some files of one size.</summary>
internal enum SizeWork
{
    /// <summary>Open and read files that are in the page cache.</summary>
    ReadCached,

    /// <summary>Open and read files that are not.</summary>
    ReadCold,

    /// <summary>Create and write files.</summary>
    Write,

    /// <summary>Create and write files, each until it is durable.</summary>
    WriteDurable,

    /// <summary>Read 4 KiB at random offsets of an open file that is in the page cache.</summary>
    RandomCached,

    /// <summary>The same, not in the page cache.</summary>
    RandomCold,
}
