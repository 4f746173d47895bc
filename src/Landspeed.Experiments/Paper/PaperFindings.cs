namespace Landspeed.Experiments.Paper;

/// <summary>The five findings of Kukol and Gray, MSR-TR-2004-136, in order.</summary>
internal static class PaperFindings
{
    /// <summary>All five findings.</summary>
    internal static IReadOnlyList<PaperFinding> All { get; } =
    [
        new(
            1,
            "For single disks the framework's defaults perform excellently.",
            "FileStream as it is reached the 50 MB/s of the disk from 8 bytes per call on, reading and writing.",
            "Confirmed when FileStream as it is reaches at least 90 % of the best rate of direct requests, reading and writing; refuted when it reaches less in one of them. "
            + "For each, the request size with the highest median counts, for direct requests also the depth.",
            BufferingRules.SingleDisk),
        new(
            2,
            "Preallocate large sequential files: that gains about 13 % against a fragmented file.",
            "On a fragmented disk preallocation cut the loss from about 25 % to about 15 %: 46 instead of 39 MB/s.",
            "Confirmed when files on the fragmented volume are created faster with their length set first (SetLength, as in 2004) than without, refuted when they are slower, or differ by no more than 5 %. "
            + "The median of each round over requests of 64 KiB and more counts.",
            PreallocationRule.Judge),
        new(
            3,
            "Disk arrays need unbuffered I/O: buffered can be eight times slower.",
            "16 striped disks: 800 MB/s read and 400 written unbuffered, about 100 buffered.",
            "Only where the volume is striped over several devices: confirmed when FileStream reaches less than 90 % of the best rate of direct requests, reading or writing; refuted when it reaches "
            + "90 % in both.",
            BufferingRules.Array),
        new(
            4,
            "If you buffer yourself use large requests: 64 KB is a good start.",
            "Unbuffered, 64 KB per request were needed for the full 50 MB/s of the disk.",
            "Confirmed when direct requests of 64 KiB, one at a time as in 2004, reach at least 90 % of the best rate of any size, reading and writing, and the smallest size reaches less; refuted when "
            + "64 KiB reach less in one of them, or the smallest size reaches 90 % too in both.",
            RequestSizeRule.Judge),
        new(
            5,
            "One processor can read and write an array at over 800 MB/s unbuffered.",
            "About 0.7 cycles per byte on the array: 30 % of a processor of 2.8 GHz at 800 MB/s.",
            "Confirmed when direct requests move more than 800 MB/s, and 800 MB/s take less than the time of one CPU, reading and writing; refuted when one of them takes more. Whether one device or "
            + "an array delivers the bytes makes no difference to the CPU.",
            ProcessorRule.Judge),
    ];
}
