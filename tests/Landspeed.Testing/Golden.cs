using System.Runtime.CompilerServices;
using Xunit;

namespace Landspeed.Testing;

/// <summary>Texts that are compared as a whole with a file; <c>LANDSPEED_UPDATE_GOLDEN=1</c> writes the file instead.</summary>
public static class Golden
{
    /// <summary>Compares.</summary>
    /// <param name="name">Of the file, without <c>.golden</c>.</param>
    /// <param name="text">What is to be in it.</param>
    /// <param name="caller">The test's source: the file lies in the folder Golden beside it or beside a folder that it is in.</param>
    public static void Check(string name, string text, [CallerFilePath] string caller = "")
    {
        string file = Path.Combine(DirectoryOf(caller), $"{name}.golden");
        if (Environment.GetEnvironmentVariable("LANDSPEED_UPDATE_GOLDEN") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
            return;
        }

        Assert.True(File.Exists(file), $"{file} is missing; LANDSPEED_UPDATE_GOLDEN=1 writes it");
        Assert.Equal(File.ReadAllText(file), text);
    }

    private static string DirectoryOf(string caller)
    {
        string beside = Path.Combine(Path.GetDirectoryName(caller)!, "Golden");
        for (DirectoryInfo? folder = Directory.GetParent(caller); folder is not null; folder = folder.Parent)
        {
            string golden = Path.Combine(folder.FullName, "Golden");
            if (Directory.Exists(golden))
            {
                return golden;
            }
        }

        return beside;
    }
}
