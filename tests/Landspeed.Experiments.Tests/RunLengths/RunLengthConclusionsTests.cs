using Landspeed.Experiments.Judging;
using Landspeed.Experiments.RunLengths;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Results;
using Landspeed.Results.RunLengths;

namespace Landspeed.Experiments.Tests.RunLengths;

public sealed class RunLengthConclusionsTests
{
    private const long Whole = 256L << 20;

    [Fact]
    public void The_last_length_that_is_as_fast_is_named_and_those_below_it()
    {
        string said = Said([Cell(Whole, 1000), Cell(1 << 20, 1010), Cell(64 << 10, 970), Cell(16 << 10, 650), Cell(4 << 10, 320)]);

        Assert.Equal("Reading direct needs runs of 64 KiB for 90 % of the contiguous file's 1,000 MB/s; too short are 16 KiB (65 %) and 4 KiB (32 %).", said);
    }

    [Fact]
    public void What_the_runs_do_not_tell_is_said_so_and_a_longer_length_counts_where_a_shorter_one_is_as_fast()
    {
        CellRecord noisy = Cell(1 << 20, 1000).With(Metrics.Throughput, 700e6, 800e6, 1000e6, 1100e6, 1300e6);
        CellRecord unsure = Cell(16 << 10, 900);

        string said = Said([Cell(Whole, 1000), noisy, Cell(64 << 10, 970), unsure, Cell(4 << 10, 320)]);

        Assert.Equal(
            "Reading direct needs runs of 64 KiB for 90 % of the contiguous file's 1,000 MB/s; too short is 4 KiB (32 %); 16 KiB (90 %) is inconclusive.", said);
    }

    [Fact]
    public void All_lengths_may_do_and_none_may() => Assert.Equal(
        [
            "Reading direct reaches 90 % of the contiguous file's 1,000 MB/s at every length of runs, down to 4 KiB.",
            "Reading direct reaches 90 % of the contiguous file's 1,000 MB/s at no length of runs that was measured; too short is 4 KiB (50 %).",
        ],
        [Said([Cell(Whole, 1000), Cell(4 << 10, 990)]), Said([Cell(Whole, 1000), Cell(4 << 10, 500)])]);

    [Fact]
    public void A_file_that_does_not_lie_as_asked_is_left_out_and_told()
    {
        CellRecord failed = Cell(4 << 10, 1) with { State = CellState.Failed, Reason = "the file of 4 KiB runs has 3 runs; try another volume" };

        IReadOnlyList<ConclusionRecord> all = Of([Cell(Whole, 1000), Cell(64 << 10, 990), failed], rotates: null);

        Assert.Equal("Reading direct reaches 90 % of the contiguous file's 1,000 MB/s at every length of runs, down to 64 KiB.", all[0].Text);
        Assert.Equal("Not judged: read-direct-4KiB failed (the file of 4 KiB runs has 3 runs).", all[^1].Text);
    }

    [Fact]
    public void Without_the_contiguous_file_nothing_is_compared() => Assert.Equal(
        "Not judged: read-direct-contiguous with the verdict cache, not device. Without the contiguous file there is no comparison for read-direct.",
        Assert.Single(Of([Cell(Whole, 1000).Of(Verdict.Cache), Cell(4 << 10, 990)], rotates: false)).Text);

    [Theory]
    [InlineData(false, null, "Device sda reports that it does not rotate: a fragmented file costs requests and metadata, not seeks.")]
    [InlineData(true, null, "Device sda reports that it rotates: a fragmented file costs a seek from each run to the next, as well as requests and metadata.")]
    [InlineData(true, "kvm", "Device sda reports that it rotates, as virtual disks do by default, and this machine is virtual (kvm): whether a fragmented file costs seeks as well as requests and metadata is unknown.")]
    [InlineData(null, null, "Whether device sda rotates is unknown, and so whether a fragmented file costs seeks as well as requests and metadata.")]
    public void Seeks_are_a_matter_of_what_the_device_says_of_itself(bool? rotates, string? virtualization, string sentence) => Assert.Equal(
        sentence, Of([Cell(Whole, 1000), Cell(4 << 10, 990)], rotates, virtualization).Single(one => one.Code == "run_length_medium").Text);

    private static string Said(CellRecord[] cells) => Of(cells, rotates: false).Single(one => one.Code == "read_run_length").Text;

    private static IReadOnlyList<ConclusionRecord> Of(CellRecord[] cells, bool? rotates, string? virtualization = null) => RunLengthConclusions.Of(cells, new Medium(
        new PlaceRecord { Role = PlaceRoles.Directory, Path = "/mnt", Device = "sda", DeviceRotational = rotates },
        virtualization is null ? null : new HostRecord { Architecture = "x64", ProcessorCount = 2, Runtime = "10", Virtualization = virtualization }));

    private static CellRecord Cell(long length, double rate) => SampleCell.Done(
        $"read-direct-{(length == Whole ? RunLengthLabels.Contiguous : $"{length >> 10}KiB")}",
        (RunLengthLabels.Operation, "read"), (RunLengthLabels.Mode, "direct"), (RunLengthLabels.RunLength, FormattableString.Invariant($"{length}")))
        .With(Metrics.Throughput, SampleCell.Quiet(rate * 1e6));
}
