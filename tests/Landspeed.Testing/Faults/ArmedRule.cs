using System.Collections.Concurrent;
using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>A rule in force. Safe for several threads.</summary>
public sealed class ArmedRule
{
    private readonly FaultProgram _program;
    private readonly int _number;
    private readonly BlockingCollection<FaultEvent> _events = [];

    internal ArmedRule(FaultProgram program, int number)
    {
        _program = program;
        _number = number;
    }

    /// <summary>How many operations it has counted so far.</summary>
    public long Count => long.Parse(
        _program.Ask($"count {_number.ToString(CultureInfo.InvariantCulture)}").Split(' ')[2],
        CultureInfo.InvariantCulture);

    /// <summary>Waits until it acts, or holds an operation, the next time; at most 30 seconds.</summary>
    public FaultEvent Wait() => _events.TryTake(out FaultEvent? next, FaultProgram.Patience)
        ? next
        : throw new TimeoutException("the rule never acted");

    /// <summary>What it did since the last question, without waiting; null when it did nothing.</summary>
    public FaultEvent? Next()
    {
        // An answer comes after every line said before it.
        _ = Count;
        return _events.TryTake(out FaultEvent? next) ? next : null;
    }

    /// <summary>Lets what it holds go on.</summary>
    public void Allow() => _program.Ask(string.Create(CultureInfo.InvariantCulture, $"allow {_number}"));

    /// <summary>Refuses what it holds.</summary>
    public void Deny(Errno error) =>
        _program.Ask(string.Create(CultureInfo.InvariantCulture, $"deny {_number} {(int)error}"));

    internal void Add(FaultEvent happened) => _events.Add(happened);
}
