using System.Runtime.CompilerServices;

namespace Landspeed.Reporting.Tests.Html;

/// <summary>Pictures of pages, for people to look at after the tests.</summary>
internal static class PageArtifacts
{
    /// <summary>Where a picture goes; the test's output names it.</summary>
    public static string Name(ITestOutputHelper output, string name, [CallerFilePath] string caller = "")
    {
        string directory = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "../../../artifacts/pages"));
        Directory.CreateDirectory(directory);
        string file = Path.Combine(directory, name);
        output.WriteLine($"see {file}");
        return file;
    }
}
