using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying;

/// <summary>Short ways to copying trees, and to others' opinion of what came out.</summary>
#pragma warning disable CA1068 // the token that matters is the test's own
internal static class TreeCopies
{
    public static CopyResult Copy(string source, string target, TreeCopyOptions? options = null) =>
        CopyUntil(TestContext.Current.CancellationToken, source, target, options);

    public static CopyResult CopyUntil(
        CancellationToken cancellation,
        string source,
        string target,
        TreeCopyOptions? options = null,
        IProgress<CopyProgress>? progress = null) =>
        TreeCopier.CopyUntilStopped(
            FilePath.FromText(source), FilePath.FromText(target), options, progress, cancellation);

    public static void AssertEqual(string source, string target) =>
        Assert.Equal(string.Empty, TreeDifferences.Of(source, target));

    public static void AssertDone(CopyResult result)
    {
        Assert.Equal(string.Empty, string.Join("\n", result.Problems.Select(problem => $"{problem.Kind}: {problem.Message}")));
        Assert.Equal(CopyOutcome.Done, result.Outcome);
    }

    /// <summary>Names of unfinished files anywhere below.</summary>
    public static string Leftovers(string directory) => Command.Shell($"find '{directory}' -name '.*.landspeed-*'");
}
