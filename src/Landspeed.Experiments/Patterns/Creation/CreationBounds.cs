namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Computes how much is written, and the approximate time.</summary>
/// <param name="options">What is created.</param>
internal sealed class CreationBounds(CreationOptions options)
{
    /// <summary>Maximum length of a file: 1 TiB.</summary>
    internal const long MostFileLength = 1L << 40;

    private const double SecondsPerByte = 1e-9; // 1 GB/s, mentioned wherever the estimate is printed
    private const double SecondsPerBufferedByte = 1e-9; // the copy into the page cache, and what is reserved or looked up there
    private const double SecondsPerSmallRequest = 8e-9; // into the buffer of the stream
    private const double SecondsPerCall = 1e-6;
    private const double SecondsPerDirectRequest = 100e-6;
    private const double OverheadS = 0.08; // counters, collecting garbage, two flushes, extents, removal
    private const double AroundS = 2; // the idle machine, warm-up, ending
    private const double EachVolumeS = 6;
    private const int StreamBuffer = 4096;

    /// <summary>
    /// Which files are shorter because their requests are small, as a part of a sentence; empty if none are.
    /// </summary>
    internal string Shorter
    {
        get
        {
            string[] all = [.. options.Sizes.Where(IsShorter).Select(size => $"{AmountText.Size(options.LengthOf(size))} with requests of {AmountText.Size(size)}")];
            return all.Length == 0 ? string.Empty : $"but {AmountText.List(all)} (so that a run stays below a second); ";
        }
    }

    /// <summary>Returns the approximate time of all rounds.</summary>
    internal TimeSpan Time(IEnumerable<CreationCase> cases) => TimeSpan.FromSeconds(Math.Min(
        AroundS + VolumesS + (options.Repetitions * cases.Sum(SecondsOf)), TimeSpan.MaxValue.TotalSeconds / 2));

    // Written once, created, mounted, the loop device measured; the second filled and fragmented.
    private double VolumesS => options.Image is not { } image ? 0 : EachVolumeS + (2 * image.Size * SecondsPerByte);

    private double SecondsOf(CreationCase one)
    {
        double requests = (double)one.Length / one.RequestSize;
        double calls = Math.Min(requests, (double)one.Length / StreamBuffer);
        return OverheadS + (one.Length * SecondsPerByte) + (options.Mode == IoMode.Direct
            ? requests * SecondsPerDirectRequest
            : (one.Length * SecondsPerBufferedByte) + (calls * SecondsPerCall) + (requests * SecondsPerSmallRequest));
    }

    private bool IsShorter(int size) => options.FileLength / size > options.MostRequests;
}
