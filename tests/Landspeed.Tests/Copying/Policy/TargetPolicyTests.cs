using Landspeed.Copying;
using Landspeed.Copying.Policy;
using Landspeed.Platform;

namespace Landspeed.Tests.Copying.Policy;

public class TargetPolicyTests
{
    private static readonly FileStatus s_source = Status(inode: 1, modified: 1000, length: 10);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_name_that_nothing_has_is_free(bool isTree) =>
        Assert.All(Rules, rule => Assert.Equal(TargetVerdict.Free, new TargetPolicy(rule, isTree).Judge(s_source, null)));

    [Theory]
    [InlineData(OverwriteRule.Never, 1000, TargetVerdict.UpToDate)]
    [InlineData(OverwriteRule.Older, 1000, TargetVerdict.UpToDate)]
    [InlineData(OverwriteRule.Always, 1000, TargetVerdict.UpToDate)]
    [InlineData(OverwriteRule.Never, 999, TargetVerdict.Refused)]
    [InlineData(OverwriteRule.Older, 999, TargetVerdict.Replace)]
    [InlineData(OverwriteRule.Older, 1001, TargetVerdict.Newer)]
    [InlineData(OverwriteRule.Always, 1001, TargetVerdict.Replace)]
    internal void In_a_tree_what_is_equal_is_up_to_date_and_the_rule_decides_the_rest(
        OverwriteRule rule, long modified, TargetVerdict expected) =>
        Assert.Equal(expected, new TargetPolicy(rule, IsTree: true).Judge(s_source, Status(2, modified, 10)));

    [Theory]
    [InlineData(1000, 11, TargetVerdict.Replace)]
    [InlineData(999, 11, TargetVerdict.Replace)]
    [InlineData(1001, 11, TargetVerdict.Newer)]
    internal void Of_equal_times_and_other_lengths_the_source_is_what_is_wanted(
        long modified, long length, TargetVerdict expected)
    {
        Assert.Equal(expected, Tree(OverwriteRule.Older).Judge(s_source, Status(2, modified, length)));
        Assert.Equal(
            expected,
            new TargetPolicy(OverwriteRule.Older, IsTree: false).Judge(s_source, Status(2, modified, length)));
    }

    [Theory]
    [InlineData(OverwriteRule.Never, TargetVerdict.Refused)]
    [InlineData(OverwriteRule.Older, TargetVerdict.UpToDate)]
    [InlineData(OverwriteRule.Always, TargetVerdict.Replace)]
    internal void A_single_file_is_up_to_date_only_where_older_targets_are_replaced(
        OverwriteRule rule, TargetVerdict expected) =>
        Assert.Equal(expected, new TargetPolicy(rule, IsTree: false).Judge(s_source, Status(2, 1000, 10)));

    [Theory]
    [InlineData(9)]
    [InlineData(11)]
    public void A_target_of_another_length_is_never_up_to_date(long length) =>
        Assert.Equal(TargetVerdict.Refused, Tree(OverwriteRule.Never).Judge(s_source, Status(2, 1000, length)));

    [Theory]
    [InlineData(1000, 999_999_999, 1_000_000_000L, true)]
    [InlineData(1001, 0, 2_000_000_000L, true)]
    [InlineData(1000, 9_999_999, 10_000_000L, true)]
    [InlineData(1000, 99, 100L, true)]
    [InlineData(1000, 0, 1L, true)]
    [InlineData(1000, 1, 1L, false)]
    [InlineData(1000, 999_999_999, 1L, false)]
    [InlineData(1000, 999_999_999, 10_000_000L, false)]
    [InlineData(1000, 100, 100L, false)]
    [InlineData(1001, 0, 1L, false)]
    [InlineData(1001, 0, 1_000_000_000L, false)]
    [InlineData(1002, 0, 2_000_000_000L, false)]
    internal void A_time_that_the_target_cannot_hold_does_not_make_it_differ_and_any_other_does(
        long seconds, int nanoseconds, long unitNs, bool isSame) => Assert.Equal(
        isSame ? TargetVerdict.UpToDate : TargetVerdict.Replace,
        Tree(OverwriteRule.Older).Judge(
            s_source with { Modified = new FileTime(seconds, nanoseconds) },
            Status(2, 1000, 10),
            () => throw new InvalidOperationException("nothing is to be compared"),
            () => unitNs));

    [Theory]
    [InlineData(true, TargetVerdict.UpToDate)]
    [InlineData(false, TargetVerdict.Replace)]
    internal void Where_it_is_not_known_what_the_target_can_hold_the_contents_decide(
        bool isSame, TargetVerdict expected) => Assert.Equal(
        expected,
        Tree(OverwriteRule.Older).Judge(
            s_source with { Modified = new FileTime(1000, 999_999_999) },
            Status(2, 1000, 10),
            () => isSame,
            () => null));

    [Theory]
    [InlineData(true, TargetVerdict.UpToDate)]
    [InlineData(false, TargetVerdict.Refused)]
    internal void A_link_is_up_to_date_when_it_leads_to_the_same_whatever_its_time(bool isSame, TargetVerdict expected)
    {
        FileStatus source = s_source with { Kind = FileKind.SymbolicLink };
        FileStatus present = Status(2, 5, 3) with { Kind = FileKind.SymbolicLink };

        Assert.Equal(expected, Tree(OverwriteRule.Never).Judge(source, present, () => isSame));
    }

    [Fact]
    public void The_source_itself_is_never_the_target_of_a_single_file() =>
        Assert.All(Rules, rule => Assert.Equal(TargetVerdict.IsSource, Single(rule).Judge(s_source, s_source)));

    [Theory]
    [InlineData(1u, 2u)]
    [InlineData(2u, 1u)]
    public void The_same_inode_of_another_device_is_another_file(uint major, uint minor) => Assert.Equal(
        TargetVerdict.Replace,
        Single(OverwriteRule.Always).Judge(s_source, s_source with { Device = new DeviceNumber(major, minor) }));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_directory_is_never_replaced(bool isTree) => Assert.Equal(
        TargetVerdict.IsDirectory,
        new TargetPolicy(OverwriteRule.Always, isTree).Judge(s_source, Status(2, 5, 10) with { Kind = FileKind.Directory }));

    [Theory]
    [InlineData(true, "/b exists and differs from the source: allow replacing it (-o True), or remove it")]
    [InlineData(false, "/b exists; allow to replace it (-o True), or name another target")]
    public void A_refusal_says_how_to_allow_it(bool isTree, string message) => Assert.Equal(
        message,
        TargetPolicy.Of(new CopyOptions { ReplacePermission = "-o True" }, isTree)
            .Refusal(TargetVerdict.Refused, FilePath.FromText("/b"), FileKind.Regular)!.Message);

    [Theory]
    [InlineData(FileKind.Fifo)]
    [InlineData(FileKind.Socket)]
    [InlineData(FileKind.BlockDevice)]
    [InlineData(FileKind.CharacterDevice)]
    public void A_special_file_is_replaced_by_a_tree_alone(FileKind kind)
    {
        FileStatus present = Status(2, 5, 0) with { Kind = kind };

        Assert.Equal(TargetVerdict.IsSpecial, Single(OverwriteRule.Always).Judge(s_source, present));
        Assert.Equal(TargetVerdict.Replace, Tree(OverwriteRule.Always).Judge(s_source, present));
    }

    [Theory]
    [InlineData(TargetVerdict.Free, false)]
    [InlineData(TargetVerdict.UpToDate, false)]
    [InlineData(TargetVerdict.Replace, false)]
    [InlineData(TargetVerdict.Newer, false)]
    [InlineData(TargetVerdict.Refused, true)]
    [InlineData(TargetVerdict.IsDirectory, true)]
    [InlineData(TargetVerdict.IsSpecial, true)]
    [InlineData(TargetVerdict.IsSource, true)]
    internal void A_verdict_that_forbids_the_copy_names_the_target_and_others_say_nothing(TargetVerdict verdict, bool isRefusal)
    {
        FilePath path = FilePath.FromText("/there/target");

        foreach (TargetPolicy policy in new[] { Single(OverwriteRule.Never), Tree(OverwriteRule.Never) })
        {
            CopyProblem? problem = policy.Refusal(verdict, path, FileKind.Fifo);

            Assert.Equal(isRefusal, problem is not null);
            Assert.True(problem is null or { Kind: CopyProblemKind.Refused });
            Assert.True(problem is null || problem.Message.StartsWith("/there/target ", StringComparison.Ordinal));
        }
    }

    [Fact]
    public void A_name_that_was_free_must_still_be_free_when_the_copy_gets_it()
    {
        Assert.Equal(RenameRule.MustBeFree, TargetPolicy.Publication(TargetVerdict.Free));
        Assert.Equal(RenameRule.Replace, TargetPolicy.Publication(TargetVerdict.Replace));
    }

    private static OverwriteRule[] Rules => Enum.GetValues<OverwriteRule>();

    private static TargetPolicy Single(OverwriteRule rule) => new(rule, IsTree: false);

    private static TargetPolicy Tree(OverwriteRule rule) => new(rule, IsTree: true);

    private static FileStatus Status(ulong inode, long modified, long length) => new()
    {
        Kind = FileKind.Regular,
        Length = length,
        AllocatedBytes = length,
        PreferredBlockSize = 4096,
        Inode = inode,
        Device = new DeviceNumber(1, 1),
        MountId = 1,
        LinkCount = 1,
        Modified = new FileTime(modified, 0),
        Born = null,
        DirectAlignmentKnown = false,
        DirectMemoryAlignment = 0,
        DirectOffsetAlignment = 0,
        DirectReadOffsetAlignment = 0,
    };
}
