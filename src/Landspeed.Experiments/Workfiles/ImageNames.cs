namespace Landspeed.Experiments.Workfiles;

/// <summary>
/// Names what a directory of ours with a mounted volume consists of, so that a later run can dismantle what a killed
/// one left.
/// </summary>
internal static class ImageNames
{
    /// <summary>The word in the directory's name.</summary>
    internal const string Purpose = "image";

    /// <summary>Returns the file that contains the volume.</summary>
    internal static FilePath Image(FilePath directory) => directory.Join(FilePath.FromText("volume"));

    /// <summary>Returns the directory where it is mounted.</summary>
    internal static FilePath Root(FilePath directory) => directory.Join(FilePath.FromText("mounted"));
}
