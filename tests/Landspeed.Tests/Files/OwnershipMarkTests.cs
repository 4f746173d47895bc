using Landspeed.Files;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Files;

public class OwnershipMarkTests(TestVolumes volumes)
{
    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void Only_a_marked_file_is_ours(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        scratch.CreateFile("foreign", 10);
        using StorageFile foreign = Opened.ReadWrite(scratch.FilePath("foreign"));
        using StorageFile ours = Opened.New(scratch.FilePath("ours"));

        Assert.Equal(MarkLocation.Attribute, OwnershipMark.Mark(ours));

        Assert.True(OwnershipMark.IsOurs(ours));
        Assert.False(OwnershipMark.IsOurs(foreign));
        Assert.False(OwnershipMark.RemoveSidecar(ours));
        File.Move(scratch.File("ours"), scratch.File("moved"));
        using StorageFile moved = Opened.Read(scratch.FilePath("moved"));
        Assert.True(OwnershipMark.IsOurs(moved));
    }

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void Only_a_marked_directory_is_ours_and_no_copy_of_it(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        foreach (string name in (string[])["ours", "foreign"])
        {
            Directory.CreateDirectory(scratch.File(name));
        }

        using SafeFileHandle ours = OpenDirectory(scratch, "ours");
        Assert.True(OwnershipMark.TryMarkDirectory(ours));
        Command.Shell($"cp -a '{scratch.File("ours")}' '{scratch.File("copy")}'");
        using SafeFileHandle foreign = OpenDirectory(scratch, "foreign");
        using SafeFileHandle copy = OpenDirectory(scratch, "copy");

        Assert.True(OwnershipMark.IsOurDirectory(ours));
        Assert.False(OwnershipMark.IsOurDirectory(foreign));
        Assert.False(OwnershipMark.IsOurDirectory(copy));
        Assert.True(OwnershipMark.UnmarkDirectory(ours).Succeeded);
        Assert.False(OwnershipMark.IsOurDirectory(ours));
    }

    [Fact]
    public void A_file_is_no_marked_directory()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        using StorageFile file = Opened.New(scratch.FilePath("file"));
        OwnershipMark.Mark(file);

        Assert.False(OwnershipMark.TryMarkDirectory(file.Handle));
        Assert.False(OwnershipMark.IsOurDirectory(file.Handle));
    }

    [Fact]
    public void A_copy_that_took_the_mark_along_is_not_ours()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        using (StorageFile ours = Opened.New(scratch.FilePath("ours")))
        {
            OwnershipMark.Mark(ours);
        }

        Command.Shell($"cp --preserve=all '{scratch.File("ours")}' '{scratch.File("copy")}'");
        using StorageFile copy = Opened.Read(scratch.FilePath("copy"));

        byte[] value = new byte[100];
        Assert.True(NativePlatform.Trees.GetAttribute(copy.Handle, FilePath.FromText(OwnershipMark.AttributeName), value).Succeeded);
        Assert.False(OwnershipMark.IsOurs(copy));
    }

    [Fact]
    public void Without_attributes_a_sidecar_is_the_mark()
    {
        using var plain = new PlainMemoryVolume();
        using StorageFile file = Opened.New(plain.FilePath("a"));
        Assert.False(OwnershipMark.IsOurs(file));

        Assert.Equal(MarkLocation.Sidecar, OwnershipMark.Mark(file));
        Assert.Equal(MarkLocation.Sidecar, OwnershipMark.Mark(file));

        Assert.True(OwnershipMark.IsOurs(file));
        Assert.True(File.Exists(plain.File(".a.landspeed")));
        Assert.True(OwnershipMark.RemoveSidecar(file));
        Assert.False(File.Exists(plain.File(".a.landspeed")));
        Assert.False(OwnershipMark.RemoveSidecar(file));
        Assert.False(OwnershipMark.IsOurs(file));
    }

    [Theory]
    [InlineData("cp thesis ours")]
    [InlineData("echo more >>ours")]
    [InlineData("truncate -s 5 ours")]
    [InlineData("dd if=thesis of=ours conv=notrunc status=none")]
    [InlineData("tar cf ours thesis")]
    public void A_file_of_ours_that_somebody_wrote_to_is_not_ours_any_more(string write)
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        using var plain = new PlainMemoryVolume();
        foreach (string directory in (string[])[scratch.Path, plain.File(string.Empty)])
        {
            var path = FilePath.FromText(Path.Combine(directory, "ours"));
            using (StorageFile made = Opened.New(path))
            {
                OwnershipMark.Mark(made);
                Command.Shell($"cd '{directory}' && echo content >ours");
            }

            using (StorageFile ours = Opened.ReadWrite(path))
            {
                Assert.True(OwnershipMark.TryClaim(ours));
                Command.Shell($"cd '{directory}' && echo other >ours");
                Assert.True(OwnershipMark.IsOurs(ours));
            }

            Command.Shell($"cd '{directory}' && echo thesis >thesis && {write}");
            string after = Command.Shell($"md5sum <'{path.Text}'");

            using StorageFile theirs = Opened.ReadWrite(path);
            Assert.False(OwnershipMark.IsOurs(theirs));
            Assert.True(OwnershipMark.WasWrittenByOthers(theirs));
            Assert.False(OwnershipMark.TryClaim(theirs));
            theirs.Dispose();
            Assert.Equal(after, Command.Shell($"md5sum <'{path.Text}'"));
            using StorageFile still = Opened.Read(path);
            Assert.False(OwnershipMark.IsOurs(still));
        }
    }

    [Fact]
    public void A_file_that_was_only_read_renamed_or_given_away_stays_ours()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        using (StorageFile made = Opened.New(scratch.FilePath("ours")))
        {
            OwnershipMark.Mark(made);
            Command.Shell($"cd '{scratch.Path}' && echo content >ours");
        }

        Command.Shell(
            $"cd '{scratch.Path}' && cat ours && chmod 600 ours && ln ours second && mv ours moved && rm second");
        using StorageFile moved = Opened.Read(scratch.FilePath("moved"));

        Assert.True(OwnershipMark.IsOurs(moved));
        Assert.False(OwnershipMark.WasWrittenByOthers(moved));
    }

    [Fact]
    public void A_file_that_was_being_written_to_when_a_run_was_killed_is_ours()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        using (StorageFile made = Opened.New(scratch.FilePath("ours")))
        {
            OwnershipMark.Mark(made);
        }

        using StorageFile written = Opened.ReadWrite(scratch.FilePath("ours"));
        Assert.True(OwnershipMark.TryClaim(written));
        written.BeforeClose = null; // as kill -9 does
        Command.Shell($"cd '{scratch.Path}' && echo half >ours");
        written.Dispose();

        using StorageFile left = Opened.Read(scratch.FilePath("ours"));
        Assert.True(OwnershipMark.IsOurs(left));
    }

    [Fact]
    public void A_foreign_file_beside_a_forgotten_sidecar_is_not_ours_until_it_is_marked()
    {
        using var plain = new PlainMemoryVolume();
        using StorageFile gone = Opened.New(plain.FilePath("a"));
        OwnershipMark.Mark(gone);
        File.Delete(plain.File("a"));
        using StorageFile foreign = Opened.New(plain.FilePath("a"));

        Assert.False(OwnershipMark.IsOurs(foreign));
        Assert.False(OwnershipMark.RemoveSidecar(foreign));

        OwnershipMark.Mark(foreign);
        Assert.True(OwnershipMark.IsOurs(foreign));
    }

    [Fact]
    public void A_foreign_file_with_a_sidecars_name_stays_as_it_is()
    {
        using var plain = new PlainMemoryVolume();
        using StorageFile file = Opened.New(plain.FilePath("a"));
        File.WriteAllText(plain.File(".a.landspeed"), "somebody's notes");

        var refused = Assert.Throws<NativeIOException>(() => OwnershipMark.Mark(file));

        Assert.Equal(NativeErrorKind.AlreadyExists, refused.Error.Kind);
        Assert.False(OwnershipMark.IsOurs(file));
        Assert.False(OwnershipMark.RemoveSidecar(file));
        Assert.Equal("somebody's notes", File.ReadAllText(plain.File(".a.landspeed")));
    }

    [Theory]
    [InlineData("ln -s target")]
    [InlineData("ln -s .")]
    [InlineData("ln -s fifo")]
    [InlineData("mkfifo")]
    [InlineData("mkdir")]
    public void A_sidecar_that_is_no_plain_file_is_never_followed_or_waited_for(string make)
    {
        using var plain = new PlainMemoryVolume();
        File.WriteAllText(plain.File("target"), "landspeed 1 but not really");
        Command.Shell($"cd '{plain.File(string.Empty)}' && mkfifo fifo && {make} .a.landspeed");
        using StorageFile file = Opened.New(plain.FilePath("a"));

        Assert.False(OwnershipMark.IsOurs(file));
        Assert.False(OwnershipMark.RemoveSidecar(file));
        try
        {
            OwnershipMark.Mark(file);
            Assert.True(OwnershipMark.IsOurs(file));
        }
        catch (NativeIOException refused)
        {
            Assert.Equal(NativeErrorKind.AlreadyExists, refused.Error.Kind);
        }

        Assert.Equal("landspeed 1 but not really", File.ReadAllText(plain.File("target")));
    }

    [Fact]
    public void Names_that_are_not_UTF8_have_sidecars_too()
    {
        FilePath path = FilePath.FromBytes([(byte)'d', (byte)'/', 0xFF]);

        Assert.Equal("d/.\\xFF.landspeed", OwnershipMark.SidecarOf(path).Display);
    }

    private static SafeFileHandle OpenDirectory(ScratchDirectory scratch, string name)
    {
        Assert.True(NativePlatform.Trees.OpenDirectory(scratch.FilePath(name), out SafeFileHandle? handle).Succeeded);
        return handle!;
    }
}
