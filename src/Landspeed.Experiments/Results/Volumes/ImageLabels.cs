namespace Landspeed.Experiments.Results.Volumes;

/// <summary>Options of a volume of one's own, by their names in a setup.</summary>
public static class ImageLabels
{
    /// <summary>Bytes of the volume.</summary>
    public const string BytesOption = "image_bytes";

    /// <summary>What is made in it.</summary>
    public const string FileSystemOption = "image_file_system";
}
