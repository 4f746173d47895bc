using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Tests.Rounds;

public sealed class TrialLeftoversTests : IDisposable
{
    private const string Name = "landspeed-hints-0123456789abcdef";

    private readonly ScratchDirectory _scratch = new();

    private FilePath Place => FilePath.FromText(_scratch.Path);

    [Fact]
    public void What_a_killed_run_left_is_found_and_removed_with_all_below()
    {
        string left = Leave(Name);
        Directory.CreateDirectory(Path.Combine(left, "1"));
        File.WriteAllBytes(Path.Combine(left, "1", "result"), new byte[10_000]);

        TrialLeftovers found = TrialLeftovers.Find(Place);
        Assert.Equal(1, found.Directories);
        Assert.InRange(found.Bytes, 10_000, 20_000);
        Assert.Contains("1 directory of killed runs", found.Text, StringComparison.Ordinal);

        TrialLeftovers.Find(Place).Remove();
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_directory_that_a_run_uses_is_no_leftover()
    {
        using var used = TrialDirectory.Create(Place, "hints");

        Assert.Equal(0, TrialLeftovers.Find(Place).Directories);
        TrialLeftovers.Find(Place).Remove();
        Assert.True(Directory.Exists(used.Path.Text));
    }

    [Theory]
    [InlineData("merged", "upper")]
    [InlineData("upper", "merged")]
    public void A_directory_that_a_run_uses_by_another_mount_is_no_leftover_until_it_has_ended(string used, string seen)
    {
        using var volume = new TestVolume("tmpfs", "16M");
        Command.Shell(
            $"cd '{volume.Path}' && mkdir lower upper work merged && mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work merged");
        try
        {
            var run = TrialDirectory.Create(FilePath.FromText(volume.File(used)), "hints");
            var found = TrialLeftovers.Find(FilePath.FromText(volume.File(seen)));
            found.Remove();

            Assert.Equal(0, found.Directories);
            Assert.True(Directory.Exists(run.Path.Text));
            Assert.Single(Directory.GetDirectories(volume.File("upper")));
            run.Dispose();
            Assert.Empty(Directory.GetDirectories(volume.File("upper")));
        }
        finally
        {
            Command.Shell($"umount -l '{volume.File("merged")}'");
        }
    }

    [Fact]
    public void A_leftover_that_a_process_being_started_holds_for_a_moment_is_removed()
    {
        string left = Leave(Name);
        using SafeFileHandle held = OpenDirectory(left);
        Assert.True(NativePlatform.Files.TryLock(held, FileLockKind.Exclusive).Succeeded);

        var release = new Thread(() =>
        {
            Thread.Sleep(10);
            held.Dispose();
        });
        release.Start();
        TrialLeftovers.Find(Place).Remove();
        release.Join();

        Assert.False(Directory.Exists(left));
    }

    [Fact]
    public void What_took_the_place_of_a_moved_directory_is_not_removed()
    {
        var used = TrialDirectory.Create(Place, "hints");
        Directory.Move(used.Path.Text, _scratch.File("moved"));
        Directory.CreateDirectory(used.Path.Text);
        File.WriteAllText(Path.Combine(used.Path.Text, "precious"), "precious");

        used.Dispose();

        Assert.Equal("precious", File.ReadAllText(Path.Combine(used.Path.Text, "precious")));
    }

    [Fact]
    public void A_directory_that_is_kept_is_no_leftover()
    {
        var kept = TrialDirectory.Create(Place, "hints");
        kept.Keep();

        TrialLeftovers.Find(Place).Remove();
        Assert.True(Directory.Exists(kept.Path.Text));
    }

    [Fact]
    public void Somebodys_directory_of_such_a_name_and_a_copy_of_ours_stay()
    {
        Directory.CreateDirectory(_scratch.File(Name));
        string ours = Leave("landspeed-apis-0123456789abcdef");
        Command.Shell($"cp -a {ours} {_scratch.File("landspeed-apis-fedcba9876543210")}");
        Directory.Delete(ours);

        TrialLeftovers.Find(Place).Remove();

        Assert.Equal(2, Directory.GetDirectories(_scratch.Path).Length);
    }

    [Theory]
    [InlineData("landspeed-hints")]
    [InlineData("landspeed-hints-0123456789abcde")]
    [InlineData("landspeed-hints-0123456789abcdeg")]
    [InlineData("landspeed--0123456789abcdef")]
    [InlineData("mine")]
    public void A_marked_directory_of_another_name_stays(string name)
    {
        Leave(name);

        TrialLeftovers.Find(Place).Remove();

        Assert.True(Directory.Exists(_scratch.File(name)));
    }

    [Fact]
    public void Links_are_neither_taken_for_leftovers_nor_followed()
    {
        string elsewhere = Directory.CreateDirectory(_scratch.File("elsewhere")).FullName;
        File.WriteAllText(Path.Combine(elsewhere, "precious"), "precious");
        Directory.CreateSymbolicLink(Path.Combine(Leave(Name), "link"), elsewhere);
        Leave("marked");
        Directory.CreateSymbolicLink(_scratch.File("landspeed-apis-0123456789abcdef"), _scratch.File("marked"));

        TrialLeftovers.Find(Place).Remove();

        Assert.Equal("precious", File.ReadAllText(Path.Combine(elsewhere, "precious")));
        Assert.False(Directory.Exists(_scratch.File(Name)));
        Assert.True(Directory.Exists(_scratch.File("marked")));
        Assert.True(Path.Exists(_scratch.File("landspeed-apis-0123456789abcdef")));
    }

    [Fact]
    public void What_is_mounted_in_a_leftover_keeps_its_files()
    {
        Capability.RequireRoot();
        string elsewhere = Directory.CreateDirectory(_scratch.File("elsewhere")).FullName;
        File.WriteAllText(Path.Combine(elsewhere, "precious"), "precious");
        string below = Directory.CreateDirectory(Path.Combine(Leave(Name), "below")).FullName;
        Command.Shell($"mount --bind {elsewhere} {below}");
        try
        {
            TrialLeftovers.Find(Place).Remove();

            Assert.True(File.Exists(Path.Combine(elsewhere, "precious")));
        }
        finally
        {
            Command.Shell($"umount {below}");
        }
    }

    public void Dispose() => _scratch.Dispose();

    // As a killed run does: the lock went with the process, the mark stays.
    private string Leave(string name)
    {
        string path = Directory.CreateDirectory(_scratch.File(name)).FullName;
        using SafeFileHandle directory = OpenDirectory(path);
        Assert.True(OwnershipMark.TryMarkDirectory(directory));
        return path;
    }

    private static SafeFileHandle OpenDirectory(string path)
    {
        Assert.True(NativePlatform.Trees.OpenDirectory(FilePath.FromText(path), out SafeFileHandle? directory).Succeeded);
        return directory!;
    }
}
