using Landspeed.Copying;

namespace CopySamples;

/// <summary>A tree that is brought up to date, with a line for each file that was copied and for each that was not.</summary>
internal static class Backup
{
    public static async Task<int> RunAsync(string source, string target, CancellationToken cancellation)
    {
        var options = new TreeCopyOptions
        {
            Overwrite = OverwriteRule.Older,
            Verify = true,
            Digests = [DigestAlgorithm.Sha256],
            Events = new LineForEach(),
        };
        CopyResult result = await TreeCopier.CopyAsync(source, target, options, progress: null, cancellation);

        Console.WriteLine(
            $"{result.FilesCopied} files copied, {result.FilesUpToDate} up to date, {result.BytesVerified} bytes compared, " +
            $"durable after {result.ElapsedToDurable.TotalMilliseconds:F0} ms: {result.Outcome}");
        foreach (CopyProblem problem in result.Problems)
        {
            Console.Error.WriteLine(problem.Message);
        }

        return result.Outcome == CopyOutcome.Done ? 0 : 1;
    }

    // Called on threads of the copier, one at a time, while others go on copying.
    private sealed class LineForEach : IProgress<CopyEvent>
    {
        public void Report(CopyEvent value)
        {
            if (value.Action == CopyAction.Copied)
            {
                Console.WriteLine($"{string.Join(' ', value.Digests)}  {value.Path.Display}");
            }
        }
    }
}
