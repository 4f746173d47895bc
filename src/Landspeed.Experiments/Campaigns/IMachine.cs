namespace Landspeed.Experiments.Campaigns;

/// <summary>The machine as a campaign reboots it.</summary>
internal interface IMachine
{
    /// <summary>Identifies this boot of the machine, or null if the system does not report it.</summary>
    string? Boot { get; }

    /// <summary>Returns what <see cref="Install"/> would write, and where.</summary>
    string Preview(CampaignUnit unit);

    /// <summary>Makes each boot of the machine resume a campaign; a second call changes nothing.</summary>
    /// <exception cref="ExperimentException">It is impossible.</exception>
    void Install(CampaignUnit unit);

    /// <summary>Undoes this; changes nothing if it was not installed.</summary>
    /// <exception cref="ExperimentException">It cannot be undone.</exception>
    void Remove(CampaignUnit unit);

    /// <summary>Orders a reboot; returns before it happens.</summary>
    /// <exception cref="ExperimentException">The system refuses.</exception>
    void Restart();
}

/// <summary>The command that resumes a campaign.</summary>
/// <param name="Words">All its words.</param>
/// <param name="WorkingDirectory">Directory in which it is started: full path.</param>
/// <param name="Directory">The directory of the campaign: full path.</param>
internal sealed record CampaignUnit(IReadOnlyList<string> Words, FilePath WorkingDirectory, FilePath Directory)
{
    private static readonly string[] s_variables = ["PATH", "HOME"];

    /// <summary>
    /// The variables by which commands find programs and files, as in this process: processes started at boot have
    /// others.
    /// </summary>
    internal static IEnumerable<(string Name, string Value)> Environment =>
        from name in s_variables
        let value = System.Environment.GetEnvironmentVariable(name)
        where value is not null
        select (name, value);

    /// <summary>A name that no other campaign has.</summary>
    internal string Name => $"landspeed-campaign-{Hashing.Xxh3.Hash64(Directory.Bytes):x16}";
}
