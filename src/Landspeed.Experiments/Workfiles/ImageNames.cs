using Landspeed.Platform;

namespace Landspeed.Experiments.Workfiles;

/// <summary>What a directory of ours that holds a mounted volume consists of: so a later run can take apart what a killed one left.</summary>
internal static class ImageNames
{
    /// <summary>The word in the directory's name.</summary>
    internal const string Purpose = "image";

    /// <summary>The file in which the volume lies.</summary>
    internal static FilePath Image(FilePath directory) => directory.Join(FilePath.FromText("volume"));

    /// <summary>The directory where it is mounted.</summary>
    internal static FilePath Root(FilePath directory) => directory.Join(FilePath.FromText("mounted"));
}
