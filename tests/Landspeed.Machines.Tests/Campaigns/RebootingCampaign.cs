using System.Globalization;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;

namespace Landspeed.Machines.Tests.Campaigns;

/// <summary>
/// A campaign that starts a machine anew after each command. Its commands write their beginnings and ends into a file
/// outside of the machine: what ran is known whatever the machine forgets.
/// </summary>
internal sealed class RebootingCampaign
{
    private const string UnitDirectories = "/etc/systemd/system /etc/systemd/system/multi-user.target.wants";
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(20);

    // A machine that goes down for a reboot is back sooner, or its emulated firmware hangs.
    private static readonly TimeSpan s_reboot = TimeSpan.FromMinutes(2);

    // It may hang again.
    private const int MostResets = 4;
    private readonly Machine _machine;
    private readonly int _commands;

    public RebootingCampaign(Machine machine, int commands)
    {
        (_machine, _commands) = (machine, commands);
        const string Boot = "$(cat /proc/sys/kernel/random/boot_id)";
        string lines = string.Concat(Enumerable.Range(1, commands).Select(number => string.Create(
            CultureInfo.InvariantCulture,
            $"c{number}: echo \"b{number} {Boot}\" >>/host/log; sleep 2; echo \"e{number}\" >>/host/log\n")));
        File.WriteAllText(machine.SharedFile("night.txt"), lines);
        File.WriteAllText(Log, "");
        machine.Shell("mkdir -p /var/log/journal && cp /host/night.txt /srv/night.txt && sync");
    }

    /// <summary>What the commands wrote so far.</summary>
    public string[] Lines => File.ReadAllLines(Log);

    private string Log => _machine.SharedFile("log");

    /// <summary>Begins it, as somebody does who then goes home.</summary>
    /// <param name="options">Further options.</param>
    public void Begin(string options = "") =>
        _machine.Begin($"cd /srv && landspeed campaign night.txt --reboot --settle 10 {options}");

    /// <summary>What <c>--status</c> says.</summary>
    public ResultDocument Status()
    {
        _machine.Shell("landspeed campaign /srv/night.txt --status --json /host/status.json");
        return _machine.Result("status.json");
    }

    /// <summary>Waits until nothing is left and nothing of it runs.</summary>
    public void AwaitEnd()
    {
        AwaitLines(lines => lines.Contains($"e{_commands}"));
        _machine.Shell(
            $$"""
            while :; do
              said=$(landspeed campaign /srv/night.txt --status)
              case $said in *'is running'*) ;; *' {{_commands}} done'*) exit 0 ;; esac
              sleep 0.2
            done
            """);
    }

    /// <summary>Waits for what the commands write, as long as they write something every few minutes.</summary>
    /// <param name="enough">Whether it is there.</param>
    public void AwaitLines(Func<string[], bool> enough)
    {
        int seen = 0;
        int resets = 0;
        TimeSpan changed = _machine.RunTime;
        while (!enough(Lines))
        {
            if (Lines.Length != seen)
            {
                seen = Lines.Length;
                changed = _machine.RunTime;
            }

            // Between the kernel's last word and the next boot nothing of the command runs that this would help.
            TimeSpan silence = _machine.RunTime - changed;
            if (silence > s_reboot && _machine.IsBetweenBoots && resets < MostResets)
            {
                _machine.Monitor.Order("system_reset");
                resets++;
                changed = _machine.RunTime;
            }
            else if (silence > s_patience || _machine.Pass(s_look))
            {
                throw new MachineException(
                    $"the campaign stands still after '{string.Join(", ", Lines)}':\n{State()}\n{_machine.Console}");
            }
        }
    }

    /// <summary>The result of the campaign.</summary>
    public ResultDocument Result()
    {
        _machine.Shell("cp /srv/night.txt.campaign/result.json /host/");
        return _machine.Result("result.json");
    }

    /// <summary>Units of systemd that are there to carry a campaign on, a line each.</summary>
    public string Units() => _machine.Shell($"ls {UnitDirectories} 2>&1 | grep landspeed; true");

    private string State() => _machine.Run(
        $"""
        landspeed campaign /srv/night.txt --status; cat /proc/sys/kernel/random/boot_id; uptime
        ls -la {UnitDirectories} /srv/night.txt.campaign
        crontab -l; cat /proc/[0-9]*/comm; journalctl --no-pager | grep -e landspeed -e reboot
        """).Output;
}
