using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>
/// Determines how many directories and small files a copy keeps open, from the number of descriptors the system allows
/// a process.
/// </summary>
internal static class DescriptorBudget
{
    // 60 for the runtime and its assemblies; for files under way, 30 for large ones and 3 for each of the usual threads
    // for small ones.
    private const int Others = 120;

    // Reading more files together gains nothing.
    private const int MostFiles = 32;

    // If nearly none are left, a copy is slow, or reports too many open files.
    private const int FewestLevels = 2;
    private const int FewestPairs = 2;

    // Trees are rarely deeper, and more pairs do not make a copy faster.
    private const int MostLevels = 64;
    private const int MostPairs = 320;

    private static readonly int s_rest = Rest();

    /// <summary>
    /// Levels of one descent that stay open, each with one descriptor: 64, or fewer if a process may have few.
    /// </summary>
    internal static int Levels { get; } = Math.Clamp(s_rest / 6, FewestLevels, MostLevels);

    /// <summary>Maximum number of pairs with entries under way, each with two descriptors: 320, or fewer.</summary>
    /// <remarks>Two descents are open in addition.</remarks>
    internal static int BusyPairs { get; } = Math.Clamp(((s_rest * 7 / 8) - (2 * Levels)) / 2, FewestPairs, MostPairs);

    /// <summary>
    /// Number of files that one of several threads opens to read them together: 32, or fewer if a process may have few.
    /// </summary>
    internal static int FilesReadTogether(int threads) => Math.Clamp(s_rest / 8 / threads, 1, MostFiles);

    private static int Rest()
    {
        NativeResult limit = NativePlatform.Threads.MostDescriptors();
        return limit.Succeeded ? (int)Math.Max(limit.Value - Others, 0) : 1024 - Others;
    }
}
