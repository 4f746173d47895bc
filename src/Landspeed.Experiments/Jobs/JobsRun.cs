using System.Runtime.ExceptionServices;
using Landspeed.Experiments.Commands;
using Landspeed.Results;

namespace Landspeed.Experiments.Jobs;

/// <summary>
/// Runs several measurements at the same time, each in a process of its own, so that the CPU time and the bytes of each
/// are known. They create their files one after the other, then make each run together.
/// </summary>
/// <param name="commands">Starts processes.</param>
/// <param name="program">The words that start this program; its place and its command follow them.</param>
/// <remarks>For use by one thread, except <see cref="Abandon"/>.</remarks>
internal sealed class JobsRun(ICommands commands, IReadOnlyList<string> program)
{
    private const int MostAttempts = 50;
    private static readonly TimeSpan s_nap = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(100);

    private readonly Lock _lock = new();
    private readonly List<ChildIdentity> _started = [];
    private DirectoryInfo? _directory;
    private bool _isAbandoned;

    /// <summary>Runs them.</summary>
    /// <param name="jobs">Two or more, with different names.</param>
    /// <param name="begun">Is told, on the calling thread, how many runs have begun, each time that it is more.</param>
    /// <param name="stop">Ends them early; they keep what was measured until then.</param>
    /// <returns>How each of them ended, in the same order.</returns>
    /// <exception cref="IOException">A process or a temporary file could not be made; no job is running.</exception>
    internal IReadOnlyList<JobEnd> Execute(IReadOnlyList<Job> jobs, Action<long> begun, CancellationToken stop)
    {
        DirectoryInfo directory = MakeDirectory();
        try
        {
            string place = Path.Combine(directory.FullName, "meeting");
            using JobMeeting meeting = JobMeeting.Create(FilePath.FromText(place), jobs.Count);
            return Execute(jobs, directory.FullName, (meeting, place), begun, stop);
        }
        finally
        {
            Remove(directory);
        }
    }

    /// <summary>Kills the jobs and removes what they meet in; from any thread, at any time.</summary>
    internal void Abandon()
    {
        lock (_lock)
        {
            _isAbandoned = true;
            foreach (ChildIdentity job in _started)
            {
                commands.EndLeft(job);
            }

            if (_directory is not null)
            {
                Remove(_directory);
            }
        }
    }

    private DirectoryInfo MakeDirectory()
    {
        lock (_lock)
        {
            try
            {
                return _directory = Directory.CreateTempSubdirectory("landspeed-jobs-");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new ExperimentException(
                    Outcome.Failed,
                    $"cannot create a temporary directory in {Path.GetTempPath()}: {FrameworkErrors.Cause(e)}; "
                    + "set TMPDIR to a directory that can be written",
                    e);
            }
        }
    }

    // Another thread may be removing it, and a job that was killed be making its last file.
    private static void Remove(DirectoryInfo directory)
    {
        using var pause = new ManualResetEventSlim();
        for (int attempt = 0; attempt < MostAttempts && Directory.Exists(directory.FullName); attempt++)
        {
            try
            {
                directory.Delete(recursive: true);
            }
            catch (IOException)
            {
                pause.Wait(s_nap);
            }
        }
    }

    private JobEnd[] Execute(
        IReadOnlyList<Job> jobs,
        string directory,
        (JobMeeting Meeting, string Place) where,
        Action<long> begun,
        CancellationToken stop)
    {
        using var all = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var ends = new JobEnd?[jobs.Count];
        var failures = new Exception?[jobs.Count];
        const int None = -1;
        int first = None;
        List<Thread> threads = [];
        List<JobProcess> processes = [];
        try
        {
            foreach ((int index, Job job) in jobs.Index())
            {
                if (all.IsCancellationRequested)
                {
                    break;
                }

                JobProcess process = Start(index, job, directory, where.Place);
                processes.Add(process);
                threads.Add(Threads.Start(() => Watch(index, process), "landspeed job"));

                // The next one may need the file that this one creates, or the space that it leaves.
                while (!where.Meeting.HasPrepared(index) && !all.IsCancellationRequested)
                {
                    all.Token.WaitHandle.WaitOne(s_nap);
                }
            }

            long runs = 0;
            foreach (Thread thread in threads)
            {
                while (!thread.Join(s_look))
                {
                    if (where.Meeting.Agreements is var now && now > runs)
                    {
                        begun(runs = now);
                    }
                }
            }
        }
        catch
        {
            all.Cancel();
            throw;
        }
        finally
        {
            threads.ForEach(thread => thread.Join());
            processes.ForEach(process => process.Dispose());
        }

        if (Array.Find(failures, failure => failure is not null) is { } thrown)
        {
            ExceptionDispatchInfo.Throw(thrown);
        }

        return
        [
            .. ends.Index().Where(end => end.Item is not null)
                .Select(end => end.Item! with { WasFirstToFail = end.Index == first }),
        ];

        void Watch(int index, JobProcess process)
        {
            try
            {
                ends[index] = process.Run(all.Token);
                if (ends[index]!.HasFailed && Interlocked.CompareExchange(ref first, index, None) == None)
                {
                    Fail();
                }
            }
            catch (Exception failure)
            {
                failures[index] = failure;
                Fail();
            }
            finally
            {
                where.Meeting.Leave(index);
            }
        }

        void Fail()
        {
            where.Meeting.HasFailed = true;
            all.Cancel();
        }
    }

    private JobProcess Start(int index, Job job, string directory, string place)
    {
        lock (_lock)
        {
            if (_isAbandoned)
            {
                throw new OperationCanceledException();
            }

            var process = JobProcess.Start(
                commands, [.. program, FormattableString.Invariant($"{JobProcess.Seat}{index}:{place}")], job,
                Path.Combine(directory, FormattableString.Invariant($"{index}")));
            _started.Add(process.Identity);
            return process;
        }
    }
}

/// <summary>A measurement that runs at the same time as others.</summary>
/// <param name="Name">Its name among the others.</param>
/// <param name="Words">Its command: the verb, and what follows.</param>
internal sealed record Job(string Name, IReadOnlyList<string> Words);

/// <summary>How a job ended.</summary>
/// <param name="Job">The job.</param>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Said">What it printed for people, a line each.</param>
/// <param name="Result">What it measured, or null if nothing was.</param>
internal sealed record JobEnd(Job Job, int ExitCode, IReadOnlyList<string> Said, ResultDocument? Result)
{
    /// <summary>Whether the others were stopped because of it.</summary>
    internal bool WasFirstToFail { get; init; }

    /// <summary>Whether its result is missing or incomplete; a finding is not a failure.</summary>
    internal bool HasFailed => ExitCode != 0 && Result is not { Partial: false };
}
