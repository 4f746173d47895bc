using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>A process of the job: asks with a real share, and works with simulated threads, which stand still while it is stalled.</summary>
internal sealed partial class SimulatedRank
{
    private readonly SimulatedJob _job;
    private readonly ClusterPlan _plan;
    private readonly Random _random;
    private readonly SimulatedQuestions _questions;
    private readonly (WorkKinds Kinds, int Free)[] _threads;
    private readonly bool _blocks;

    internal SimulatedRank(SimulatedJob job, ClusterPlan plan, int rank, Random random)
    {
        (_job, _plan, _random, Rank) = (job, plan, random, rank);
        _blocks = plan.Blocks;
        int threads = 1 + random.Next(4);
        _threads = _blocks
            ? [(WorkKinds.Entries, threads), (WorkKinds.Segment, 1), (WorkKinds.Results | WorkKinds.Verification, 1)]
            : [(WorkKinds.All, threads)];
        Share = new WorkShare(rank, job.Size, _threads.Sum(one => one.Free)) { Stopped = _ => Abandon() };
        _questions = new SimulatedQuestions(Share, job.Time, question => job.Send(this, question), Continue);
    }

    internal int Rank { get; }

    internal WorkShare Share { get; }

    /// <summary>Whether its process has ended.</summary>
    internal bool IsDead { get; set; }

    /// <summary>Until then nothing of it runs; what it gave to the system goes on.</summary>
    internal TimeSpan StalledUntil { get; set; }

    /// <summary>Until then no message of it arrives, and none at it.</summary>
    internal TimeSpan ApartUntil { get; set; }

    /// <summary>How many times as long everything takes.</summary>
    internal double Slowness { get; set; } = 1;

    private (int Run, int Rank) Me => (_job.Run, Rank);

    private bool HasStopped => Share.Stop is not null;

    private bool Is(Mutant mutant) => _job.Mutant == mutant;

    /// <summary>The process has started.</summary>
    internal void Begin()
    {
        _questions.Ask();
        Pump();
    }

    /// <summary>An answer arrives.</summary>
    internal void Receive(byte[] answer) => Continue(() => _questions.Receive(answer));

    // What a thread does for a while: its effect takes place also while the process stands still.
    private void Do(double milliseconds, Action effect, Action then)
    {
        TimeSpan length = TimeSpan.FromMilliseconds(milliseconds * Slowness * (0.5 + _random.NextDouble()));
        _job.Time.After(length, () =>
        {
            if (!IsDead)
            {
                effect();
                _job.Time.Progress();
                Continue(then);
            }
        });
    }

    private void Continue(Action then)
    {
        if (IsDead)
        {
            return;
        }

        if (StalledUntil > _job.Time.Now)
        {
            _job.Time.At(StalledUntil, () => Continue(then));
            return;
        }

        then();
        Pump();
    }

    private void Pump()
    {
        for (int index = 0; index < _threads.Length; index++)
        {
            while (_threads[index].Free > 0 && Share.TryTake(_threads[index].Kinds) is { } work)
            {
                _threads[index].Free--;
                Start(work);
            }
        }
    }

    private void Start(SharedWork work)
    {
        switch (work)
        {
            case SharedWork.Todo(var item):
                Start(item);
                break;
            case SharedWork.Came(var result):
                Do(0.02, static () => { }, () =>
                {
                    Came(result);
                    Share.Handled(result);
                    Free(WorkKinds.Results);
                });
                break;
        }
    }

    private void Free(WorkKinds kinds) => _threads[Array.FindIndex(_threads, one => (one.Kinds & kinds) != 0)].Free++;

    private static WorkKinds KindsOf(SharedItem item) => (WorkKinds)(1 << (int)item.Kind);

    private void Start(SharedItem item)
    {
        switch (item.Kind)
        {
            case WorkKind.Directory:
                List(item, _job.Files.Directories[Payload.Read(item.Payload)[0]]);
                break;
            case WorkKind.Batch:
                Copy(item, [.. Payload.Read(item.Payload).Select(id => _job.Files.Files[id])]);
                break;
            case WorkKind.Segment:
                CopySegment(item);
                break;
            case WorkKind.Verification:
                Verify(item);
                break;
            default:
                throw new InvalidOperationException($"{item.Kind}");
        }
    }

    private void Done(SharedItem item, byte[]? result)
    {
        Share.Done(item, result);
        Free(KindsOf(item));
    }

    private void Park(SharedItem item)
    {
        _parked.Add(item.Id, item);
        if (!Blocks(item))
        {
            Share.Park(item);
            Free(KindsOf(item));
        }
    }

    // A thread may wait for the verification of a batch, as long as it is not one that verifies.
    private bool Blocks(SharedItem item) => _blocks && item.Kind == WorkKind.Batch;

    private void EndOfParked(SharedItem item, byte[]? result)
    {
        Share.Done(item, result);
        if (Blocks(item))
        {
            Free(KindsOf(item));
        }
    }

    // Nothing is left to itself: what waits for others ends.
    private void Abandon()
    {
        foreach (SharedItem item in _parked.Values.ToArray())
        {
            _parked.Remove(item.Id);
            EndOfParked(item, result: null);
        }

        _waiting.Clear();
    }

    private void EndParked(SharedItem item, byte[]? result)
    {
        if (_parked.Remove(item.Id))
        {
            EndOfParked(item, result);
        }
    }

    private void NotCopied(SimulatedFile file) => Share.Note(Payload.Of(file.Id));
}
