using Landspeed.Experiments.Commands;

namespace Landspeed.Experiments.Campaigns;

/// <summary>The state of a campaign, by the records of its journal.</summary>
/// <remarks>
/// For use by one thread. A function of the records alone: its state after a power failure is its state before the
/// missing record.
/// </remarks>
internal sealed class CampaignState
{
    // A command that takes the machine down each time would otherwise do so forever.
    private const int MostLosses = 3;

    private readonly ItemState[] _items;

    /// <summary>Replays records.</summary>
    /// <param name="items">The runs in order.</param>
    /// <param name="events">The recorded events.</param>
    internal CampaignState(IReadOnlyList<CampaignItem> items, IEnumerable<(CampaignEventKind Kind, CampaignEvent What)> events)
    {
        _items = [.. items.Select(item => new ItemState(item))];
        foreach ((CampaignEventKind kind, CampaignEvent what) in events)
        {
            Take(kind, what);
        }
    }

    /// <summary>All runs in order.</summary>
    internal IReadOnlyList<ItemState> Items => _items;

    /// <summary>The next run, or null if none is left.</summary>
    internal ItemState? Next => Array.Find(_items, item => item.End is null);

    /// <summary>The run that was started and has not ended, or null if there is none.</summary>
    internal ItemState? Open => Array.Find(_items, item => item.IsOpen);

    /// <summary>The boot of the machine in which a command was last started, or null if none was.</summary>
    internal string? LastBoot { get; private set; }

    /// <summary>Whether the journal says that nothing remains to be run.</summary>
    internal bool IsFinished { get; private set; }

    /// <summary>Whether any command has been started.</summary>
    internal bool HasBegun => Array.Exists(_items, item => item.Attempts > 0);

    /// <summary>Adds a record.</summary>
    internal void Take(CampaignEventKind kind, CampaignEvent what)
    {
        if (kind == CampaignEventKind.Finished)
        {
            IsFinished = true;
        }

        if (what.Item < 0 || what.Item >= _items.Length)
        {
            return;
        }

        _items[what.Item].Take(kind, what);
        LastBoot = kind == CampaignEventKind.Begun ? what.Boot : LastBoot;
    }

    /// <summary>The state of one run.</summary>
    /// <param name="item">The run.</param>
    internal sealed class ItemState(CampaignItem item)
    {
        private readonly List<CampaignEvent> _interruptions = [];

        internal CampaignItem Item => item;

        /// <summary>Number of times it was started.</summary>
        internal int Attempts { get; private set; }

        /// <summary>Its last start, or null if it was not started.</summary>
        internal CampaignEvent? Begin { get; private set; }

        /// <summary>Its process in that attempt, or null if there was none, or it was not recorded.</summary>
        internal ChildIdentity? Process { get; private set; }

        /// <summary>How it ended, or null if it has not.</summary>
        internal CampaignEvent? End { get; private set; }

        /// <summary>Each time that it did not run to its end.</summary>
        internal IReadOnlyList<CampaignEvent> Interruptions => _interruptions;

        /// <summary>Whether it was started, and its end is unknown.</summary>
        internal bool IsOpen => Begin is not null && End is null && Attempts > _interruptions.Count;

        /// <summary>Whether it is given up because the machine goes down with it.</summary>
        internal bool IsHopeless => _interruptions.Count(one => one.IsLost && one.Boot is not null) >= MostLosses;

        internal void Take(CampaignEventKind kind, CampaignEvent what)
        {
            switch (kind)
            {
                case CampaignEventKind.Begun:
                    (Attempts, Begin, Process) = (Attempts + 1, what, null);
                    break;
                case CampaignEventKind.Started when what is { Process: { } id, Born: { } born }:
                    Process = new ChildIdentity(id, born);
                    break;
                case CampaignEventKind.Ended:
                    End = what;
                    break;
                case CampaignEventKind.Interrupted:
                    _interruptions.Add(what);
                    break;
            }
        }
    }
}
