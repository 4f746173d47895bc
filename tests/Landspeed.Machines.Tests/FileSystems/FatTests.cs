using Landspeed.Testing;

namespace Landspeed.Machines.Tests.FileSystems;

/// <summary>The two file systems that keep least, with Linux 6.1.</summary>
[Trait(Tier.Key, Tier.Machines)]
public sealed class FatTests(Debian12FileSystems machine) : IClassFixture<Debian12FileSystems>
{
    [Theory]
    [InlineData("vfat")]
    [InlineData("exfat")]
    public void What_a_tree_loses_is_told_and_no_content_is_lost_unsaid(string name)
    {
        var copies = new FileSystemCopies(machine, FileSystem.Of(name));
        copies.KeepATree();
        copies.KeepOrRefuseNames();
        copies.TellCases();
    }
}
