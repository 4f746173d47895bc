using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Metadata;

public class TreeMetadataTests(Files.TestVolumes volumes)
{
    public static readonly TheoryData<string> WithAccessLists = ["ext4", "xfs", "btrfs", "tmpfs"];

    [Theory]
    [InlineData(CopyStrategy.Direct)]
    [InlineData(CopyStrategy.Buffered)]
    public void Reading_leaves_the_access_time_of_a_large_file(CopyStrategy strategy)
    {
        using var volume = new TestVolume("ext4", "64M");
        string source = Path.Combine(Directory.CreateDirectory(volume.File("source")).FullName, "large");
        File.WriteAllBytes(source, new byte[12 << 20]);
        Command.Shell(
            $"sync '{source}' && mount -o remount,strictatime '{volume.Path}' && touch -a -d 2001-02-03 '{source}'");

        TreeCopier.Copy(
            volume.File("source"),
            volume.File("target"),
            new() { Strategy = strategy, Reflink = ReflinkRule.Never },
            cancellationToken: TestContext.Current.CancellationToken);

        Assert.StartsWith("2001-02-03 ", Command.Shell($"stat -c %x '{source}'"));
    }

    [Theory]
    [MemberData(nameof(WithAccessLists))]
    public void Attributes_access_lists_and_capabilities_are_kept(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string source = scratch.File("source");
        string target = scratch.File("target");
        Command.Shell($$"""
            mkdir -p '{{source}}/d' && cd '{{source}}' && echo a > listed && echo b > marked && cp /bin/true able && echo c > both
            setfacl -m u:1234:rw,g:77:r listed && setfacl -m u:1234:rwx,d:u:1234:rx,d:g::rwx d && echo d > d/inner
            setfattr -n trusted.kind -v "with = signs" marked
            setcap cap_net_raw+ep able && chown 12:13 both && setcap cap_chown+ep both && chmod 750 both
            """);
        string[] more = volume == "tmpfs" ? [] : ["setfattr -n user.color -v blue '" + source + "/marked'", "setfattr -n user.dir -v x '" + source + "/d'"];
        foreach (string line in more)
        {
            Command.Shell(line);
        }

        CopyResult result = TreeCopies.Copy(source, target);

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(source, target);
        Assert.Equal(AccessAndAttributes(source), AccessAndAttributes(target));
        Assert.Contains("cap_net_raw", Command.Shell($"/sbin/getcap '{target}/able'"), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(WithAccessLists))]
    public void What_a_target_hands_on_does_not_stick_to_copies(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string source = scratch.File("source");
        string target = scratch.File("target");
        Command.Shell($$"""
            mkdir -p '{{source}}/d' '{{target}}' && cd '{{source}}' && echo a > file && echo b > d/inner && chmod 640 d/inner
            setfacl -m d:u:1234:rwx,d:g:77:rw '{{target}}' && chmod g+s '{{target}}' && chgrp 99 '{{target}}'
            """);

        TreeCopies.AssertDone(TreeCopies.Copy(source, target));

        TreeCopies.AssertEqual(source, target);
        Assert.Equal(AccessAndAttributes(source), AccessAndAttributes(target));
    }

    [Fact]
    public void Nothing_is_ever_wider_than_its_source_and_set_id_comes_last()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        string source = scratch.File("source");
        Command.Shell(
            $"mkdir '{source}' && cd '{source}' && for n in $(seq 300); do echo $n > $n; done; "
            + "chown 12:34 $(seq 300) && chmod 6750 $(seq 300)");
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var events = new Listener<CopyEvent>(_ => seen.UnionWith(Command.Shell(
            $"find '{scratch.File("target")}' -type f ! -newermt '1970-01-02' -o -type f ! -name '.*.landspeed-run' -printf '%m %U:%G\\n'")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)));

        TreeCopies.AssertDone(TreeCopies.Copy(source, scratch.File("target"), new TreeCopyOptions { Events = new Every<CopyEvent>(50, events) }));

        Assert.NotEmpty(seen);
        Assert.Empty(seen.Except(["600 0:0", "600 12:34", "6750 12:34"]));
    }

    [Fact]
    public void What_an_ordinary_user_cannot_keep_is_reported_and_no_rights_are_lent()
    {
        // On tmpfs without trusted rights nothing else differs: an attribute of root's own cannot even be seen.
        using ScratchDirectory from = volumes.Directory("ext4");
        using var small = new Files.PlainMemoryVolume();
        Command.Shell($"cd '{from.Path}' && mkdir s && echo x > s/f && setfattr -n user.color -v blue s/f");

        CopyResult result = TreeCopies.Copy(from.File("s"), small.File("t"));

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        CopyProblem problem = Assert.Single(result.Problems);
        Assert.Equal(CopyProblemKind.NotPreserved, problem.Kind);
        Assert.Contains("user.color", problem.Message, StringComparison.Ordinal);
        Assert.Equal("x\n", File.ReadAllText(small.File("t/f")));
    }

    [Fact]
    public void An_access_list_that_a_FIFO_gets_from_its_directory_is_reported()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        Command.Shell($"cd '{scratch.Path}' && mkdir source target && mkfifo source/pipe && setfacl -m d:u:1234:rwx target");

        CopyResult result = TreeCopies.Copy(scratch.File("source"), scratch.File("target"), new TreeCopyOptions { Special = true });

        Assert.Equal(CopyProblemKind.NotPreserved, Assert.Single(result.Problems).Kind);
    }

    [Fact]
    public void A_file_that_is_up_to_date_gets_what_differs_besides_its_bytes()
    {
        using ScratchDirectory scratch = volumes.Directory("ext4");
        string source = scratch.File("source");
        string target = scratch.File("target");
        Command.Shell($"mkdir '{source}' && cd '{source}' && echo x > f && chmod 640 f && setfattr -n user.color -v blue f && cp -a '{source}' '{target}'");
        Command.Shell($"cd '{target}' && chmod 777 f && setfattr -n user.other -v 1 f && setfattr -n user.color -v red f && chown 5:5 f && touch -r '{source}/f' f");

        CopyResult result = TreeCopies.Copy(source, target);

        TreeCopies.AssertDone(result);
        Assert.Equal((1, 0), (result.FilesUpToDate, result.FilesCopied));
        TreeCopies.AssertEqual(source, target);
        Assert.Equal(AccessAndAttributes(source), AccessAndAttributes(target));
    }

    private static string AccessAndAttributes(string directory) => Command.Shell(
        $"cd '{directory}' && find . | sort | xargs -I% sh -c 'getfacl -n % && getfattr -d -m - %' && find . -printf '%p %m %U:%G\\n' | sort");

    [Fact]
    public void Access_lists_survive_a_second_copy_onto_xfs_and_its_own_form_of_them_stays_there()
    {
        using ScratchDirectory from = volumes.Directory("ext4");
        using ScratchDirectory to = volumes.Directory("xfs");
        using ScratchDirectory back = volumes.Directory("btrfs");
        Command.Shell($"cd '{from.Path}' && mkdir -p s/d && echo x > s/f && setfacl -m u:1234:rw s/f && setfacl -m d:u:1234:rx s/d");

        TreeCopies.AssertDone(TreeCopies.Copy(from.File("s"), to.File("t")));
        TreeCopies.AssertDone(TreeCopies.Copy(from.File("s"), to.File("t")));
        TreeCopies.AssertDone(TreeCopies.Copy(to.File("t"), back.File("u")));

        string list = AccessList(from.File("s"));
        Assert.Contains("user:1234:rw-", list, StringComparison.Ordinal);
        Assert.Contains("default:user:1234:r-x", list, StringComparison.Ordinal);
        Assert.Equal(list, AccessList(to.File("t")));
        Assert.Equal(AccessAndAttributes(from.File("s")), AccessAndAttributes(back.File("u")));

        static string AccessList(string directory) => Command.Shell($"cd '{directory}' && getfacl -n f d");
    }
}
