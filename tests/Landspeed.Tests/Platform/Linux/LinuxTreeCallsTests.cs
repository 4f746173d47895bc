using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

public class LinuxTreeCallsTests(Files.TestVolumes volumes)
{
    private static readonly ITreeCalls s_calls = NativePlatform.Trees;

    [Fact]
    public void Names_of_a_directory_are_read_in_parts_and_again_after_rewinding()
    {
        using var scratch = new ScratchDirectory();
        string[] names = [.. Enumerable.Range(0, 300).Select(number => $"name-{number:000}")];
        foreach (string name in names)
        {
            File.WriteAllText(scratch.File(name), string.Empty);
        }

        Command.Shell($"cd '{scratch.Path}' && mkdir d && ln -s x l && mkfifo p");
        using SafeFileHandle directory = Directory(scratch);

        List<string> once = Names(directory, 4096);
        NativeFile.Succeeds(s_calls.Rewind(directory));
        List<string> twice = Names(directory, 64 * 1024);

        Assert.Equal([.. names.Select(name => $"{name} Regular"), "d Directory", "l SymbolicLink", "p Fifo"], once.Order(SortedAs(names)));
        Assert.Equal(once, twice);
    }

    [Fact]
    public void An_open_file_has_the_name_that_it_has_now()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("old"), string.Empty);
        File.CreateSymbolicLink(scratch.File("link"), "old");
        using SafeFileHandle file = NativeFile.Open(scratch.FilePath("link"), FileAccessKind.Read);

        File.Move(scratch.File("old"), scratch.File("new"));

        Assert.Equal(scratch.FilePath("new"), s_calls.NameOf(file));
    }

    [Fact]
    public void An_attribute_is_read_back_and_a_missing_one_is_not_found()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");
        byte[] value = new byte[16];

        NativeResult set = s_calls.SetAttribute(file, Name("user.landspeed.test"), "value"u8);
        Capability.Require("user attributes below the test directory", set.Error.Name != "EOPNOTSUPP");

        NativeFile.Succeeds(set);
        Assert.Equal(5, s_calls.GetAttribute(file, Name("user.landspeed.test"), value).Value);
        Assert.True(value.AsSpan(0, 5).SequenceEqual("value"u8));
        Assert.Equal(NativeErrorKind.NotFound, s_calls.GetAttribute(file, Name("user.landspeed.none"), value).Error.Kind);
        Assert.Equal("ERANGE", s_calls.GetAttribute(file, Name("user.landspeed.test"), value.AsSpan(0, 4)).Error.Name);
        NativeFile.Succeeds(s_calls.RemoveAttribute(file, Name("user.landspeed.test")));
        Assert.Equal(NativeErrorKind.NotFound, s_calls.GetAttribute(file, Name("user.landspeed.test"), value).Error.Kind);
        Assert.Equal(NativeErrorKind.NotFound, s_calls.RemoveAttribute(file, Name("user.landspeed.test")).Error.Kind);
    }

    [Fact]
    public void Opening_follows_no_symbolic_link_and_waits_for_no_FIFO()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && echo x > file && mkdir sub && ln -s file link && ln -s sub away && mkfifo fifo");
        using SafeFileHandle directory = Directory(scratch);

        Assert.Equal("ELOOP", OpenError(directory, "link", EntryOpening.Read));
        Assert.Equal("ELOOP", OpenError(directory, "link", EntryOpening.ReadWrite));
        Assert.Equal("ENOTDIR", OpenError(directory, "away", EntryOpening.Directory));
        Assert.Equal("ENOTDIR", OpenError(directory, "file", EntryOpening.Directory));
        Assert.Equal("EEXIST", OpenError(directory, "link", EntryOpening.CreateNew));
        using SafeFileHandle fifo = Open(directory, "fifo", EntryOpening.Read);
        Assert.Equal(FileKind.Fifo, NativeFile.StatusOf(fifo).Kind);
        using SafeFileHandle link = Open(directory, "link", EntryOpening.Identify);
        Assert.Equal(FileKind.SymbolicLink, NativeFile.StatusOf(link).Kind);
    }

    [Fact]
    public void Reading_unnoticed_leaves_the_time_of_last_access()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && echo x > file && touch -a -d 2001-02-03 file");
        string before = Command.Shell($"stat -c %x '{scratch.File("file")}'");
        using SafeFileHandle directory = Directory(scratch);
        byte[] room = new byte[10];

        using (SafeFileHandle file = Open(directory, "file", EntryOpening.ReadUnnoticed))
        {
            Assert.Equal(2, RandomAccess.Read(file, room, 0));
        }

        Assert.Equal(before, Command.Shell($"stat -c %x '{scratch.File("file")}'"));
    }

    [Fact]
    public void A_new_file_has_the_permissions_that_the_umask_leaves()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle directory = Directory(scratch);
        NativeFile.Succeeds(s_calls.Open(directory, Name("new"), EntryOpening.CreateNew, 0x1FF, out SafeFileHandle? made));
        using SafeFileHandle file = made!;

        Assert.Equal(0x1FF & ~s_calls.Identity().CreationMask, NativeFile.StatusOf(file).Permissions);
        Assert.Equal(Command.Shell("umask").Trim().TrimStart('0').PadLeft(1, '0'), Convert.ToString(s_calls.Identity().CreationMask, 8));
        Assert.Equal(Command.Shell("id -u; id -g"), $"{s_calls.Identity().UserId}\n{s_calls.Identity().GroupId}\n");
    }

    [Fact]
    public void Renaming_keeps_to_its_rule()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && echo a > a && echo b > b && mkdir d");
        using SafeFileHandle directory = Directory(scratch);

        Assert.Equal(NativeErrorKind.AlreadyExists, Rename("a", "b", RenameRule.MustBeFree).Error.Kind);
        NativeFile.Succeeds(Rename("a", "b", RenameRule.Exchange));
        Assert.Equal("a\n", File.ReadAllText(scratch.File("b")));
        NativeFile.Succeeds(Rename("b", "a", RenameRule.Replace));
        Assert.Equal("a\n", File.ReadAllText(scratch.File("a")));
        Assert.Equal(NativeErrorKind.IsDirectory, Rename("a", "d", RenameRule.Replace).Error.Kind);
        NativeFile.Succeeds(Rename("a", "free", RenameRule.MustBeFree));

        NativeResult Rename(string from, string to, RenameRule rule) =>
            s_calls.Rename(directory, Name(from), directory, Name(to), rule);
    }

    [Fact]
    public void Links_directories_and_nodes_are_made_and_removed()
    {
        Capability.RequireRoot();
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("file"), "x");
        using SafeFileHandle directory = Directory(scratch);

        NativeFile.Succeeds(s_calls.CreateDirectory(directory, Name("d"), 0x1C0));
        NativeFile.Succeeds(s_calls.CreateSymbolicLink(Name("no/where"), directory, Name("soft")));
        NativeFile.Succeeds(s_calls.Link(directory, Name("soft"), directory, Name("soft2")));
        NativeFile.Succeeds(s_calls.Link(directory, Name("file"), directory, Name("hard")));
        NativeFile.Succeeds(s_calls.CreateNode(directory, Name("fifo"), FileKind.Fifo, 0x180, default));
        NativeFile.Succeeds(s_calls.CreateNode(directory, Name("sock"), FileKind.Socket, 0x180, default));
        NativeFile.Succeeds(s_calls.CreateNode(
            directory, Name("node"), FileKind.CharacterDevice, 0x180, new DeviceNumber(259, 70_000)));
        byte[] content = new byte[100];
        Assert.Equal(8, s_calls.ReadSymbolicLink(directory, Name("soft2"), content).Value);

        Assert.Equal(
            """
            fifo prw------- 1 0:0
            file -rw-r--r-- 2 0:0
            hard -rw-r--r-- 2 0:0
            node crw------- 1 103:11170
            sock srw------- 1 0:0
            soft lrwxrwxrwx 2 0:0
            soft2 lrwxrwxrwx 2 0:0

            """,
            Command.Shell($"cd '{scratch.Path}' && for f in [a-ce-z]*; do stat -c '%n %A %h %t:%T' $f; done"));
        Assert.Equal(FileKind.Directory, Status(directory, "d").Kind);
        Assert.Equal(new DeviceNumber(259, 70_000), Status(directory, "node").NodeDevice);
        NativeFile.Succeeds(s_calls.Remove(directory, Name("hard")));
        Assert.Equal("ENOTEMPTY", AfterMaking(scratch.File("d/x"), () => s_calls.RemoveDirectory(directory, Name("d"))).Error.Name);
        File.Delete(scratch.File("d/x"));
        NativeFile.Succeeds(s_calls.RemoveDirectory(directory, Name("d")));
    }

    [Theory]
    [InlineData("1965-02-03 04:05:06.123456789")]
    [InlineData("2038-01-20 00:00:00.999999999")]
    [InlineData("1970-01-01 00:00:00.000000000")]
    public void Times_owner_and_permissions_are_those_that_stat_tells(string modified)
    {
        Capability.RequireRoot();
        using ScratchDirectory scratch = volumes.Directory("xfs");
        Command.Shell($"cd '{scratch.Path}' && echo x > model && touch -d '{modified}' model && echo y > file && ln -s file link");
        using SafeFileHandle directory = Directory(scratch);
        using SafeFileHandle file = Open(directory, "file", EntryOpening.Read);
        FileStatus model = Status(directory, "model");

        NativeFile.Succeeds(s_calls.SetOwner(file, 1234, 4321));
        NativeFile.Succeeds(s_calls.SetPermissions(file, 0xDB4));
        NativeFile.Succeeds(s_calls.SetTimes(file, model.Accessed, model.Modified));
        NativeFile.Succeeds(s_calls.SetEntryOwner(directory, Name("link"), 5, 6));
        NativeFile.Succeeds(s_calls.SetEntryTimes(directory, Name("link"), model.Accessed, model.Modified));

        string expected = Command.Shell($"cd '{scratch.Path}' && stat -c '%x %y' model").Trim();
        Assert.Equal(
            $"{expected} 6664 1234 4321\n{expected} 777 5 6\n",
            Command.Shell($"cd '{scratch.Path}' && stat -c '%x %y %a %u %g' file link"));
        FileStatus status = Status(directory, "file");
        Assert.Equal((1234u, 4321u, 0xDB4), (status.UserId, status.GroupId, status.Permissions));
        NativeFile.Succeeds(s_calls.SetEntryPermissions(directory, Name("file"), 0x1A4));
        Assert.Equal(0x1A4, Status(directory, "file").Permissions);
    }

    [Fact]
    public void Attributes_are_listed_read_set_and_removed()
    {
        using ScratchDirectory scratch = volumes.Directory("btrfs");
        Command.Shell($"cd '{scratch.Path}' && echo x > file && setfattr -n user.one -v first file");
        using SafeFileHandle directory = Directory(scratch);
        using SafeFileHandle file = Open(directory, "file", EntryOpening.ReadWrite);
        byte[] room = new byte[100];

        NativeFile.Succeeds(s_calls.SetAttribute(file, Name("user.two"), "second"u8));
        int listed = (int)s_calls.ListAttributes(file, room).Value;

        Assert.Equal(["user.one", "user.two"], System.Text.Encoding.ASCII.GetString(room, 0, listed - 1).Split('\0').Order());
        Assert.Equal(listed, s_calls.ListAttributes(file, []).Value);
        Assert.Equal(5, s_calls.GetAttribute(file, Name("user.one"), room).Value);
        NativeFile.Succeeds(s_calls.RemoveAttribute(file, Name("user.one")));
        Assert.Equal("ENODATA", s_calls.GetAttribute(file, Name("user.one"), room).Error.Name);
        Assert.Contains("user.two=\"second\"", Command.Shell($"getfattr -d '{scratch.File("file")}' 2>/dev/null"), StringComparison.Ordinal);
    }

    [Fact]
    public void Blocks_are_shared_where_the_file_system_can()
    {
        using ScratchDirectory can = volumes.Directory("btrfs");
        using ScratchDirectory cannot = volumes.Directory("ext4");
        foreach (ScratchDirectory scratch in new[] { can, cannot })
        {
            scratch.CreateFile("file", 100_000);
            using SafeFileHandle directory = Directory(scratch);
            using SafeFileHandle source = Open(directory, "file", EntryOpening.Read);
            NativeFile.Succeeds(s_calls.Open(directory, Name("copy"), EntryOpening.CreateNew, 0x180, out SafeFileHandle? copy));
            using SafeFileHandle target = copy!;

            NativeResult shared = s_calls.ShareBlocks(target, source);

            Assert.Equal(scratch == can ? NativeErrorKind.None : NativeErrorKind.NotSupported, shared.Error.Kind);
            Assert.Equal(scratch == can ? 100_000 : 0, new FileInfo(scratch.File("copy")).Length);
        }
    }

    [Fact]
    public void Data_and_holes_are_found()
    {
        using ScratchDirectory scratch = volumes.Directory("xfs");
        Command.Shell($"cd '{scratch.Path}' && truncate -s 1M f && dd if=/dev/zero of=f bs=4096 seek=100 count=1 conv=notrunc status=none");
        using SafeFileHandle directory = Directory(scratch);
        using SafeFileHandle file = Open(directory, "f", EntryOpening.Read);

        Assert.Equal(409_600, s_calls.Seek(file, 0, SparsePart.Data).Value);
        Assert.Equal(413_696, s_calls.Seek(file, 409_600, SparsePart.Hole).Value);
        Assert.Equal(NativeErrorKind.NotFound, s_calls.Seek(file, 413_696, SparsePart.Data).Error.Kind);
    }

    [Fact]
    public void A_closed_file_is_closed_once()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("file"), "x");
        using SafeFileHandle directory = Directory(scratch);
        SafeFileHandle file = Open(directory, "file", EntryOpening.Read);

        NativeFile.Succeeds(s_calls.Close(file));
        file.Dispose();

        Assert.True(file.IsClosed);
    }

    private static FilePath Name(string name) => FilePath.FromText(name);

    private static SafeFileHandle Directory(ScratchDirectory scratch)
    {
        NativeFile.Succeeds(s_calls.OpenDirectory(FilePath.FromText(scratch.Path), out SafeFileHandle? handle));
        return handle!;
    }

    private static SafeFileHandle Open(SafeFileHandle directory, string name, EntryOpening opening)
    {
        NativeFile.Succeeds(s_calls.Open(directory, Name(name), opening, 0, out SafeFileHandle? handle));
        return handle!;
    }

    private static string OpenError(SafeFileHandle directory, string name, EntryOpening opening)
    {
        NativeResult opened = s_calls.Open(directory, Name(name), opening, 0x180, out SafeFileHandle? handle);
        Assert.Null(handle);
        return opened.Error.Name;
    }

    private static FileStatus Status(SafeFileHandle directory, string name)
    {
        NativeFile.Succeeds(s_calls.Status(directory, Name(name), out FileStatus status));
        return status;
    }

    private static NativeResult AfterMaking(string file, Func<NativeResult> call)
    {
        File.WriteAllText(file, string.Empty);
        return call();
    }

    private static List<string> Names(SafeFileHandle directory, int room)
    {
        List<string> names = [];
        byte[] buffer = new byte[room];
        while (s_calls.ReadNames(directory, buffer).Value is > 0 and var filled)
        {
            var records = new DirectoryRecords(buffer.AsSpan(0, (int)filled));
            while (records.MoveNext())
            {
                names.Add($"{System.Text.Encoding.ASCII.GetString(records.Name)} {records.Kind}");
            }
        }

        return names;
    }

    private static Comparer<string> SortedAs(string[] first) => Comparer<string>.Create((one, other) =>
    {
        int left = Array.IndexOf(first, one.Split(' ')[0]);
        int right = Array.IndexOf(first, other.Split(' ')[0]);
        return left < 0 && right < 0 ? string.CompareOrdinal(one, other)
            : left < 0 ? 1 : right < 0 ? -1 : left.CompareTo(right);
    });
}
