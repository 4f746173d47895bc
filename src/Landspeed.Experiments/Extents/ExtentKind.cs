using Landspeed.Files.Space;

namespace Landspeed.Experiments.Extents;

/// <summary>The category of an extent in counts.</summary>
internal enum ExtentKind
{
    /// <summary>Data on the device.</summary>
    Data,

    /// <summary>Reserved but never written.</summary>
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

/// <summary>Names of the kinds of extents.</summary>
internal static class ExtentKinds
{
    /// <summary>Number of kinds.</summary>
    internal const int Count = (int)ExtentKind.BeyondEnd + 1;

    // By kind. In a map, extents beyond the end are not part of the file.
    private static readonly string[] s_words = ["data", "unwritten", "hole", "delayed", "inline", "beyond_end"];
    private const string Letters = "duhci";

    /// <summary>Returns the kind of an extent.</summary>
    internal static ExtentKind KindOf(in FileExtent extent) => extent.State switch
    {
        ExtentState.Hole => ExtentKind.Hole,
        ExtentState.DelayedAllocation => ExtentKind.Delayed,
        _ when (extent.Properties & ExtentProperties.Inline) != 0 => ExtentKind.Inline,
        ExtentState.Unwritten => ExtentKind.Unwritten,
        _ => ExtentKind.Data,
    };

    /// <summary>Returns the word used in results.</summary>
    internal static string Word(ExtentKind kind) => s_words[(int)kind];

    /// <summary>Returns the letter used in maps.</summary>
    internal static char Letter(ExtentKind kind) => Letters[(int)kind];
}
