using Landspeed.Results;

namespace Landspeed.Experiments.Comparing;

/// <summary>Finds out whether uncached writes of two results were carried out in the same way.</summary>
/// <remarks>
/// Until Linux 7.1 the program that writes also writes the pages back; from 7.2 on a thread of the kernel does. Source:
/// "mm: improve write performance with RWF_DONTCACHE" (2026).
/// </remarks>
internal static class UncachedWrites
{
    private static readonly Version s_changed = new(7, 2);

    /// <summary>Tells whether some results are of kernels before the change, and some of later ones.</summary>
    /// <param name="results">Those without uncached writes, or without a known kernel, do not count.</param>
    internal static bool Differ(IReadOnlyList<ComparedResult> results) => results
        .Where(result => result.Document.Cells.Any(cell => cell.Runs.Any(IsUncachedWrite)))
        .SelectMany(result => result.Document.Hosts)
        .Select(host => VersionOf(host.Kernel)).OfType<Version>()
        .Select(kernel => kernel >= s_changed)
        .Distinct().Count() == 2;

    private static bool IsUncachedWrite(RunRecord run) =>
        run.Writes is not null
        && (run.Case?.Effective.Mode == "uncached"
            || run.Copy?.Strategies.Any(strategy => strategy.TargetMode == "uncached") == true);

    // For example 6.18.44-fc-v1045 or 7.2-rc1.
    private static Version? VersionOf(string? kernel)
    {
        IEnumerable<char> start = (kernel ?? string.Empty)
            .TakeWhile(letter => char.IsAsciiDigit(letter) || letter == '.');
        return Version.TryParse(string.Concat(start).TrimEnd('.'), out Version? version) ? version : null;
    }
}
