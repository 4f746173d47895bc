using Landspeed.Experiments.Filling;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Filling;

public sealed class OwnRemovalTests : IDisposable
{
    private static readonly FilePath s_ours = FilePath.FromText("ours");
    private static readonly FilePath s_theirs = FilePath.FromText("theirs");
    private readonly ScratchDirectory _scratch = new();
    private readonly OpenDirectory _directory;

    public OwnRemovalTests()
    {
        File.WriteAllText(_scratch.File("ours"), "ours");
        File.WriteAllText(_scratch.File("theirs"), "theirs");
        _directory = OpenDirectory.Root(FilePath.FromText(_scratch.Path));
    }

    public void Dispose()
    {
        _directory.Dispose();
        _scratch.Dispose();
    }

    [Fact]
    public void What_is_ours_goes_and_nothing_else_is_left()
    {
        Assert.True(OwnRemoval.TryRemove(_directory.Handle, s_ours, IsOurs, out NativeError error));

        Assert.Equal(NativeError.None, error);
        Assert.Equal(["theirs"], Names());
    }

    [Theory]
    [InlineData(1, "ours theirs")]
    [InlineData(2, "theirs")]
    public void A_file_that_gets_the_name_after_it_was_looked_at_stays(int look, string left)
    {
        int looks = 0;
        bool Exchanging(FilePath name)
        {
            bool isOurs = IsOurs(name);
            if (++looks == look)
            {
                NativePlatform.Trees.Rename(
                    _directory.Handle, s_ours, _directory.Handle, s_theirs, RenameRule.Exchange);
            }

            return isOurs;
        }

        Assert.Equal(look == 2, OwnRemoval.TryRemove(_directory.Handle, s_ours, Exchanging, out NativeError error));

        Assert.Equal(NativeError.None, error);
        Assert.Equal(left.Split(' '), Names());
        Assert.Contains("theirs", Directory.EnumerateFiles(_scratch.Path).Select(File.ReadAllText));
    }

    [Fact]
    public void What_has_the_name_for_the_last_look_stays_as_well_and_says_why()
    {
        File.WriteAllText(_scratch.File(OwnRemoval.Aside(s_ours).Text), "mine");

        Assert.True(OwnRemoval.TryRemove(_directory.Handle, s_ours, IsOurs, out NativeError error));

        Assert.Equal(NativeErrorKind.AlreadyExists, error.Kind);
        Assert.Equal(3, Names().Length);
    }

    private bool IsOurs(FilePath name) =>
        File.Exists(_scratch.File(name.Text)) && File.ReadAllText(_scratch.File(name.Text)) == "ours";

    private string[] Names() =>
        [.. Directory.EnumerateFiles(_scratch.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal)!];
}
