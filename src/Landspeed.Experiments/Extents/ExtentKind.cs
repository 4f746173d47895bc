using Landspeed.Files.Space;

namespace Landspeed.Experiments.Extents;

/// <summary>What an extent is counted as.</summary>
internal enum ExtentKind
{
    /// <summary>Data on the device.</summary>
    Data,

    /// <summary>Reserved and never written.</summary>
    Unwritten,

    /// <summary>A range without blocks.</summary>
    Hole,

    /// <summary>In the page cache only.</summary>
    Delayed,

    /// <summary>Inside metadata.</summary>
    Inline,

    /// <summary>After the end of the file.</summary>
    BeyondEnd,
}

/// <summary>Words for what extents are.</summary>
internal static class ExtentKinds
{
    /// <summary>How many kinds there are.</summary>
    internal const int Count = (int)ExtentKind.BeyondEnd + 1;

    // By kind. In a map what lies beyond the end is no part of the file.
    private static readonly string[] s_words = ["data", "unwritten", "hole", "delayed", "inline", "beyond_end"];
    private const string Letters = "duhci";

    /// <summary>What an extent is.</summary>
    internal static ExtentKind KindOf(in FileExtent extent) => extent.State switch
    {
        ExtentState.Hole => ExtentKind.Hole,
        ExtentState.DelayedAllocation => ExtentKind.Delayed,
        _ when (extent.Properties & ExtentProperties.Inline) != 0 => ExtentKind.Inline,
        ExtentState.Unwritten => ExtentKind.Unwritten,
        _ => ExtentKind.Data,
    };

    /// <summary>The word of results.</summary>
    internal static string Word(ExtentKind kind) => s_words[(int)kind];

    /// <summary>The letter of maps.</summary>
    internal static char Letter(ExtentKind kind) => Letters[(int)kind];
}
