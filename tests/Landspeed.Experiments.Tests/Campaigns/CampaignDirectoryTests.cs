using Landspeed.Experiments.Campaigns;
using Landspeed.Results;
using Landspeed.Results.Campaigns;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Campaigns;

public sealed class CampaignDirectoryTests : IDisposable
{
    private static readonly CampaignStart s_start = CampaignStart.Of(
        new CampaignOptions { File = FilePath.FromText("night.txt") }, [new CampaignEntry(1, "a", "true")], DateTimeOffset.UnixEpoch);

    private readonly ScratchDirectory _scratch = new();

    private FilePath Place => _scratch.FilePath("night");

    private string Journal => Path.Combine(Place.Text, "journal");

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void What_was_noted_is_read_again()
    {
        using (var made = CampaignDirectory.Create(Place, s_start))
        {
            made.Log.Append(CampaignEventKind.Begun, new CampaignEvent { Item = 3, Boot = "x", Settled = new SettledRecord(1.5, null, 7, true) });
        }

        using CampaignDirectory opened = CampaignDirectory.Open(Place, isWritten: true, out CampaignStart start, out var events);

        Assert.Equal(s_start, start);
        Assert.Equal((CampaignEventKind.Begun, new CampaignEvent { Item = 3, Boot = "x", Settled = new SettledRecord(1.5, null, 7, true) }), Assert.Single(events));
    }

    [Fact]
    public void What_is_looked_at_while_it_runs_is_running_and_not_interrupted()
    {
        CampaignDirectory made = CampaignDirectory.Create(Place, s_start);
        made.Log.Append(CampaignEventKind.Begun, new CampaignEvent { Item = 0 });

        ResultDocument meanwhile = Looked();
        made.Dispose();
        ResultDocument afterwards = Looked();

        Assert.Equal(("running", false, "running"), (StateOf(meanwhile), meanwhile.Partial, Assert.Single(meanwhile.Findings).Code));
        Assert.Equal(("interrupted", true), (StateOf(afterwards), afterwards.Partial));
        CampaignDirectory.Open(Place, isWritten: true, out _, out _).Dispose();

        ResultDocument Looked()
        {
            using CampaignDirectory seen = CampaignDirectory.Open(Place, isWritten: false, out CampaignStart start, out var events);
            return CampaignResult.Of(Place, start, new CampaignState(CampaignItem.InOrder([new CampaignEntry(1, "a", "true")], start), events), seen.IsRunning);
        }

        static string StateOf(ResultDocument document) => Assert.Single(Assert.Single(document.Cells).Runs).Facts[CampaignFacts.State];
    }

    [Fact]
    public void A_directory_that_is_there_is_not_touched()
    {
        Directory.CreateDirectory(Place.Text);

        Refused(() => CampaignDirectory.Create(Place, s_start), "already exists");

        Assert.Equal(["night"], Names(_scratch.Path));
        Assert.Empty(Names(Place.Text));
    }

    [Fact]
    public void A_directory_of_somebody_else_is_refused()
    {
        Directory.CreateDirectory(Place.Text);
        File.WriteAllText(Journal, "theirs");

        Refused(() => CampaignDirectory.Open(Place, isWritten: true, out _, out _), "is not a campaign directory that landspeed made here");

        Assert.Equal("theirs", File.ReadAllText(Journal));
    }

    [Fact]
    public void A_journal_that_was_copied_here_is_not_ours()
    {
        using (CampaignDirectory.Create(Place, s_start))
        {
        }

        Command.Shell($"cp -a '{Place.Text}' '{_scratch.File("copy")}'");

        Refused(() => CampaignDirectory.Open(_scratch.FilePath("copy"), isWritten: false, out _, out _), "is not a campaign directory that landspeed made here");
    }

    [Fact]
    public void A_campaign_that_runs_can_be_looked_at_and_not_carried_on()
    {
        using var running = CampaignDirectory.Create(Place, s_start);

        Refused(() => CampaignDirectory.Open(Place, isWritten: true, out _, out _), "is running");
        using CampaignDirectory seen = CampaignDirectory.Open(Place, isWritten: false, out CampaignStart start, out _);
        Assert.Equal(s_start, start);
    }

    [Fact]
    public void There_is_nothing_to_carry_on_where_nothing_is()
    {
        ExperimentException failed = Assert.Throws<ExperimentException>(() => CampaignDirectory.Open(Place, isWritten: true, out _, out _));

        Assert.Equal(Outcome.Failed, failed.Outcome);
        Assert.Contains("there is no campaign in", failed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_record_that_was_torn_at_any_byte_is_cut_off_and_what_follows_is_read()
    {
        var shorter = new CampaignEvent { Item = 1 };
        var longer = new CampaignEvent { Item = 2, Reason = new string('x', 300) };
        for (int torn = 1; torn < 40; torn += 3)
        {
            FilePath place = _scratch.FilePath(FormattableString.Invariant($"torn{torn}"));
            using (var made = CampaignDirectory.Create(place, s_start))
            {
                made.Log.Append(CampaignEventKind.Begun, shorter);
                made.Log.Append(CampaignEventKind.Ended, longer);
            }

            using (FileStream journal = File.OpenWrite(Path.Combine(place.Text, "journal")))
            {
                journal.SetLength(journal.Length - (torn * 8));
            }

            using (CampaignDirectory again = CampaignDirectory.Open(place, isWritten: true, out _, out var events))
            {
                Assert.Single(events);
                again.Log.Append(CampaignEventKind.Interrupted, shorter);
            }

            using CampaignDirectory read = CampaignDirectory.Open(place, isWritten: false, out _, out var all);
            Assert.Equal([(CampaignEventKind.Begun, shorter), (CampaignEventKind.Interrupted, shorter)], all);
        }
    }

    [Fact]
    public void A_journal_that_somebody_changed_is_refused()
    {
        using (var made = CampaignDirectory.Create(Place, s_start))
        {
            made.Log.Append(CampaignEventKind.Begun, new CampaignEvent { Item = 1 });
        }

        byte[] bytes = File.ReadAllBytes(Journal);
        bytes[20] ^= 1;
        using (FileStream journal = File.OpenWrite(Journal))
        {
            journal.Write(bytes);
        }

        Refused(() => CampaignDirectory.Open(Place, isWritten: true, out _, out _), "is damaged");
    }

    [Fact]
    public void A_journal_without_a_beginning_is_refused()
    {
        using (CampaignDirectory.Create(Place, s_start))
        {
        }

        using (FileStream journal = File.OpenWrite(Journal))
        {
            journal.SetLength(9);
        }

        Refused(() => CampaignDirectory.Open(Place, isWritten: true, out _, out _), "lacks its beginning");
    }

    private static string[] Names(string directory) => [.. Directory.EnumerateFileSystemEntries(directory).Select(name => Path.GetFileName(name))];

    private static void Refused(Func<CampaignDirectory> open, string message)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() =>
        {
            using CampaignDirectory none = open();
        });
        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains(message, refused.Message, StringComparison.Ordinal);
    }
}
