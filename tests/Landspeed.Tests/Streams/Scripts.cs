using System.Globalization;
using Landspeed.Files;
using Landspeed.Testing;

namespace Landspeed.Tests.Streams;

/// <summary>Runs scripts by the thousand, spread over modes and engines. LANDSPEED_SEED in the environment reruns one.</summary>
internal static class Scripts
{
    internal delegate Task Run(int seed, SequentialFileOptions options, string path);

    /// <summary>Runs the scripts of some seeds; the first failure names its seed.</summary>
    /// <param name="scratch">Where the files lie.</param>
    /// <param name="first">The first seed, 1 or more.</param>
    /// <param name="count">Seeds.</param>
    /// <param name="isSimulated">Whether requests come back short, late, interrupted and in another order.</param>
    /// <param name="run">The script.</param>
    internal static async Task RunAsync(ScratchDirectory scratch, int first, int count, bool isSimulated, Run run)
    {
        StreamSetup[] setups = [.. StreamSetup.All.Select(setup => setup.Require())];
        int alignment = Alignment(scratch);
        string path = scratch.File("script");
        if (int.TryParse(Environment.GetEnvironmentVariable("LANDSPEED_SEED"), CultureInfo.InvariantCulture, out int one))
        {
            (first, count) = (one, 1);
        }

        for (int seed = first; seed < first + count; seed++)
        {
            TestContext.Current.CancellationToken.ThrowIfCancellationRequested();
            StreamSetup setup = setups[seed % setups.Length];
            SequentialFileOptions options = isSimulated
                ? Simulations.Healing(setup.Options, seed, setup.Mode is null or IoMode.Direct ? alignment : 1)
                : setup.Options;
            try
            {
                Task running = run(seed, options, path);
                await running.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken).ConfigureAwait(false);
            }
            catch (Exception failure) when (failure is not OperationCanceledException)
            {
                throw new InvalidOperationException(
                    FormattableString.Invariant($"LANDSPEED_SEED={seed}, {setup}: {failure.Message}"), failure);
            }
        }
    }

    private static int Alignment(ScratchDirectory scratch)
    {
        scratch.CreateFile("probe", 1);
        using StorageFile file = StorageFile.Open(scratch.FilePath("probe"), new StorageFileOptions { Mode = IoMode.Direct });
        return Math.Max(file.Geometry.OffsetAlignment, file.Geometry.ReadOffsetAlignment);
    }
}
