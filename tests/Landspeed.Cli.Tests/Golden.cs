using System.Runtime.CompilerServices;

namespace Landspeed.Cli.Tests;

/// <summary>Texts that are compared as a whole; <c>LANDSPEED_UPDATE_GOLDEN=1</c> writes them anew.</summary>
internal static class Golden
{
    public static void Check(string name, string actual, [CallerFilePath] string here = "")
    {
        string directory = Path.Combine(Root(here), "Golden");
        string file = Path.Combine(directory, $"{name}.golden");
        if (Environment.GetEnvironmentVariable("LANDSPEED_UPDATE_GOLDEN") == "1")
        {
            Directory.CreateDirectory(directory);
            File.WriteAllText(file, actual);
        }

        Assert.Equal(File.ReadAllText(file), actual);
    }

    private static string Root(string file)
    {
        string directory = Path.GetDirectoryName(file)!;
        while (!File.Exists(Path.Combine(directory, "Landspeed.Cli.Tests.csproj")))
        {
            directory = Path.GetDirectoryName(directory)!;
        }

        return directory;
    }
}
