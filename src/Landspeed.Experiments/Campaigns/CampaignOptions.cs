using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Campaigns;

/// <summary>What the user requested for a campaign.</summary>
internal sealed record CampaignOptions
{
    /// <summary>Default maximum wait for the machine to become idle: 5 minutes.</summary>
    internal static readonly TimeSpan UsualSettle = TimeSpan.FromMinutes(5);

    /// <summary>Default maximum time of a command: 1 hour.</summary>
    internal static readonly TimeSpan UsualLimit = TimeSpan.FromHours(1);

    /// <summary>The file with the commands.</summary>
    public required FilePath File { get; init; }

    /// <summary>The directory for everything, or null for one next to the file.</summary>
    public FilePath? Directory { get; init; }

    /// <summary>Maximum wait for the machine to become idle before each command, or zero for none.</summary>
    public TimeSpan Settle { get; init; } = UsualSettle;

    /// <summary>Maximum time of each command.</summary>
    public TimeSpan Limit { get; init; } = UsualLimit;

    /// <summary>Number of times each command is run.</summary>
    public int Repeat { get; init; } = 1;

    /// <summary>Whether each round has its own order.</summary>
    public bool Shuffle { get; init; }

    /// <summary>Seed of the order.</summary>
    public ulong Seed { get; init; }

    /// <summary>Whether the page cache is dropped before each command.</summary>
    public bool Cold { get; init; }

    /// <summary>Whether the machine is rebooted between commands.</summary>
    public bool Reboot { get; init; }

    /// <summary>Whether to stop after a command that failed.</summary>
    public bool StopOnFailure { get; init; }

    /// <summary>The directory for everything.</summary>
    internal FilePath Place => Directory ?? FilePath.FromBytes([.. File.Bytes, .. ".campaign"u8]);
}

/// <summary>One run of one command.</summary>
/// <param name="Index">Its position in the order, from 0.</param>
/// <param name="Entry">The command.</param>
/// <param name="Number">Its number among the commands, from 1.</param>
/// <param name="Round">Number of times it is run before.</param>
internal sealed record CampaignItem(int Index, CampaignEntry Entry, int Number, int Round)
{
    /// <summary>Returns all runs in order.</summary>
    /// <param name="entries">The commands.</param>
    /// <param name="start">Repetitions, and whether and how they are shuffled.</param>
    internal static IReadOnlyList<CampaignItem> InOrder(IReadOnlyList<CampaignEntry> entries, CampaignStart start)
    {
        IEnumerable<(int Cell, int Round)> order = start.Shuffle
            ? RoundOrder.Of(entries.Count, start.Repeat, start.Seed)
            : Enumerable.Range(0, start.Repeat).SelectMany(round => Enumerable.Range(0, entries.Count).Select(entry => (entry, round)));
        return [.. order.Select((pair, index) => new CampaignItem(index, entries[pair.Cell], pair.Cell + 1, pair.Round))];
    }

    /// <summary>Returns the start of its file names.</summary>
    /// <param name="count">Number of commands.</param>
    /// <param name="repeat">Number of times each is run.</param>
    /// <param name="attempt">Number of times it has been started, from 1.</param>
    internal string FileStem(int count, int repeat, int attempt)
    {
        string number = Number.ToString(System.Globalization.CultureInfo.InvariantCulture)
            .PadLeft(Math.Max(2, count.ToString(System.Globalization.CultureInfo.InvariantCulture).Length), '0');
        string round = repeat > 1 ? FormattableString.Invariant($".run{Round + 1}") : string.Empty;
        string again = attempt > 1 ? FormattableString.Invariant($".attempt{attempt}") : string.Empty;
        return $"{number}-{Entry.Name}{round}{again}";
    }
}
