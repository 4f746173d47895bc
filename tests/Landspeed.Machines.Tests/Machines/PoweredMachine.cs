using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>A machine from one switching on to the next: a process of qemu, and the lines to it.</summary>
internal sealed class PoweredMachine : IDisposable
{
    // What the kernel says when it ends begins with the reason; its stack has some 40 lines, at times more.
    private const int LastLines = 200;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(500);
    private readonly long _start = Stopwatch.GetTimestamp();
    private readonly Process _process;
    private readonly string _number;
    private readonly string _console;
    private readonly string _complaints;
    private readonly Socket _commands;
    private readonly Task _reading;
    private readonly Lock _lock = new();
    private readonly Dictionary<string, TaskCompletionSource> _pending = [];
    private readonly List<(int Boots, TaskCompletionSource Reached)> _awaitedBoots = [];
    private string? _end;
    private long _starvedNs;

    private PoweredMachine(Process process, string directory, Socket commands, Monitor monitor)
    {
        (_process, _commands, Monitor) = (process, commands, monitor);
        (_number, _console, _complaints) = (NumberFile(directory), ConsoleFile(directory), ComplaintsFile(directory));
        _reading = Task.Factory.StartNew(
            Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    public Monitor Monitor { get; }

    public int Boots { get; private set; }

    public string Release { get; private set; } = "";

    /// <summary>
    /// How long it could run: the time since it was switched on, less that in which it waited for a processor of this
    /// host. A host that runs other tests may let a machine boot for five minutes that needs half a minute alone.
    /// </summary>
    public TimeSpan RunTime => Stopwatch.GetElapsedTime(_start) - Starved;

    public string Console => File.Exists(_console) ? ReadShared(_console) : "";

    /// <summary>Starts qemu.</summary>
    /// <param name="directory">Where sockets and the console go.</param>
    /// <param name="arguments">The machine, for qemu.</param>
    /// <param name="limit">How long it lives at most, also where this process does not.</param>
    public static PoweredMachine Start(string directory, IReadOnlyList<string> arguments, TimeSpan limit)
    {
        Array.ForEach([NumberFile(directory), ConsoleFile(directory), ComplaintsFile(directory)], File.Delete);
        using var commands = new ListeningSocket();
        using var monitor = new ListeningSocket();
        string seconds = limit.TotalSeconds.ToString("F0", CultureInfo.InvariantCulture);

        // timeout ends a machine whose tests were killed. setsid: where the kernel groups processes by session, its one
        // busy thread would share a processor with all that the tests start beside it, and boot for minutes. Of its
        // share of a processor the ticks of its clock take the first part, whatever is left: it gets three shares.
        var start = new ProcessStartInfo("setsid",
        [
            "/bin/sh", "-c",
            "exec </dev/null >\"$0\" 2>&1; echo -5 2>/dev/null >/proc/$$/autogroup; exec timeout --signal=KILL \"$@\"",
            ComplaintsFile(directory), seconds,
            "qemu-system-x86_64", .. arguments,
            "-pidfile", NumberFile(directory),
            "-serial", $"file:{ConsoleFile(directory)}",
            "-chardev", $"socket,id=commands,{commands.Address}", "-serial", "chardev:commands",
            "-chardev", $"socket,id=monitor,{monitor.Address}", "-mon", "chardev=monitor,mode=control",
        ]);
        Process process = ChildProcess.Start(start);
        try
        {
            string complaints = ComplaintsFile(directory);
            return new PoweredMachine(
                process, directory, commands.Accept(process, complaints),
                    new Monitor(monitor.Accept(process, complaints)));
        }
        catch
        {
            End(process, NumberFile(directory));
            throw;
        }
    }

    /// <summary>Asks the agent to run a script.</summary>
    /// <param name="number">Its number.</param>
    /// <returns>Ends with the script; fails when the machine goes down or boots again.</returns>
    public Task Ask(string number)
    {
        var answer = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_lock)
        {
            if (_end is { } end)
            {
                throw Failure(end);
            }

            _pending.Add(number, answer);
        }

        _commands.Send(System.Text.Encoding.ASCII.GetBytes(number + "\n"));
        return answer.Task;
    }

    public void AwaitBoots(int boots, TimeSpan limit)
    {
        var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_lock)
        {
            if (Boots >= boots)
            {
                return;
            }

            if (_end is { } end)
            {
                throw Failure(end);
            }

            _awaitedBoots.Add((boots, reached));
        }

        Await(reached.Task, limit, () => "the machine did not boot");
    }

    /// <summary>Waits for something that a machine does.</summary>
    /// <param name="task">Its end.</param>
    /// <param name="limit">How long, in <see cref="RunTime"/>.</param>
    /// <param name="failure">What to say where it does not come.</param>
    public void Await(Task task, TimeSpan limit, Func<string> failure)
    {
        TimeSpan end = RunTime + limit;
        while (Task.WaitAny([task], s_look) < 0)
        {
            if (RunTime > end)
            {
                throw Failure(
                    string.Create(CultureInfo.InvariantCulture, $"{failure()} within {limit.TotalSeconds:F0} s"));
            }
        }

        task.GetAwaiter().GetResult();
    }

    /// <summary>Waits until it goes down by itself.</summary>
    /// <param name="limit">At most so long.</param>
    /// <returns>Whether it did.</returns>
    public bool AwaitEnd(TimeSpan limit) => _reading.Wait(limit);

    public void Dispose()
    {
        End(_process, _number);
        _reading.Wait();
        _commands.Dispose();
        Monitor.Dispose();
    }

    // The longest that one of its threads was ready to run and did not: its emulated processors wait at the same time.
    private TimeSpan Starved
    {
        get
        {
            lock (_lock)
            {
                _starvedNs = Threads().Select(StarvedNs).Append(_starvedNs).Max();
                return TimeSpan.FromMicroseconds(_starvedNs / 1e3);
            }
        }
    }

    private string[] Threads()
    {
        try
        {
            return Directory.GetDirectories($"/proc/{File.ReadAllText(_number).Trim()}/task");
        }
        catch (IOException)
        {
            // It has not begun, or has ended.
            return [];
        }
    }

    private static long StarvedNs(string thread)
    {
        try
        {
            return long.Parse(File.ReadAllText($"{thread}/schedstat").Split(' ')[1], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            // It has ended; those that emulate processors stay.
            return 0;
        }
    }

    private static string NumberFile(string directory) => Path.Combine(directory, "pid");

    private static string ConsoleFile(string directory) => Path.Combine(directory, "console");

    private static string ComplaintsFile(string directory) => Path.Combine(directory, "qemu");

    // qemu first: who waits for it takes it off the table of processes.
    private static void End(Process process, string number)
    {
        if (File.Exists(number) && !process.HasExited)
        {
            Command.Run("/bin/kill", ["-KILL", File.ReadAllText(number).Trim()]);
        }

        if (!process.WaitForExit(s_patience))
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }

        process.Dispose();
    }

    private static string ReadShared(string path)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().Replace("\r", "", StringComparison.Ordinal);
    }

    // Lines of the agent, until qemu ends.
    private void Read()
    {
        try
        {
            using var stream = new NetworkStream(_commands, ownsSocket: false);
            using var reader = new StreamReader(stream);
            while (reader.ReadLine() is { } line)
            {
                Take(line.Trim());
            }
        }
        catch (IOException)
        {
            // Killed while it wrote.
        }

        lock (_lock)
        {
            _end = "the machine went down";
            Fail(_end);
            foreach ((_, TaskCompletionSource reached) in _awaitedBoots)
            {
                reached.TrySetException(Failure(_end));
            }
        }
    }

    private void Take(string line)
    {
        lock (_lock)
        {
            if (line.StartsWith("ready ", StringComparison.Ordinal))
            {
                Release = line["ready ".Length..];
                Boots++;
                Fail("the machine booted again");
                foreach ((int boots, TaskCompletionSource reached) in _awaitedBoots)
                {
                    if (boots <= Boots)
                    {
                        reached.TrySetResult();
                    }
                }
            }
            else if (_pending.Remove(line, out TaskCompletionSource? answer))
            {
                answer.SetResult();
            }
        }
    }

    private void Fail(string why)
    {
        foreach (TaskCompletionSource answer in _pending.Values)
        {
            answer.TrySetException(Failure(why));
        }

        _pending.Clear();
    }

    private MachineException Failure(string why)
    {
        string[] lines = Console.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        string complaints = File.Exists(_complaints) ? ReadShared(_complaints) : "";
        return new MachineException(
            $"{why}. qemu said: {complaints}\nThe console said last:\n{string.Join('\n', lines.TakeLast(LastLines))}");
    }
}
