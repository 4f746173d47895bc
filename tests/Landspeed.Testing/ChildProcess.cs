using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Landspeed.Testing;

/// <summary>
/// The one starter of programs. Children start with the default action for the signals that end a program, also where
/// the tests run in the background of a script, which ignores SIGINT for itself and for all that it starts.
/// </summary>
public static class ChildProcess
{
    // SIGHUP, SIGINT, SIGQUIT, SIGTERM: the same numbers on Linux and macOS.
    private static readonly int[] s_ending = [1, 2, 3, 15];
    private static readonly Lock s_starting = new();

    /// <summary>Starts a program; a missing one throws.</summary>
    public static Process Start(ProcessStartInfo start)
    {
        lock (s_starting)
        {
            // A child inherits what is ignored. Handlers stay as they are: a child does not inherit those.
            int[] ignored = [.. s_ending.Where(signal => SignalAction.Of(signal).IsIgnored)];
            Array.ForEach(ignored, SignalAction.Default.Set);
            try
            {
                return Process.Start(start)!;
            }
            finally
            {
                Array.ForEach(ignored, SignalAction.Ignored.Set);
            }
        }
    }

    /// <summary>
    /// Ignores a signal until the result is disposed, as a script does for its background jobs. Only this thread starts
    /// children meanwhile, and only this thread may dispose it.
    /// </summary>
    public static IDisposable Ignore(int signal) => new Ignoring(signal);

    private sealed class Ignoring : IDisposable
    {
        private readonly int _signal;
        private readonly SignalAction _before;

        public Ignoring(int signal)
        {
            s_starting.Enter();
            _signal = signal;
            _before = SignalAction.Of(signal);
            SignalAction.Ignored.Set(signal);
        }

        public void Dispose()
        {
            _before.Set(_signal);
            s_starting.Exit();
        }
    }
}

/// <summary>A <c>struct sigaction</c>. On each system it begins with the handler and has less than 256 bytes.</summary>
internal sealed partial class SignalAction
{
    private const int Length = 32;
    private readonly long[] _content;

    private SignalAction(long handler)
    {
        _content = new long[Length];
        _content[0] = handler;
    }

    public static SignalAction Default { get; } = new(0);

    public static SignalAction Ignored { get; } = new(1);

    public bool IsIgnored => _content[0] == Ignored._content[0];

    public static SignalAction Of(int signal)
    {
        var action = new SignalAction(0);
        Check(Exchange(signal, null, action._content));
        return action;
    }

    public void Set(int signal) => Check(Exchange(signal, _content, null));

    private static void Check(int result)
    {
        if (result != 0)
        {
            throw new InvalidOperationException($"sigaction gave errno {Marshal.GetLastPInvokeError()}");
        }
    }

    [LibraryImport("libc", EntryPoint = "sigaction", SetLastError = true)]
    private static partial int Exchange(int signal, long[]? action, long[]? before);
}
