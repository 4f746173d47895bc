using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>How many directories and small files a copy keeps open, by what the system lets a process open.</summary>
internal static class DescriptorBudget
{
    // The runtime and its assemblies 60; files under way: large ones 30, small ones 3 for each of the usual threads.
    private const int Others = 120;

    // Beyond these nothing is gained by reading more files together.
    private const int MostFiles = 32;

    // Where nearly nothing is left, a copy is slow, or says that it has too many open files.
    private const int FewestLevels = 2;
    private const int FewestPairs = 2;

    // Trees are rarely deeper, and more pairs do not make a copy faster.
    private const int MostLevels = 64;
    private const int MostPairs = 320;

    private static readonly int s_rest = Rest();

    /// <summary>Levels of one way that stay open, each with one descriptor: 64, fewer where a process may have few.</summary>
    internal static int Levels { get; } = Math.Clamp(s_rest / 6, FewestLevels, MostLevels);

    /// <summary>Pairs that may have entries under way, each with two descriptors: 320, or fewer.</summary>
    /// <remarks>Two ways down are open beside them.</remarks>
    internal static int BusyPairs { get; } = Math.Clamp(((s_rest * 7 / 8) - (2 * Levels)) / 2, FewestPairs, MostPairs);

    /// <summary>Files that one of several threads opens to read them together: 32, fewer where a process may have few.</summary>
    internal static int FilesReadTogether(int threads) => Math.Clamp(s_rest / 8 / threads, 1, MostFiles);

    private static int Rest()
    {
        NativeResult limit = NativePlatform.Threads.MostDescriptors();
        return limit.Succeeded ? (int)Math.Max(limit.Value - Others, 0) : 1024 - Others;
    }
}
