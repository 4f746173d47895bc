namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>How the page cache is emptied before a cell.</summary>
public enum CacheFlush
{
    /// <summary>The test file alone is dropped.</summary>
    Drop,

    /// <summary>A second file of the same length is read through, as LandenLabs FileIO did; where memory is large nothing goes.</summary>
    SecondFile,

    /// <summary>It is left as it is.</summary>
    None,
}
