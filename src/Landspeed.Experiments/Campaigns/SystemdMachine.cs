using System.Text;
using Landspeed.Experiments.Commands;
using Landspeed.Platform;

namespace Landspeed.Experiments.Campaigns;

/// <summary>A machine that was booted by systemd: a unit file, and a link by which the system wants it.</summary>
/// <param name="commands">Starts <c>systemctl</c>.</param>
/// <param name="root">The root of the file tree: a different directory in tests.</param>
/// <param name="systemctl">The program that orders a reboot.</param>
internal sealed class SystemdMachine(ICommands commands, string root = "/", string systemctl = "systemctl") : IMachine
{
    private const string Units = "etc/systemd/system";
    private const string Wanted = "multi-user.target";

    /// <inheritdoc/>
    public string? Boot => NativePlatform.Host.BootIdentity();

    /// <summary>Tells whether systemd booted this machine: sd_booted(3).</summary>
    internal static bool IsHere(string root = "/") => Directory.Exists(Path.Combine(root, "run/systemd/system"));

    /// <inheritdoc/>
    public string Preview(CampaignUnit unit) => $"{FileOf(unit)}, and a link to it in {Path.GetDirectoryName(LinkOf(unit))}:\n\n{Text(unit)}";

    /// <inheritdoc/>
    public void Install(CampaignUnit unit)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(LinkOf(unit))!);
            string text = Text(unit);
            if (!File.Exists(FileOf(unit)) || File.ReadAllText(FileOf(unit)) != text)
            {
                WriteDurably(FileOf(unit), text);
            }

            if (!Path.Exists(LinkOf(unit)))
            {
                File.CreateSymbolicLink(LinkOf(unit), $"/{Units}/{unit.Name}.service");
            }

            Flush(Path.GetDirectoryName(FileOf(unit))!);
            Flush(Path.GetDirectoryName(LinkOf(unit))!);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(
                OutOfSpace.OutcomeOf(e), $"--reboot cannot install {FileOf(unit)}: {FrameworkErrors.Cause(e)}; it needs root", e);
        }
    }

    /// <inheritdoc/>
    public void Remove(CampaignUnit unit)
    {
        try
        {
            foreach (string file in new[] { LinkOf(unit), FileOf(unit) }.Where(IsThere))
            {
                File.Delete(file);
                Flush(Path.GetDirectoryName(file)!);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(
                Outcome.Failed, $"{FileOf(unit)} cannot be removed: {FrameworkErrors.Cause(e)}; remove it, or every boot looks for the campaign", e);
        }
    }

    /// <inheritdoc/>
    public void Restart()
    {
        try
        {
            SystemProgram.Run(commands, "restart the machine", systemctl, "--no-block", "reboot");
        }
        catch (ExperimentException) when (IsGoingDown())
        {
            // The order was accepted: systemd ends what it has started, this process and systemctl before it could say
            // so.
        }
    }

    /// <summary>Returns the text of the unit.</summary>
    internal static string Text(CampaignUnit unit) =>
        $"""
        [Unit]
        Description=landspeed continues a campaign
        After=local-fs.target remote-fs.target time-sync.target
        RequiresMountsFor={Quoted(unit.Directory.Text)} {Quoted(unit.WorkingDirectory.Text)}

        [Service]
        Type=exec
        WorkingDirectory={unit.WorkingDirectory.Text.Replace("%", "%%", StringComparison.Ordinal)}
        Environment={string.Join(' ', CampaignUnit.Environment.Select(one => Quoted($"{one.Name}={one.Value}")))}
        ExecStart={string.Join(' ', unit.Words.Select(word => Quoted(word).Replace("$", "$$", StringComparison.Ordinal)))}

        [Install]
        WantedBy={Wanted}

        """;

    // systemd.syntax(7): words in double quotes with the escapes of C; a percent sign starts a specifier.
    private static string Quoted(string word)
    {
        var text = new StringBuilder("\"");
        foreach (char character in word)
        {
            text.Append(character switch
            {
                '"' => "\\\"",
                '\\' => "\\\\",
                '%' => "%%",
                '\n' => "\\n",
                _ => character.ToString(),
            });
        }

        return text.Append('"').ToString();
    }

    private bool IsGoingDown() =>
        SystemProgram.TryRun(commands, systemctl, "is-system-running").Output.Trim() == "stopping";

    private static bool IsThere(string file) => new FileInfo(file) is { LinkTarget: not null } or { Exists: true };

    private string FileOf(CampaignUnit unit) => Path.Combine(root, Units, $"{unit.Name}.service");

    private string LinkOf(CampaignUnit unit) => Path.Combine(root, Units, $"{Wanted}.wants", $"{unit.Name}.service");

    private static void WriteDurably(string path, string text)
    {
        using var stream = new FileStream(path, FileMode.Create, FileAccess.Write);
        stream.Write(new UTF8Encoding(encoderShouldEmitUTF8Identifier: false).GetBytes(text));
        stream.Flush(flushToDisk: true);
    }

    private static void Flush(string directory)
    {
        NativeResult opened = NativePlatform.Trees.OpenDirectory(FilePath.FromText(directory), out Microsoft.Win32.SafeHandles.SafeFileHandle? handle);
        using (handle)
        {
            if (opened.Failed || (opened = NativePlatform.Files.FlushAll(handle!)).Failed)
            {
                throw new NativeIOException("flush the directory", FilePath.FromText(directory), opened.Error);
            }
        }
    }
}
