using System.Runtime.CompilerServices;

namespace Landspeed.Reporting.Tests;

/// <summary>
/// Compares text with a file beside this one; <c>LANDSPEED_UPDATE_GOLDEN=1</c> writes the file instead.
/// </summary>
internal static class Golden
{
    public static void Check(string name, string text, [CallerFilePath] string caller = "")
    {
        string file = Path.Combine(Path.GetDirectoryName(caller)!, "Golden", $"{name}.golden");
        if (Environment.GetEnvironmentVariable("LANDSPEED_UPDATE_GOLDEN") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
            return;
        }

        Assert.True(File.Exists(file), $"{file} is missing; LANDSPEED_UPDATE_GOLDEN=1 writes it");
        Assert.Equal(File.ReadAllText(file), text);
    }
}
