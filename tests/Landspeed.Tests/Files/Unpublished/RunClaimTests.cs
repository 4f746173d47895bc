using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Testing;

namespace Landspeed.Tests.Files.Unpublished;

public sealed class RunClaimTests(TestVolumes volumes)
{
    private const string Run = "0123456789abcdef";

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void It_is_found_from_below_while_its_run_works_and_when_that_is_dead(string kind)
    {
        using ScratchDirectory scratch = volumes.Directory(kind);
        string below = Directory.CreateDirectory(scratch.File("d/e")).FullName;
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(scratch.Path));
        using OpenDirectory deep = OpenDirectory.Root(FilePath.FromText(below));
        Assert.Equal(ClaimState.None, RunClaim.Find(deep, Run));

        RunClaim claim = RunClaim.TryMake(directory, Run)!;

        Assert.Equal(ClaimState.Working, RunClaim.Find(deep, Run));
        Assert.Equal(ClaimState.None, RunClaim.Find(deep, "0123456789abcdee"));
        claim.Release();
        Assert.Equal(ClaimState.Dead, RunClaim.Find(deep, Run));
        RunClaim.TakeOver(directory, TemporaryNames.OfRunClaim(Run))!.Remove();
        Assert.Equal(ClaimState.None, RunClaim.Find(deep, Run));
        Assert.Equal(["d"], Directory.GetFileSystemEntries(scratch.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void A_run_of_several_processes_works_as_long_as_one_of_them_does()
    {
        using var scratch = new ScratchDirectory();
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(scratch.Path));
        FilePath name = TemporaryNames.OfRunClaim(Run);
        RunClaim claim = RunClaim.TryMake(directory, Run)!;
        Assert.Null(RunClaim.Join(directory, Run)); // not shared yet
        claim.Share();
        using (RunClaim.Join(directory, Run)!)
        {
            claim.Release();

            Assert.Equal(ClaimState.Working, RunClaim.Find(directory, Run));
            Assert.Null(RunClaim.TakeOver(directory, name));
            Assert.True(File.Exists(scratch.File(name.Text)));
        }

        Assert.Equal(ClaimState.Dead, RunClaim.Find(directory, Run));
        RunClaim.TakeOver(directory, name)!.Remove();
        Assert.Null(RunClaim.Join(directory, Run));
    }

    [Fact]
    public void Other_users_see_it_too()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"chmod 755 '{scratch.Path}'");
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(scratch.Path));
        RunClaim claim = RunClaim.TryMake(directory, Run)!;

        Assert.Equal(ClaimState.Working, AsNobody.Do(() => RunClaim.Find(directory, Run)));

        claim.Release();
        Assert.Equal(ClaimState.Dead, AsNobody.Do(() => RunClaim.Find(directory, Run)));
        Assert.Null(AsNobody.Do(() => RunClaim.TakeOver(directory, TemporaryNames.OfRunClaim(Run))));
    }

    [Fact]
    public void A_file_that_merely_has_the_name_claims_nothing()
    {
        using var scratch = new ScratchDirectory();
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(scratch.Path));
        FilePath name = TemporaryNames.OfRunClaim(Run);
        File.WriteAllText(scratch.File(name.Text), string.Empty);

        Assert.Equal(ClaimState.None, RunClaim.Find(directory, Run));
        Assert.Null(RunClaim.TakeOver(directory, name));
        Assert.Null(RunClaim.TryMake(directory, Run));
        Assert.True(File.Exists(scratch.File(name.Text)));
    }
}
