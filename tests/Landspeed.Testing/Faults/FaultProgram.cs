using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>A fault program at work: rules go in, what they do comes back. Every wait ends after 30 seconds.</summary>
public abstract class FaultProgram : IDisposable
{
    internal static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Process _process;
    private readonly Task<string> _error;
    private readonly Thread _listener;
    private readonly Lock _asking = new();
    private readonly BlockingCollection<string> _answers = [];
    private readonly ConcurrentDictionary<int, ArmedRule> _rules = [];

    /// <summary>Starts it and waits until it stands. What the machine lacks skips the test or, in CI, fails it.
    /// </summary>
    private protected FaultProgram(string program, params string[] arguments)
    {
        _process = ChildProcess.Start(new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        });
        _error = _process.StandardError.ReadToEndAsync();
        _listener = new Thread(Listen) { IsBackground = true };
        _listener.Start();
        string answer = TakeAnswer();
        if (answer != "ready")
        {
            End();
            Capability.Require(answer.Replace("lacking ", string.Empty, StringComparison.Ordinal), present: false);
        }
    }

    /// <summary>The operations it stands before; a rule's others never happen here.</summary>
    public abstract FaultOperations Known { get; }

    /// <summary>Puts a rule in force, behind those that are.</summary>
    public ArmedRule Arm(FaultRule rule)
    {
        lock (_asking)
        {
            // The rule may act before its number has come back: the numbers go up from 1.
            int number = _rules.Count + 1;
            var armed = new ArmedRule(this, number);
            string line = rule.Line(Known);
            _rules[number] = armed;
            string answer = Ask(line);
            return answer == string.Create(CultureInfo.InvariantCulture, $"ok {number}")
                ? armed
                : throw new InvalidOperationException($"the fault program said '{answer}' to '{line}'");
        }
    }

    /// <summary>Takes all rules back and lets go what they hold.</summary>
    public void Clear()
    {
        lock (_asking)
        {
            Ask("clear");
            _rules.Clear();
        }
    }

    /// <summary>Ends it; whatever it holds goes on.</summary>
    public virtual void Dispose()
    {
        End();
        GC.SuppressFinalize(this);
    }

    internal string Ask(string line)
    {
        lock (_asking)
        {
            _process.StandardInput.WriteLine(line);
            _process.StandardInput.Flush();
            return TakeAnswer();
        }
    }

    private void End()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended by itself.
        }

        if (!_process.WaitForExit(Patience))
        {
            _process.Kill();
            _process.WaitForExit();
        }

        _listener.Join();
        _process.Dispose();
    }

    private string TakeAnswer() => _answers.TryTake(out string? answer, Patience) && answer.Length > 0
        ? answer
        : throw new TimeoutException(
            $"the fault program gives no answer: {(_error.IsCompleted ? _error.Result : "it runs")}");

    private void Listen()
    {
        while (_process.StandardOutput.ReadLine() is { } line)
        {
            string[] part = line.Split(' ', 3);
            if (part[0] is "held" or "fired")
            {
                if (_rules.TryGetValue(int.Parse(part[1], CultureInfo.InvariantCulture), out ArmedRule? rule))
                {
                    rule.Add(FaultEvent.Parse(part[2]));
                }
            }
            else
            {
                _answers.Add(line);
            }
        }

        _answers.Add(string.Empty);
    }
}
