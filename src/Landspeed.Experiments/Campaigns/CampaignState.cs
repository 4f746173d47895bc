using Landspeed.Experiments.Commands;

namespace Landspeed.Experiments.Campaigns;

/// <summary>What has become of a campaign, by the records of its journal.</summary>
/// <remarks>For one thread. A function of the records alone: what it says after a power cut is what it said before the record that is missing.</remarks>
internal sealed class CampaignState
{
    // A command that takes the machine down each time would do so for ever.
    private const int MostLosses = 3;

    private readonly ItemState[] _items;

    /// <summary>Replays records.</summary>
    /// <param name="items">The runs in their order.</param>
    /// <param name="events">What happened.</param>
    internal CampaignState(IReadOnlyList<CampaignItem> items, IEnumerable<(CampaignEventKind Kind, CampaignEvent What)> events)
    {
        _items = [.. items.Select(item => new ItemState(item))];
        foreach ((CampaignEventKind kind, CampaignEvent what) in events)
        {
            Take(kind, what);
        }
    }

    /// <summary>All runs in their order.</summary>
    internal IReadOnlyList<ItemState> Items => _items;

    /// <summary>The run that comes next; null: none is left.</summary>
    internal ItemState? Next => Array.Find(_items, item => item.End is null);

    /// <summary>The run that was begun and did not end; null: there is none.</summary>
    internal ItemState? Open => Array.Find(_items, item => item.IsOpen);

    /// <summary>The start of the machine in which a command was begun last; null: none was.</summary>
    internal string? LastBoot { get; private set; }

    /// <summary>Whether the journal says that nothing is left.</summary>
    internal bool IsFinished { get; private set; }

    /// <summary>Whether any command was begun.</summary>
    internal bool HasBegun => Array.Exists(_items, item => item.Attempts > 0);

    /// <summary>Takes a record.</summary>
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

    /// <summary>What has become of one run.</summary>
    /// <param name="item">The run.</param>
    internal sealed class ItemState(CampaignItem item)
    {
        private readonly List<CampaignEvent> _interruptions = [];

        /// <summary>The run.</summary>
        internal CampaignItem Item => item;

        /// <summary>How many times it was begun.</summary>
        internal int Attempts { get; private set; }

        /// <summary>Its last beginning; null: it was not begun.</summary>
        internal CampaignEvent? Begin { get; private set; }

        /// <summary>Its process in that; null: it got none, or that was not noted.</summary>
        internal ChildIdentity? Process { get; private set; }

        /// <summary>How it ended; null: it did not.</summary>
        internal CampaignEvent? End { get; private set; }

        /// <summary>Each time that it did not come to its end.</summary>
        internal IReadOnlyList<CampaignEvent> Interruptions => _interruptions;

        /// <summary>Whether it was begun, and nothing is known of its end.</summary>
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
