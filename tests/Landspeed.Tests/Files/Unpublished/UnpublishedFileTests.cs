using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Files.Unpublished;

public sealed class UnpublishedFileTests(TestVolumes volumes) : IDisposable
{
    private static readonly FilePath s_part = TemporaryNames.Continuable(FilePath.FromText("f"));
    private readonly ScratchDirectory _scratch = new();
    private OpenDirectory? _directory;

    private DirectoryEntry Final =>
        new(_directory ??= OpenDirectory.Root(FilePath.FromText(_scratch.Path)), FilePath.FromText("f"));

    public void Dispose()
    {
        _directory?.Dispose();
        _scratch.Dispose();
    }

    [Fact]
    public void The_mark_of_a_file_that_its_owner_may_not_write_can_be_removed()
    {
        UnpublishedFile file = UnpublishedFile.Create(Final, s_part, PartMarks.Copy);
        Assert.True(NativePlatform.Trees.SetPermissions(file.Handle, 0b100_100_100).Succeeded);
        file.Close();
        file.Publish(RenameRule.MustBeFree);

        file.Unmark();

        Assert.Null(FileMark.PurposeOf(file.Handle));
        Assert.Equal("444\n", Command.Shell($"stat -c %a '{_scratch.File("f")}'"));
        file.Release();
    }

    [Fact]
    public void One_that_was_left_with_the_permissions_of_a_source_that_nobody_may_write_is_taken_over_by_its_owner()
    {
        UnpublishedFile left = UnpublishedFile.Create(Final, s_part, PartMarks.Copy);
        Command.Shell($"chmod 755 '{_scratch.Path}' && cd '{_scratch.Path}' && chmod 444 {s_part.Text} && chown 65534:65534 {s_part.Text} && echo mine > .g.landspeed-part && chmod 444 .g.landspeed-part && chown 65534 .g.landspeed-part");

        Assert.Equal(PartRefusal.InUse, Assert.IsType<PartRefusedException>(AsNobody.Do(() => TakeOverError(s_part))).Reason);
        Assert.Equal("444\n", Command.Shell($"stat -c %a '{_scratch.File(s_part.Text)}'")); // its run goes on
        left.Release();
        Assert.Null(AsNobody.Do(() => TakeOverError(s_part)));
        Assert.NotNull(AsNobody.Do(() => TakeOverError(FilePath.FromText(".g.landspeed-part"))));
        Assert.Equal("444\n", Command.Shell($"stat -c %a '{_scratch.File(".g.landspeed-part")}'"));
    }

    [Fact]
    public void It_stays_locked_and_marked_until_it_has_its_name()
    {
        UnpublishedFile file = UnpublishedFile.Create(Final, s_part, PartMarks.Copy);

        file.Close();

        Assert.Equal(
            PartRefusal.InUse,
            Assert.Throws<PartRefusedException>(() => UnpublishedFile.TakeOver(Final, s_part, PartMarks.Copy)).Reason);
        file.Publish(RenameRule.MustBeFree);
        Assert.Equal(PartMarks.CopyPurpose, FileMark.PurposeOf(file.Handle));
        file.Unmark();
        Assert.Null(FileMark.PurposeOf(file.Handle));
        file.Release();
    }

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void It_is_taken_over_and_published_on_every_file_system(string kind)
    {
        using ScratchDirectory scratch = volumes.Directory(kind);
        TakeOverAndPublish(scratch.Path);
    }

    [Fact]
    public void It_is_taken_over_and_published_where_no_file_carries_attributes()
    {
        using var volume = new PlainMemoryVolume();
        TakeOverAndPublish(Path.GetDirectoryName(volume.File("f"))!);
    }

    [Fact]
    public void Nobody_takes_over_what_was_made_for_another_purpose()
    {
        UnpublishedFile.Create(Final, s_part, PartMarks.Copy).Release();

        PartRefusedException refused = Assert.Throws<PartRefusedException>(
            () => UnpublishedFile.TakeOver(Final, s_part, PartMarks.Records));

        Assert.Equal((PartRefusal.NotOurs, "copy"), (refused.Reason, refused.Purpose));
        Assert.True(File.Exists(_scratch.File(s_part.Text)));
    }

    [Fact]
    public void A_mark_that_was_copied_along_proves_nothing()
    {
        Capability.RequireProgram("setfattr");
        UnpublishedFile.Create(Final, s_part, PartMarks.Records).Release();
        Command.Shell($"cd '{_scratch.Path}' && cp -a {s_part.Text} other && rm {s_part.Text} && mv other {s_part.Text}");

        PartRefusedException refused = Assert.Throws<PartRefusedException>(
            () => UnpublishedFile.TakeOver(Final, s_part, PartMarks.Records));

        Assert.Equal(PartRefusal.NotOurs, refused.Reason);
    }

    [Theory]
    [InlineData("mkfifo {0}", "NotRegular")]
    [InlineData("mkdir {0}", "NotRegular")]
    [InlineData("ln -s nowhere {0}", "NotRegular")]
    [InlineData("echo mine > {0}", "NotOurs")]
    public void What_is_none_is_refused_and_stays(string command, string reason)
    {
        Command.Shell($"cd '{_scratch.Path}' && {command.Replace("{0}", s_part.Text, StringComparison.Ordinal)}");

        PartRefusedException refused = Assert.Throws<PartRefusedException>(
            () => UnpublishedFile.TakeOver(Final, s_part, PartMarks.Records));

        Assert.Equal(reason, refused.Reason.ToString());
        Assert.Single(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void One_with_another_name_is_refused()
    {
        UnpublishedFile.Create(Final, s_part, PartMarks.Records).Release();
        Command.Shell($"cd '{_scratch.Path}' && ln {s_part.Text} twice");

        Assert.Equal(
            PartRefusal.OtherName,
            Assert.Throws<PartRefusedException>(() => UnpublishedFile.TakeOver(Final, s_part, PartMarks.Records)).Reason);
    }

    [Fact]
    public void One_in_use_is_refused_until_it_is_released()
    {
        UnpublishedFile file = UnpublishedFile.Create(Final, s_part, PartMarks.Records);

        Assert.Equal(
            PartRefusal.InUse,
            Assert.Throws<PartRefusedException>(() => UnpublishedFile.TakeOver(Final, s_part, PartMarks.Records)).Reason);
        file.Release();

        UnpublishedFile? left = UnpublishedFile.TakeOver(Final, s_part, PartMarks.Records);
        Assert.NotNull(left);
        left.Remove();
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void The_name_of_another_file_is_not_removed()
    {
        UnpublishedFile file = UnpublishedFile.Create(Final, s_part, PartMarks.Records);
        Command.Shell($"cd '{_scratch.Path}' && rm {s_part.Text} && echo mine > {s_part.Text}");

        Assert.False(file.HasItsName);
        Assert.False(file.Remove().IsError);

        Assert.Equal("mine\n", File.ReadAllText(_scratch.File(s_part.Text)));
    }

    [Fact]
    public void After_it_is_published_nothing_is_removed_any_more()
    {
        UnpublishedFile file = UnpublishedFile.Create(Final, s_part, PartMarks.Records);
        file.Publish(RenameRule.MustBeFree);
        Assert.True(file.HasFinalName);
        file.Remove();

        Assert.Equal([_scratch.File("f")], Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_name_that_must_be_free_and_is_not_keeps_its_file()
    {
        File.WriteAllText(_scratch.File("f"), "old");
        UnpublishedFile file = UnpublishedFile.Create(Final, s_part, PartMarks.Records);

        NativeIOException taken = Assert.Throws<NativeIOException>(() => file.Publish(RenameRule.MustBeFree));
        file.Remove();

        Assert.Equal(NativeErrorKind.AlreadyExists, taken.Error.Kind);
        Assert.Equal("old", File.ReadAllText(_scratch.File("f")));
        Assert.Single(Directory.GetFileSystemEntries(_scratch.Path));
    }

    private static void TakeOverAndPublish(string path)
    {
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(path));
        var final = new DirectoryEntry(directory, FilePath.FromText("f"));
        UnpublishedFile.Create(final, s_part, PartMarks.Records).Release();

        Assert.Equal(
            PartRefusal.NotOurs,
            Assert.Throws<PartRefusedException>(() => UnpublishedFile.TakeOver(final, s_part, PartMarks.Copy)).Reason);
        UnpublishedFile? left = UnpublishedFile.TakeOver(final, s_part, PartMarks.Records);
        Assert.NotNull(left);
        left.Publish(RenameRule.MustBeFree);
        left.FlushDirectory();
        left.Unmark();
        left.Release();

        Assert.Equal([Path.Combine(path, "f")], Directory.GetFileSystemEntries(path));
    }

    private Exception? TakeOverError(FilePath name) => Record.Exception(() => UnpublishedFile.TakeOver(Final, name, PartMarks.Copy)!.Release());
}
