namespace Landspeed.Results.Volumes;

/// <summary>Options of a temporary volume, by their names in a setup.</summary>
public static class ImageLabels
{
    /// <summary>Bytes of the volume.</summary>
    public const string BytesOption = "image_bytes";

    /// <summary>The file system created on it.</summary>
    public const string FileSystemOption = "image_file_system";
}
