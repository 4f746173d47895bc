using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>
/// Runs a command and exchanges two files before one of its system calls: what an attacker with perfect timing does.
/// </summary>
/// <param name="Command">What the command did.</param>
/// <param name="Calls">How many system calls that look at names it made after it first named the place.</param>
/// <param name="WasDone">Whether the exchange took place.</param>
/// <param name="WasOpened">
/// Whether it opened something after that by the name that was exchanged, or by a path that leads through it.
/// </param>
public sealed record AttackGate(Command Command, int Calls, bool WasDone, bool WasOpened)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    /// <summary>Runs it.</summary>
    /// <param name="place">Calls are counted from the first one whose path has this text.</param>
    /// <param name="attack">What happens; null: it only counts.</param>
    /// <param name="command">The program and its arguments.</param>
    public static AttackGate Run(string place, Attack? attack, params string[] command)
    {
        attack ??= new Attack("none", "none", 0, 0);
        string[] arguments =
        [
            place, Text(attack.Nth), Text(attack.Back), attack.Name, attack.Evil, .. command,
        ];
        Command done = Testing.Command.Run(NativeProgram.Build("attack-gate"), arguments, s_patience);
        int at = done.Error.LastIndexOf("gate ", StringComparison.Ordinal);
        string[] words = done.Error[Math.Max(0, at)..].Split(' ', '\n');
        return at >= 0 && done.ExitCode != 125
            ? new AttackGate(
                done with { Error = done.Error[..at] },
                int.Parse(words[1], CultureInfo.InvariantCulture),
                words[2] == "1",
                words[3] == "1")
            : throw new InvalidOperationException($"the gate ended with {done.ExitCode}: {done.Error}");
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}

/// <summary>An exchange of two names.</summary>
/// <param name="Name">The name that gets another file.</param>
/// <param name="Evil">What it gets.</param>
/// <param name="Nth">Before which of the calls that are counted, from 1; 0: never.</param>
/// <param name="Back">After how many further calls they are exchanged again; 0: never.</param>
public sealed record Attack(string Name, string Evil, int Nth, int Back);
