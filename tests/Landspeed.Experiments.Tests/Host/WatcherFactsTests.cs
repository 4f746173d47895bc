using Landspeed.Experiments.Host;
using Landspeed.Platform;

namespace Landspeed.Experiments.Tests.Host;

public class WatcherFactsTests
{
    private static readonly FileWatcher s_scanner = new(812, "clamonacc", IsAsked: true);
    private static readonly FileWatcher s_indexer = new(99, "tracker", IsAsked: false);

    [Fact]
    public void A_scanner_is_named_with_what_it_does()
    {
        FactRecord fact = WatcherFacts.Of(new FileWatchers([s_indexer, s_scanner], 0, AreAllListed: true));
        Assert.Equal(FactState.Limited, fact.State);
        Assert.Equal(
            "asked before files are opened or read (fanotify), which slows both: clamonacc (812); "
            + "only notified of accesses (fanotify): tracker (99)",
            fact.Found);
        Assert.NotNull(fact.Remedy);
    }

    [Fact]
    public void A_process_that_is_only_notified_is_named_and_no_reason_to_worry()
    {
        FactRecord fact = WatcherFacts.Of(new FileWatchers([s_indexer], 0, AreAllListed: true));
        Assert.Equal(
            (FactState.Ok, "only notified of accesses (fanotify): tracker (99)", null),
            (fact.State, fact.Found, fact.Remedy));
    }

    [Fact]
    public void What_may_not_be_looked_at_is_said_once()
    {
        FactRecord fact = WatcherFacts.Of(new FileWatchers([], 132, AreAllListed: true));
        Assert.Equal(
            (FactState.Limited, "none found; no permission to look at 132 other processes"), (fact.State, fact.Found));
        Assert.Contains("root", fact.Remedy!, StringComparison.Ordinal);
        Assert.EndsWith(
            "at 1 other process", WatcherFacts.Of(new FileWatchers([], 1, AreAllListed: true)).Found);
    }

    [Fact]
    public void A_container_does_not_claim_to_have_seen_the_machine() => Assert.Equal(
        new FactRecord(
            "on_access_scanners", FactState.Ok, "none found; processes outside this container are not visible"),
        WatcherFacts.Of(new FileWatchers([], 0, AreAllListed: false)));

    [Fact]
    public void Of_many_the_first_are_named_with_control_characters_escaped()
    {
        FileWatcher[] many = [.. Enumerable.Range(1, 10).Select(id => s_scanner with { Process = id, Name = "a\nb" })];
        string found = WatcherFacts.Of(new FileWatchers(many, 0, AreAllListed: true)).Found;
        Assert.Contains($"{FilePath.FromText("a\nb").Display} (8) and 2 more", found, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', found);
    }
}
