using Landspeed.Engine;
using Landspeed.Experiments.Host;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Host;

public class ExaminationTests
{
    private static readonly UringProbe Forbidden = new("forbidden here", [], [], 0);

    [Fact]
    public void An_examination_leaves_nothing_behind()
    {
        using var scratch = new ScratchDirectory();
        Examine(scratch.Path);
        Assert.Empty(Directory.EnumerateFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void Whatever_is_missing_comes_with_a_remedy()
    {
        ExaminationRecord record = Examine("/proc");

        Assert.Contains(record.Facts, fact => fact is { Name: "io_uring", State: FactState.Missing, Found: "forbidden here" });
        Assert.Contains(record.Facts, fact => fact is { Name: "direct_io", State: FactState.Missing });
        Assert.All(record.Facts.Where(fact => fact.State != FactState.Ok), fact => Assert.NotEmpty(fact.Remedy!));
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public void Direct_geometry_is_named_where_the_file_system_has_it(string type)
    {
        using var volume = new TestVolume(type);

        ExaminationRecord record = Examine(volume.Path);

        FactRecord direct = record.Facts.Single(fact => fact.Name == "direct_io");
        Assert.Equal(FactState.Ok, direct.State);
        Assert.Contains("512 bytes", direct.Found, StringComparison.Ordinal);
    }

    [Fact]
    public void A_directory_that_is_read_only_is_said_to_be()
    {
        using var volume = new TestVolume("ext4", mountOptions: "ro");

        ExaminationRecord record = Examine(volume.Path);

        Assert.Contains(record.Facts, fact => fact is { Name: "space", State: FactState.Limited });
        Assert.Contains("EROFS", record.Facts.Single(fact => fact.Name == "direct_io").Found, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/no/such/place")]
    [InlineData("/proc/version")]
    public void Only_an_existing_directory_can_be_examined(string name)
    {
        var refused = Assert.Throws<ExperimentException>(
            () => Examine(name));
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(name, refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("8388608", FactState.Limited)]
    [InlineData("67108863", FactState.Limited)]
    [InlineData("67108864", FactState.Ok)]
    [InlineData("unlimited", FactState.Ok)]
    public void Locked_memory_is_enough_from_64_MiB(string soft, FactState state) =>
        Assert.Equal(state, LimitFacts.Locked(soft).State);

    [Fact]
    public void A_limit_is_said_as_a_size()
    {
        Assert.StartsWith("8 MiB: ", LimitFacts.Locked("8388608").Found, StringComparison.Ordinal);
        Assert.StartsWith("1.5 GiB: ", LimitFacts.FileSize("1610612736").Found, StringComparison.Ordinal);
    }

    private static ExaminationRecord Examine(string directory) =>
        new Examination(() => Forbidden, TimeProvider.System).Run(FilePath.FromText(directory), "1.0");
}
