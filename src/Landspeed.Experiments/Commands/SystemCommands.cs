using System.Diagnostics;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Commands;

/// <summary>Runs commands as processes of the system.</summary>
internal sealed class SystemCommands : ICommands
{
    /// <inheritdoc/>
    public IChild Start(ChildCommand command)
    {
        NativeResult started = NativePlatform.Processes.Start(command.Words, command.Output, command.Error, out int id, out SafeFileHandle? gate);
        if (started.Failed)
        {
            throw new NativeIOException("start a program by", FilePath.FromText(command.Words[0]), started.Error);
        }

        var child = new Child(id, gate!);
        if (command.Processors.Count > 0 && NativePlatform.Processes.Restrict(id, command.Processors) is { Failed: true } refused)
        {
            child.Dispose();
            throw new NativeIOException("choose the CPUs of", FilePath.FromText(command.Words[0]), refused.Error);
        }

        return child;
    }

    /// <inheritdoc/>
    public bool EndLeft(ChildIdentity left) =>
        NativePlatform.Processes.StartOf(left.Id) == left.Born
        && NativePlatform.Processes.EndGroup(left.Id, atOnce: true).Succeeded;

    /// <summary>One process and its group.</summary>
    private sealed class Child : IChild
    {
        private static readonly TimeSpan s_grace = TimeSpan.FromSeconds(5);
        private readonly SafeFileHandle _gate;
        private readonly ManualResetEvent _ended = new(false);
        private readonly Thread _waiter;
        private long _endedAt;
        private bool _isCollected;

        internal Child(int id, SafeFileHandle gate)
        {
            _gate = gate;
            Identity = new ChildIdentity(id, NativePlatform.Processes.StartOf(id) ?? 0);
            _waiter = Threads.Start(Wait, "landspeed child");
        }

        /// <inheritdoc/>
        public ChildIdentity Identity { get; }

        /// <inheritdoc/>
        public ChildEnd Run(TimeSpan limit, CancellationToken stop)
        {
            long start = Stopwatch.GetTimestamp();
            NativePlatform.Processes.OpenGate(_gate);
            ChildCause cause = WaitHandle.WaitAny([_ended, stop.WaitHandle], limit) switch
            {
                0 => ChildCause.Own,
                1 => ChildCause.Stopped,
                _ => ChildCause.TimeLimit,
            };
            if (cause != ChildCause.Own)
            {
                End();
            }

            ProgramEnd end = Collect();
            long elapsedNs = (long)Stopwatch.GetElapsedTime(start, _endedAt).TotalNanoseconds;
            return new ChildEnd(end.ExitCode, cause, elapsedNs, end.Times);
        }

        /// <summary>Ends a command that was not run, or not to its end.</summary>
        public void Dispose()
        {
            _gate.Dispose();
            if (!_isCollected)
            {
                NativePlatform.Processes.EndGroup(Identity.Id, atOnce: true);
                _ended.WaitOne();
                Collect();
            }

            _waiter.Join();
            _ended.Dispose();
        }

        private void Wait()
        {
            NativePlatform.Processes.WaitForEnd(Identity.Id);
            _endedAt = Stopwatch.GetTimestamp();
            _ended.Set();
        }

        // Until its exit status is collected, its process ID and its group's ID are not reused.
        private void End()
        {
            NativePlatform.Processes.EndGroup(Identity.Id, atOnce: false);
            _ended.WaitOne(s_grace);
            NativePlatform.Processes.EndGroup(Identity.Id, atOnce: true);
            _ended.WaitOne();
        }

        private ProgramEnd Collect()
        {
            _isCollected = true;
            NativeResult collected = NativePlatform.Processes.Collect(Identity.Id, out ProgramEnd end);
            return collected.Succeeded ? end : throw new NativeIOException("read the exit status of a program", null, collected.Error);
        }
    }
}
