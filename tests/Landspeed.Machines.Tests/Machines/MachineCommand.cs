using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>A script that was started in a machine.</summary>
public sealed class MachineCommand
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);
    private readonly string _script;
    private readonly string _files;
    private readonly Task _answer;
    private readonly PoweredMachine _machine;

    internal MachineCommand(string script, string files, Task answer, PoweredMachine machine) =>
        (_script, _files, _answer, _machine) = (script, files, answer, machine);

    /// <summary>Whether it has ended.</summary>
    public bool HasEnded => _answer.IsCompleted;

    /// <summary>Waits for its end.</summary>
    /// <param name="time">At most so long.</param>
    /// <returns>Whether it has ended.</returns>
    public bool Await(TimeSpan time) => _answer.Wait(time);

    /// <summary>What it has said so far.</summary>
    public string Output => Text("out");

    /// <summary>Waits for its end.</summary>
    /// <param name="limit">How long; two minutes unless said.</param>
    /// <returns>Its exit code and what it said.</returns>
    /// <exception cref="MachineException">It does not end, or the machine goes down.</exception>
    public Command End(TimeSpan? limit = null)
    {
        _machine.Await(_answer, limit ?? s_patience, () =>
            $"'{_script}' did not end; it said:\n{Output}\n{Text("err")}");
        return new Command(int.Parse(Text("code"), CultureInfo.InvariantCulture), Text("out"), Text("err"));
    }

    private string Text(string kind) => File.Exists($"{_files}.{kind}") ? File.ReadAllText($"{_files}.{kind}") : "";
}
