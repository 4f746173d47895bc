using Landspeed.Platform;
using Landspeed.Platform.Linux;

namespace Landspeed.Tests.Platform.Linux;

public class FanotifyTests
{
    private const string Group = "pos:\t0\nflags:\t02\nmnt_id:\t15\nfanotify flags:4 event-flags:8000\n";

    [Theory]
    [InlineData("mask:10000 ignored_mask:0", true)] // FAN_OPEN_PERM
    [InlineData("mask:20000 ignored_mask:0", true)] // FAN_ACCESS_PERM
    [InlineData("mask:4003b ignored_mask:0", true)] // FAN_OPEN_EXEC_PERM among others
    [InlineData("mask:100000 ignored_mask:0", true)] // FAN_PRE_ACCESS
    [InlineData("mask:3b ignored_mask:10000", false)] // FAN_OPEN_PERM is ignored
    public void A_process_that_must_permit_opening_is_told_from_one_that_is_notified(string mark, bool isAsked)
    {
        using SystemTree tree = Process(new SystemTree(), 812, "clamonacc", $"fanotify mnt_id:2f mflags:0 {mark}\n");
        Assert.Equal([new FileWatcher(812, "clamonacc", isAsked)], Watchers(tree).Found);
    }

    [Fact]
    public void One_of_several_marks_that_asks_is_enough()
    {
        using SystemTree tree = Process(
            new SystemTree(),
            812,
            "scan",
            "fanotify ino:4f969 sdev:800013 mflags:0 mask:3b ignored_mask:0 fhandle-bytes:8\n"
            + "fanotify sdev:800013 mflags:0 mask:10000 ignored_mask:0\n");
        Assert.True(Assert.Single(Watchers(tree).Found).IsAsked);
    }

    [Fact]
    public void A_process_without_a_mark_watches_nothing()
    {
        using SystemTree tree = Process(new SystemTree(), 7, "idle", "").With("/proc/version", "Linux")
            .WithLink("/proc/8/fd/3", "/var/log/fanotify").With("/proc/8/fdinfo/3", "fanotify mnt_id:1 mask:10000");
        Assert.Empty(Watchers(tree).Found);
    }

    [Fact]
    public void A_process_that_hides_its_descriptors_is_counted()
    {
        using SystemTree tree = Process(new SystemTree(), 9, "b", "fanotify mnt_id:2f mask:3b\n")
            .With("/proc/7/comm", "hidden").With("/proc/8/comm", "hidden");
        FileWatchers watchers = Watchers(tree);
        Assert.Equal((9, 2), (Assert.Single(watchers.Found).Process, watchers.HiddenProcesses));
    }

    [Theory]
    [InlineData(1, "pid:[4026531836]", true)]
    [InlineData(1, "pid:[4026532201]", false)] // of a container
    [InlineData(2, "pid:[4026531836]", false)] // the first process is hidden
    public void Whether_all_processes_of_the_machine_are_listed_is_known(int first, string space, bool areAllListed)
    {
        using SystemTree tree = Process(new SystemTree(), first, "init", "").WithLink("/proc/self/ns/pid", space);
        Assert.Equal(areAllListed, Watchers(tree).AreAllListed);
    }

    private static SystemTree Process(SystemTree tree, int id, string name, string marks) => tree
        .With($"/proc/{id}/comm", $"{name}\n").WithLink($"/proc/{id}/fd/0", "/dev/null")
        .WithLink($"/proc/{id}/fd/5", "anon_inode:[fanotify]").With($"/proc/{id}/fdinfo/5", Group + marks);

    private static FileWatchers Watchers(SystemTree tree) =>
        new LinuxHostCalls(tree.Files, () => new ProcessorIdentity(null, null)).Watchers();
}
