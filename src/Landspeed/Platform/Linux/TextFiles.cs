namespace Landspeed.Platform.Linux;

/// <summary>Small text files below /proc and /sys.</summary>
internal static class TextFiles
{
    /// <summary>The whole file without white space at its ends, or null when it cannot be read.</summary>
    internal static string? TryRead(string path)
    {
        try
        {
            return File.ReadAllText(path).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
