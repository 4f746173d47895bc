using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>The real pool and shares with up to thousands of ranks and millions of files: how messages, memory and time grow.</summary>
/// <remarks>A batch is one item of up to 512 names, as long as that many would be; rank 0 answers one question after the other, 20 µs each.</remarks>
internal sealed class ScaleRun
{
    // Hashes of 256 chunks; those of a batch are a multiple of 30 bytes.
    private const int SegmentBytes = 256 * 28;

    private static readonly TimeSpan s_latency = TimeSpan.FromMicroseconds(20);
    private static readonly TimeSpan s_service = TimeSpan.FromMicroseconds(20);
    private static readonly TimeSpan s_perName = TimeSpan.FromMicroseconds(5);

    private readonly ScaleCase _case;
    private readonly SimulatedTime _time = new();
    private readonly WorkPool _pool;
    private readonly ScaleRank[] _ranks;
    private TimeSpan _busyUntil;
    private TimeSpan _lastWork;
    private ScaleResult _result = new();

    private ScaleRun(ScaleCase scale)
    {
        _case = scale;
        _pool = new WorkPool(new PoolRules(scale.Ranks));
        _ranks = [.. Enumerable.Range(0, scale.Ranks).Select(rank => new ScaleRank(this, rank))];
    }

    /// <summary>Carries a job out.</summary>
    internal static ScaleResult Execute(ScaleCase scale) => new ScaleRun(scale).Execute();

    private ScaleResult Execute()
    {
        _ranks[0].Share.Offer(WorkKind.Directory, Payload.Of(0, (int)_case.Directories));
        for (int file = 0; file < _case.LargeFiles; file++)
        {
            _ranks[0].Share.Offer(WorkKind.Links, new byte[200]); // stands for the opening of a large file
        }

        Array.ForEach(_ranks, rank => rank.Begin());
        Sample();
        _time.Run(() => Array.TrueForAll(_ranks, rank => rank.Share.IsDone), TimeSpan.FromHours(1));
        return _result with
        {
            ElapsedSeconds = _time.Now.TotalSeconds,
            IdealSeconds = _case.Ideal.TotalSeconds,
            StartSeconds = _ranks.Max(rank => rank.Began ?? _lastWork).TotalSeconds,
            EndSeconds = (_time.Now - _lastWork).TotalSeconds,
        };
    }

    private void Sample()
    {
        (long waiting, long given, long mail, long answers) = _pool.HeldBytes;
        _result = _result with
        {
            MostPoolBytes = Math.Max(_result.MostPoolBytes, waiting + given + mail + answers),
            MostSurplus = Math.Max(_result.MostSurplus, _ranks.Max(rank => rank.Share.Surplus)),
        };
        _time.After(TimeSpan.FromMilliseconds(500), Sample);
    }

    // Rank 0 answers one after the other.
    private void Ask(ScaleRank from, byte[] question)
    {
        _busyUntil = (_busyUntil > _time.Now + s_latency ? _busyUntil : _time.Now + s_latency) + s_service;
        _time.At(_busyUntil, () =>
        {
            byte[] answer = _pool.Answer(question, _time.Now);
            (int waiting, int given, _) = _pool.Held;
            _result = _result with
            {
                Questions = _result.Questions + 1,
                MessageBytes = _result.MessageBytes + question.Length + answer.Length,
                MostWaiting = Math.Max(_result.MostWaiting, waiting),
                MostOut = Math.Max(_result.MostOut, given),
            };
            _time.After(s_latency, () => from.Receive(answer));
        });
    }

    private sealed class ScaleRank
    {
        private readonly ScaleRun _run;
        private readonly int _rank;
        private readonly SimulatedQuestions _questions;
        private readonly Dictionary<WorkId, Action<SharedResult>> _waiting = [];
        private int _free = ScaleCase.Threads;

        internal ScaleRank(ScaleRun run, int rank)
        {
            (_run, _rank) = (run, rank);
            Share = new WorkShare(rank, run._case.Ranks, ScaleCase.Threads);
            _questions = new SimulatedQuestions(Share, run._time, question => run.Ask(this, question), Then);
        }

        internal WorkShare Share { get; }

        internal TimeSpan? Began { get; private set; }

        internal void Begin() => Then(_questions.Ask);

        internal void Receive(byte[] answer) => Then(() => _questions.Receive(answer));

        private void Then(Action action)
        {
            action();
            while (_free > 0 && Share.TryTake() is { } work)
            {
                if (work is SharedWork.Came(var result))
                {
                    if (_waiting.Remove(result.Id, out Action<SharedResult>? then))
                    {
                        then(result);
                    }

                    Share.Handled(result);
                    continue;
                }

                _free--;
                Began ??= _run._time.Now;
                Start(((SharedWork.Todo)work).Item);
            }
        }

        private void Do(TimeSpan length, Action then) => _run._time.After(length, () =>
        {
            _run._time.Progress();
            _run._lastWork = _run._time.Now;
            _free++;
            Then(then);
        });

        private void Start(SharedItem item)
        {
            ScaleCase scale = _run._case;
            switch (item.Kind)
            {
                case WorkKind.Directory:
                    Do(scale.PerDirectory * s_perName, () => List(item, Payload.Read(item.Payload)));
                    break;
                case WorkKind.Batch:
                    int files = item.Payload.Length / ScaleCase.NameBytes;
                    Do(files * scale.PerFile, () => Written(item, new byte[files * 30]));
                    break;
                case WorkKind.Links:
                    Do(scale.PerFile, () => Split(item));
                    break;
                case WorkKind.Segment:
                    Do(ScaleCase.PerSegment, () => Share.Done(item, new byte[SegmentBytes]));
                    break;
                default:
                    Do(item.Payload.Length == SegmentBytes ? ScaleCase.PerSegment / 2 : item.Payload.Length / 30 * scale.PerFile * 0.3, () => Share.Done(item, [0]));
                    break;
            }
        }

        // A directory of so many directories: itself, and two halves of the rest.
        private void List(SharedItem item, int[] range)
        {
            int below = range[1] - range[0] - 1;
            int half = range[0] + 1 + (below / 2);
            if (half > range[0] + 1)
            {
                Share.Offer(WorkKind.Directory, Payload.Of(range[0] + 1, half));
            }

            if (below > 0)
            {
                Share.Offer(WorkKind.Directory, Payload.Of(half, range[1]));
            }

            int batches = 0;
            for (long left = Math.Min(_run._case.PerDirectory, _run._case.Files); left > 0; left -= ScaleCase.Batch, batches++)
            {
                WorkId id = Share.Offer(WorkKind.Batch, new byte[Math.Min(left, ScaleCase.Batch) * ScaleCase.NameBytes]);
                _waiting[id] = _ => EndOne();
            }

            if (batches == 0)
            {
                Share.Done(item, result: null);
                return;
            }

            Share.Park(item);

            void EndOne()
            {
                if (--batches == 0)
                {
                    Share.Done(item, result: null);
                }
            }
        }

        private void Split(SharedItem item)
        {
            int left = 16;
            Share.Park(item);
            for (int segment = 0; segment < 16; segment++)
            {
                _waiting[Share.Offer(WorkKind.Segment, new byte[250])] = written =>
                {
                    if (!_run._case.Verifies)
                    {
                        EndOne();
                        return;
                    }

                    _waiting[Share.Offer(WorkKind.Verification, written.Payload, written.By)] = _ => EndOne();
                };
            }

            void EndOne()
            {
                if (--left == 0)
                {
                    Share.Done(item, [0]);
                }
            }
        }

        private void Written(SharedItem item, byte[] verification)
        {
            if (!_run._case.Verifies)
            {
                Share.Done(item, [0]);
                return;
            }

            Share.Park(item);
            _waiting[Share.Offer(WorkKind.Verification, verification, _rank)] = _ => Share.Done(item, [0]);
        }
    }
}
