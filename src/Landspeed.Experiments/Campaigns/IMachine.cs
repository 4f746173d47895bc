using Landspeed.Platform;

namespace Landspeed.Experiments.Campaigns;

/// <summary>The machine as a campaign starts it anew.</summary>
internal interface IMachine
{
    /// <summary>What distinguishes this start of the machine from all others; null: the system does not say.</summary>
    string? Boot { get; }

    /// <summary>What <see cref="Install"/> would write, and where.</summary>
    string Preview(CampaignUnit unit);

    /// <summary>Has a campaign carried on by each start of the machine; a second time it changes nothing.</summary>
    /// <exception cref="ExperimentException">It cannot be had.</exception>
    void Install(CampaignUnit unit);

    /// <summary>Takes it back; where it was not installed it changes nothing.</summary>
    /// <exception cref="ExperimentException">It stays.</exception>
    void Remove(CampaignUnit unit);

    /// <summary>Orders a new start; returns before it happens.</summary>
    /// <exception cref="ExperimentException">The system refuses.</exception>
    void Restart();
}

/// <summary>The command that carries a campaign on.</summary>
/// <param name="Words">All its words.</param>
/// <param name="WorkingDirectory">Where it is started: full name.</param>
/// <param name="Directory">Where the campaign keeps everything: full name.</param>
internal sealed record CampaignUnit(IReadOnlyList<string> Words, FilePath WorkingDirectory, FilePath Directory)
{
    private static readonly string[] s_variables = ["PATH", "HOME"];

    /// <summary>
    /// What commands find programs and files by, as this process has it: what starts with the machine has others.
    /// </summary>
    internal static IEnumerable<(string Name, string Value)> Environment =>
        from name in s_variables
        let value = System.Environment.GetEnvironmentVariable(name)
        where value is not null
        select (name, value);

    /// <summary>A name that another campaign has not.</summary>
    internal string Name => $"landspeed-campaign-{Hashing.Xxh3.Hash64(Directory.Bytes):x16}";
}
