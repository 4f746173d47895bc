using Landspeed.Experiments.Commands;

namespace Landspeed.Experiments.Campaigns;

/// <summary>A machine without systemd: a line <c>@reboot</c> in the crontab, between two comments of ours.</summary>
/// <param name="commands">Starts <c>crontab</c> and <c>shutdown</c>.</param>
/// <param name="crontab">The program that reads and replaces the crontab.</param>
internal sealed class CrontabMachine(ICommands commands, string crontab = "crontab") : IMachine
{
    /// <inheritdoc/>
    public string? Boot => NativePlatform.Host.BootIdentity();

    /// <inheritdoc/>
    public string Preview(CampaignUnit unit) => $"this line in the crontab ({crontab} -l):\n\n{Line(unit)}\n";

    /// <inheritdoc/>
    public void Install(CampaignUnit unit)
    {
        string[] table = Table();
        if (!table.Contains(Line(unit)))
        {
            Replace([.. table.Where(line => !IsOurs(line, unit)), Line(unit)]);
        }
    }

    /// <inheritdoc/>
    public void Remove(CampaignUnit unit)
    {
        string[] table = Table();
        if (Array.Exists(table, line => IsOurs(line, unit)))
        {
            Replace([.. table.Where(line => !IsOurs(line, unit))]);
        }
    }

    /// <inheritdoc/>
    public void Restart() => SystemProgram.Run(commands, "restart the machine", "shutdown", "-r", "now");

    // The comment at the end identifies the campaign: other lines remain as they are. A percent sign is a line break to
    // cron, whose own PATH lacks shutdown and other programs in /usr/sbin and /usr/local.
    private static string Line(CampaignUnit unit)
    {
        IEnumerable<string> variables = CampaignUnit.Environment.Select(one => $"{one.Name}={Quoted(one.Value)}");
        string words = string.Join(' ', [.. variables, .. unit.Words.Select(Quoted)]);
        return $"@reboot cd {Quoted(unit.WorkingDirectory.Text)} && {words} # {unit.Name}";
    }

    private static string Quoted(string word) =>
        $"'{word.Replace("'", "'\\''", StringComparison.Ordinal).Replace("%", "\\%", StringComparison.Ordinal)}'";

    private static bool IsOurs(string line, CampaignUnit unit) => line.EndsWith($"# {unit.Name}", StringComparison.Ordinal);

    // Without a table crontab fails, and says so.
    private string[] Table()
    {
        (int code, string output, string error) = SystemProgram.TryRun(commands, crontab, "-l");
        return code == 0 ? output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            : error.Contains("no crontab", StringComparison.OrdinalIgnoreCase) ? []
            : throw new ExperimentException(Outcome.Failed, $"--reboot needs systemd or cron, and {crontab} -l says: {(error.Trim() is { Length: > 0 } said ? said : "nothing")}");
    }

    private void Replace(string[] lines)
    {
        string file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, string.Concat(lines.Select(line => $"{line}\n")));
            SystemProgram.Run(commands, "change the crontab", crontab, file);
        }
        finally
        {
            File.Delete(file);
        }
    }
}
