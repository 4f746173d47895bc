using System.IO.MemoryMappedFiles;
using Landspeed.Files;

namespace Landspeed.Experiments.Jobs;

/// <summary>
/// Where processes of one machine that measure at the same time wait for each other: a small file that all of them map.
/// </summary>
/// <remarks>Each process writes its own numbers only, except that the first of those at work writes what all agree on.
/// Thread-safe for the process that started the others; for use by one thread in each of those.</remarks>
internal sealed unsafe class JobMeeting : IDisposable
{
    /// <summary>Most jobs that run at the same time.</summary>
    internal const int MostJobs = 256;

    private const long Mark = 0x4C414E444A4F4231; // LANDJOB1
    private const long Bytes = ((long)Field.Jobs + (2 * MostJobs)) * sizeof(long);
    private static readonly TimeSpan s_nap = TimeSpan.FromMilliseconds(1);

    private readonly MemoryMappedFile _map;
    private readonly MemoryMappedViewAccessor _view;
    private readonly long* _longs;

    private JobMeeting(MemoryMappedFile map)
    {
        _map = map;
        _view = map.CreateViewAccessor();
        byte* start = null;
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        _longs = (long*)(start + _view.PointerOffset);
    }

    private enum Field
    {
        Mark,
        Count,
        Starter,
        StarterBorn,
        Agreed,
        Agreements,
        HasFailed,
        Identity,
        Jobs,
    }

    /// <summary>Number of jobs.</summary>
    internal int Count => (int)this[Field.Count];

    /// <summary>A number that no other meeting has.</summary>
    internal long Identity => this[Field.Identity];

    /// <summary>Whether a job has failed, so that the others stop.</summary>
    internal bool HasFailed
    {
        get => this[Field.HasFailed] != 0;
        set => this[Field.HasFailed] = value ? 1 : 0;
    }

    /// <summary>Whether the process that started the jobs is gone.</summary>
    internal bool IsAbandoned =>
        NativePlatform.Processes.StartOf((int)this[Field.Starter]) != this[Field.StarterBorn];

    /// <summary>What the jobs agreed on last.</summary>
    internal long Agreed => this[Field.Agreed];

    /// <summary>How often they have agreed on something.</summary>
    internal long Agreements => this[Field.Agreements];

    private long this[Field field]
    {
        get => Volatile.Read(ref _longs[(int)field]);
        set => Volatile.Write(ref _longs[(int)field], value);
    }

    /// <summary>Creates the file.</summary>
    /// <param name="path">Its name, which is free.</param>
    /// <param name="count">Number of jobs, 1 to <see cref="MostJobs"/>.</param>
    /// <exception cref="IOException">It cannot be created.</exception>
    internal static JobMeeting Create(FilePath path, int count)
    {
        int own = Environment.ProcessId;
        return TextPath.Use(path, text =>
        {
            // Written, not only made long: on a full volume a map of blocks that are not there ends the process.
            using (var file = new FileStream(text, FileMode.CreateNew))
            {
                file.Write(new byte[Bytes]);
            }

            var meeting = new JobMeeting(MemoryMappedFile.CreateFromFile(text, FileMode.Open));
            meeting[Field.Count] = count;
            meeting[Field.Starter] = own;
            meeting[Field.StarterBorn] = NativePlatform.Processes.StartOf(own) ?? 0;
            meeting[Field.Identity] = (long)(NativePlatform.Host.RandomNumber() >> 1);
            meeting[Field.Mark] = Mark;
            return meeting;
        });
    }

    /// <summary>Opens the file.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="job">Which job does it, from 0.</param>
    /// <exception cref="IOException">It cannot be opened.</exception>
    /// <exception cref="ExperimentException">It is not such a file, or has no such job.</exception>
    internal static JobMeeting Open(FilePath path, int job)
    {
        // A device has no length, and what has none cannot be mapped.
        MemoryMappedFile? map = TextPath.Use(path, text => new FileInfo(text) is { Exists: true, Length: < Bytes }
            ? null : MemoryMappedFile.CreateFromFile(text, FileMode.Open));
        if (map is not null)
        {
            var meeting = new JobMeeting(map);
            if (meeting[Field.Mark] == Mark && job >= 0 && job < meeting.Count)
            {
                return meeting;
            }

            meeting.Dispose();
        }

        throw new ExperimentException(Outcome.Refused, $"{path.Display} is not where jobs meet that have this one");
    }

    /// <summary>How often a job has arrived at a meeting.</summary>
    internal ref long Arrivals(int job) => ref _longs[(int)Field.Jobs + (2 * job)];

    /// <summary>Whether a job has arrived at its first meeting, or has ended.</summary>
    internal bool HasPrepared(int job) => Volatile.Read(ref Arrivals(job)) > 0 || HasLeft(job);

    /// <summary>Notes that a job has ended, and is not waited for any more.</summary>
    internal void Leave(int job) => Volatile.Write(ref Left(job), 1);

    /// <summary>Waits until all jobs that have not ended have arrived as often as this one.</summary>
    /// <param name="job">This one.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <exception cref="ExperimentException">A job has failed, or the process that started them is gone.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal void Meet(int job, CancellationToken stop)
    {
        long own = Arrivals(job) + 1;
        Volatile.Write(ref Arrivals(job), own);
        Wait(() => Others(job).All(other => HasLeft(other) || Volatile.Read(ref Arrivals(other)) >= own), stop);
    }

    /// <summary>Brings a number to all jobs, after a meeting.</summary>
    /// <param name="job">This one.</param>
    /// <param name="number">Gives the number, if this job is the one that does.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <exception cref="ExperimentException">A job has failed, or the process that started them is gone.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal long Agree(int job, Func<long> number, CancellationToken stop)
    {
        long next = Agreements + 1; // it is written after all have arrived
        Meet(job, stop);
        Wait(
            () =>
            {
                if (Agreements < next && Enumerable.Range(0, job).All(HasLeft))
                {
                    this[Field.Agreed] = number();
                    this[Field.Agreements] = next;
                }

                return Agreements >= next;
            },
            stop);
        return Agreed;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _map.Dispose();
    }

    private ref long Left(int job) => ref _longs[(int)Field.Jobs + (2 * job) + 1];

    private bool HasLeft(int job) => Volatile.Read(ref Left(job)) != 0;

    private IEnumerable<int> Others(int job) => Enumerable.Range(0, Count).Where(other => other != job);

    private void Wait(Func<bool> isDone, CancellationToken stop)
    {
        while (!isDone())
        {
            stop.ThrowIfCancellationRequested();
            if (HasFailed)
            {
                throw new ExperimentException(Outcome.Failed, "another job has failed, and all of them stop");
            }

            if (IsAbandoned)
            {
                throw new ExperimentException(Outcome.Failed, "the command that started the jobs is gone");
            }

            stop.WaitHandle.WaitOne(s_nap);
        }
    }
}
