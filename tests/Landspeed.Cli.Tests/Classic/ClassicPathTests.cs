using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Classic;

public class ClassicPathTests
{
    [Theory]
    [InlineData("iospeed", "-t1", @"\\host\dir\a.dat")]
    [InlineData("iospeed", "-t1", @"D:\a.dat")]
    [InlineData("ubcopy", "-s", @"\\host\dir\a.dat", "-d", "b.dat")]
    [InlineData("ubcopy", "-s", "a.dat", "-d", @"e:\b.dat")]
    [InlineData("asynccopy", @"\\host\dir")]
    [InlineData("asynccopy", @"C:\dir")]
    [InlineData("ioexamples", @"\\host\dir\a.dat")]
    [InlineData("ioexamples", @"C:\a.dat")]
    [InlineData("fileio", "-P", @"\\host\dir\fileio.dat")]
    [InlineData("fileio", @"-PC:\fileio.dat")]
    [InlineData("fragdisk", "-f95", "-k10", @"\\host\dir")]
    [InlineData("fragdisk", "-f95", "-k10", @"C:\")]
    public void A_share_or_a_drive_of_Windows_is_refused_and_makes_no_file(params string[] words)
    {
        using var scratch = new ScratchDirectory();

        Command refused = LandspeedProcess.Shell(
            "cd \"$1\" && shift && \"$0\" \"$@\"", [scratch.Path, .. words]);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("of Windows; ", refused.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Theory]
    [InlineData(
        @"\\host\dir\fileio.dat",
        @"-P '\\host\dir\fileio.dat' is a network share of Windows; mount the share and give the path where it is "
            + @"mounted here, for example /mnt/share/fileio.dat (for a file of that name use ./\\host\dir\fileio.dat)")]
    [InlineData(
        @"C:\data\fileio.dat",
        @"-P 'C:\data\fileio.dat' is a drive of Windows; give the path where it is mounted here, for example "
            + @"/mnt/disk/data/fileio.dat (for a file of that name use ./C:\data\fileio.dat)")]
    public void The_message_says_what_to_write_instead(string path, string expected) => Assert.Contains(
        expected, LandspeedProcess.Run("fileio", "-P", path).Error, StringComparison.Ordinal);

    [Theory]
    [InlineData(@".\a")]
    [InlineData(@"./\\host\a")]
    [InlineData(@"\a")]
    [InlineData("C:a")]
    [InlineData("c:/a")]
    public void Other_names_with_a_backslash_or_a_colon_are_names_like_any_other(string name)
    {
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("c:"));

        Command plan = LandspeedProcess.Shell(
            "cd \"$1\" && \"$0\" fileio -P \"$2\" -k 16kb --dry-run", scratch.Path, name);

        Assert.Equal((0, string.Empty), (plan.ExitCode, plan.Error));
    }
}
