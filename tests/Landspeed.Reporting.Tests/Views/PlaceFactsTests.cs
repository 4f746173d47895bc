using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views;

public class PlaceFactsTests
{
    [Theory]
    [InlineData("sda", null, true, "on sda, Imaginary Disk, rotating", "on sda, Imaginary Disk, rotating, mounted")]
    [InlineData("sda", null, false, "on sda, Imaginary Disk", "on sda, Imaginary Disk, not rotating, mounted")]
    [InlineData("sda", "kvm", true, "on sda, Imaginary Disk", "Imaginary Disk, rotation unknown (virtual), mounted")]
    [InlineData("loop0", null, true, "on loop0, Imaginary Disk", "Imaginary Disk, rotation unknown (virtual), mounted")]
    [InlineData("sda", null, null, "on sda, Imaginary Disk", "on sda, Imaginary Disk, mounted")]
    public void A_disk_is_called_rotating_only_where_that_is_known(
        string device, string? virtualization, bool? says, string table, string page)
    {
        ResultDocument sample = Samples.Of("read-device");
        ResultDocument document = sample with
        {
            Places = [sample.Places[0] with { Path = "a", Device = device, DeviceRotational = says }],
            Hosts = [sample.Hosts[0] with { Virtualization = virtualization }],
        };

        Assert.EndsWith(table, Line(Samples.Table(document, width: 300), "  file "));
        Assert.Contains(page, Line(Samples.Text("markdown", document), "- **file**"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/data", "vda", "ext4", "Access hints in /data")]
    [InlineData(".", "vda", "ext4", "Access hints on vda, ext4")]
    [InlineData(".", null, "tmpfs", "Access hints on tmpfs")]
    [InlineData(".", null, null, "Access hints")]
    public void A_heading_names_the_place_or_what_is_below_it(string path, string? device, string? system, string title)
    {
        ResultDocument sample = Samples.Of("hints");
        PlaceRecord place = sample.Places[0] with { Path = path, Device = device, FileSystem = system };

        Assert.Equal(title, KindViews.Of(sample with { Places = [place] }).Title);
    }

    private static string Line(string text, string start) =>
        text.Split('\n').Single(line => line.StartsWith(start, StringComparison.Ordinal)).TrimEnd();
}
