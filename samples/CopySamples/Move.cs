using Landspeed.Copying;

namespace CopySamples;

/// <summary>A file that changes its place: the source goes when its copy has its name, is durable and has been compared.</summary>
internal static class Move
{
    public static async Task<int> RunAsync(string source, string target, CancellationToken cancellation)
    {
        var options = new CopyOptions { Verify = true, RemoveSource = true };
        CopyResult result = await FileCopier.CopyAsync(source, target, options, new Percent(), cancellation);

        Console.WriteLine($"{result.BytesCopied} bytes copied, {result.BytesResumed} taken over, {result.BytesVerified} compared");
        return result.Outcome == CopyOutcome.Done ? 0 : 1;
    }

    // Called often: it must be cheap, or thin itself out.
    private sealed class Percent : IProgress<CopyProgress>
    {
        private long _told = -1;

        public void Report(CopyProgress value)
        {
            long percent = value.TotalBytes == 0 ? 0 : value.Bytes * 100 / value.TotalBytes;
            if (percent / 10 != _told)
            {
                _told = percent / 10;
                Console.WriteLine($"{percent,3} % {value.Phase}");
            }
        }
    }
}
