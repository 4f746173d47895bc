using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Files.Trees;

public sealed class TreeWalkerTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_directory_is_visited_before_those_below_it_which_come_in_the_order_of_the_visitor()
    {
        Make("a/x", "a/y", "b");

        Assert.Equal(
            ["visit .", "visit a", "visit a/x", "leave a/x", "left x", "visit a/y", "leave a/y", "left y", "leave a", "left a",
                "visit b", "leave b", "left b", "leave ."],
            Walk());
    }

    [Fact]
    public void A_directory_that_the_visitor_does_not_enter_is_passed_over()
    {
        Make("a/x", "b");

        Assert.Equal(
            ["visit .", "visit b", "leave b", "left b", "leave ."],
            Walk(walk => walk.Enters = name => name != "a"));
    }

    [Fact]
    public void A_side_that_was_entered_before_the_visitor_refused_is_brought_back()
    {
        Make("a", "b");

        Assert.Equal(
            ["visit .", "visit b", "leave b", "left b", "leave ."],
            Walk(walk => walk.RefusesInside = name => name == "a"));
    }

    [Fact]
    public void The_second_side_goes_as_deep_as_the_visitor_enters_it()
    {
        Make("a/x", "b");
        Directory.CreateDirectory(_scratch.File("second/a"));
        List<int> depths = [];

        Walk(walk =>
        {
            walk.EntersSecond = true;
            walk.Visited = (_, second) => depths.Add(second!.Depth);
        });

        Assert.Equal([0, 1, 1, 0], depths); // ., a, a/x, b
    }

    [Fact]
    public void A_stop_ends_the_walk_and_leaves_every_directory_in_order()
    {
        Make("a/x/deep", "a/y", "b");
        using var stop = new CancellationTokenSource();

        Assert.Equal(
            ["visit .", "visit a", "visit a/x", "leave a/x", "left x", "leave a", "left a", "leave ."],
            Walk(
                walk => walk.Visited = (first, _) =>
                {
                    if (first.Current.PathBelowRoot.Text == "a/x")
                    {
                        stop.Cancel();
                    }
                },
                stop));
    }

    [Fact]
    public void A_walk_from_below_the_root_ends_in_the_directory_above()
    {
        Make("a/x", "b");
        using OpenDirectory root = Root("first");
        using var descent = new TreeDescent(root, Status(root));
        Assert.False(descent.Enter(FilePath.FromText("a")).IsError);
        var walk = new Walker(descent, null);

        new TreeWalker(walk, descent, null, TestContext.Current.CancellationToken).Run(FilePath.FromText("a"));

        Assert.Equal(["visit a", "visit a/x", "leave a/x", "left x", "leave a", "left a"], walk.Calls);
        Assert.Equal(0, descent.Depth);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_directory_that_was_moved_away_below_a_deep_walk_is_lost_and_the_rest_is_visited_if_the_visitor_wants(bool goesOn)
    {
        string deep = string.Join('/', Enumerable.Repeat("d", DescriptorBudget.Levels + 3));
        Make($"a/{deep}", "b");
        Directory.CreateDirectory(_scratch.File("elsewhere"));

        List<string> calls = Walk(walk =>
        {
            walk.GoesOn = goesOn;
            walk.Visited = (first, _) =>
            {
                if (first.Depth == DescriptorBudget.Levels + 4)
                {
                    Directory.Move(_scratch.File("first/a/d/d"), _scratch.File("elsewhere/d"));
                }
            };
        });

        Assert.Contains("lost first a/d", calls);
        Assert.Equal(goesOn, calls.Contains("visit b"));
        Assert.DoesNotContain("leave a/d", calls);
    }

    private void Make(params string[] directories)
    {
        foreach (string directory in directories)
        {
            Directory.CreateDirectory(_scratch.File("first/" + directory));
        }
    }

    private List<string> Walk(Action<Walker>? adjust = null, CancellationTokenSource? stop = null)
    {
        Directory.CreateDirectory(_scratch.File("second"));
        using OpenDirectory first = Root("first");
        using OpenDirectory second = Root("second");
        using var one = new TreeDescent(first, Status(first));
        using var other = new TreeDescent(second, Status(second));
        var walk = new Walker(one, other);
        adjust?.Invoke(walk);
        new TreeWalker(walk, one, other, stop?.Token ?? CancellationToken.None).Run();
        Assert.True(!walk.GoesOn || (one.Depth, other.Depth) == (0, 0));
        return walk.Calls;
    }

    private OpenDirectory Root(string name) => OpenDirectory.Root(FilePath.FromText(_scratch.File(name)));

    private static FileStatus Status(OpenDirectory root) =>
        Entries.Status(root.Handle, new DirectoryEntry(root, FilePath.FromText(".")));

    private sealed class Walker(TreeDescent first, TreeDescent? second) : ITreeVisitor
    {
        private readonly DirectoryListing _listing = new();

        internal List<string> Calls { get; } = [];

        internal Func<string, bool> Enters { get; set; } = _ => true;

        internal Func<string, bool> RefusesInside { get; set; } = _ => false;

        internal Action<TreeDescent, TreeDescent?>? Visited { get; set; }

        internal bool EntersSecond { get; set; }

        internal bool GoesOn { get; set; } = true;

        public void Visit(NameQueue below)
        {
            Calls.Add($"visit {first.Current.PathBelowRoot.Text}");
            List<string> names = [];
            _listing.ForEachEntry(first.Current, (name, _) =>
            {
                names.Add(name.Text);
                return true;
            });
            names.Order(StringComparer.Ordinal).ToList().ForEach(name => below.Enqueue(FilePath.FromText(name)));
            Visited?.Invoke(first, second);
        }

        public bool Enter(FilePath name)
        {
            if (!Enters(name.Text) || first.Enter(name).IsError)
            {
                return false;
            }

            if (EntersSecond && second!.Depth == first.Depth - 1)
            {
                second.Enter(name);
            }

            return !RefusesInside(name.Text);
        }

        public void Leave() => Calls.Add($"leave {first.Current.PathBelowRoot.Text}");

        public void Left(FilePath name, in FileStatus status) => Calls.Add($"left {name.Text}");

        public bool Lost(TreeDescent side, NativeError error, bool isFirst)
        {
            Calls.Add($"lost {(isFirst ? "first" : "after")} {side.Current.PathBelowRoot.Text}");
            return GoesOn;
        }
    }
}
