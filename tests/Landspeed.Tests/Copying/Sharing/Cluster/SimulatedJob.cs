using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>One start of the program: a real pool, real shares, and a network that loses, repeats and delays their messages.</summary>
internal sealed class SimulatedJob
{
    private readonly ClusterPlan _plan;
    private readonly Random _random;
    private readonly Tampering _tampering;
    private TimeSpan? _killed;

    internal SimulatedJob(ClusterPlan plan, int run, SimulatedFiles files, SimulatedTime time, Mutant mutant)
    {
        (_plan, Run, Files, Time, Mutant) = (plan, run, files, time, mutant);
        _random = new Random(unchecked((int)plan.Seed * 31) + run);
        _tampering = new Tampering(mutant, _random);
        Size = plan.Sizes[run];
        Began = time.Now;
        IsInPeace = run == plan.Sizes.Length - 1;
        Pool = new WorkPool(new PoolRules(Size));
        Ranks = [.. Enumerable.Range(0, Size).Select(rank => new SimulatedRank(this, plan, rank, _random))];
        files.MayRepeat = () => Pool.Repeated > 0;
        files.BeginRun();
        PlanTrouble();
    }

    internal int Run { get; }

    internal int Size { get; }

    internal TimeSpan Began { get; }

    internal SimulatedFiles Files { get; }

    internal SimulatedTime Time { get; }

    internal Mutant Mutant { get; }

    internal WorkPool Pool { get; }

    internal SimulatedRank[] Ranks { get; }

    /// <summary>Files of which a rank said that they were not copied.</summary>
    internal HashSet<int> Problems { get; } = [];

    /// <summary>Whether neither a rank dies nor anybody stops the job.</summary>
    internal bool IsInPeace { get; }

    internal long Messages { get; private set; }

    /// <summary>Whether the job died instead of coming to its end.</summary>
    internal bool WasKilled => _killed is not null;

    /// <summary>Carries it out.</summary>
    internal void Execute()
    {
        Ranks[0].Share.Offer(WorkKind.Directory, Payload.Of(0));
        foreach (SimulatedRank rank in Ranks)
        {
            Time.After(Between(0, 50), rank.Begin);
        }

        Time.Run(() => _killed <= Time.Now || Array.TrueForAll(Ranks, rank => rank.Share.IsDone), TimeSpan.FromMinutes(10));
        foreach (SimulatedRank rank in Ranks)
        {
            rank.IsDead = true;
        }
    }

    /// <summary>Sends a question to rank 0 and its answer back, or loses one of them.</summary>
    internal void Send(SimulatedRank from, byte[] question)
    {
        Messages++;
        for (int copies = Copies(); copies > 0; copies--)
        {
            Time.After(Delay(from), () => Arrive(from, question));
        }
    }

    internal TimeSpan Between(int least, int most) => TimeSpan.FromMilliseconds(least + (_random.NextDouble() * (most - least)));

    private void Arrive(SimulatedRank from, byte[] question)
    {
        if (Ranks[0].IsDead)
        {
            return;
        }

        if (Ranks[0].StalledUntil > Time.Now)
        {
            Time.At(Ranks[0].StalledUntil, () => Arrive(from, question));
            return;
        }

        byte[] answer = _tampering.Answer(from.Rank, Pool.Answer(_tampering.Question(question), Time.Now));
        SimulatedFiles.Refuse(Pool.Held.Waiting > Pool.Rules.Capacity, $"the pool holds {Pool.Held.Waiting} items, more than {Pool.Rules.Capacity}");
        foreach (RankNote note in Pool.TakeNotes())
        {
            Problems.Add(Payload.Read(note.Payload)[0]);
        }

        for (int copies = Copies(); copies > 0; copies--)
        {
            Time.After(Delay(from), () => from.Receive(answer));
        }
    }

    private int Copies() => _random.NextDouble() < _plan.Lost ? 0 : _random.NextDouble() < _plan.Lost ? 2 : 1;

    private TimeSpan Delay(SimulatedRank of)
    {
        TimeSpan delay = of.Rank == 0 ? TimeSpan.FromMicroseconds(2) : TimeSpan.FromMicroseconds(20 + _random.Next(2000));
        delay += _random.NextDouble() < _plan.Late ? Between(500, 5000) : TimeSpan.Zero;
        return of.ApartUntil > Time.Now ? of.ApartUntil - Time.Now + delay : delay;
    }

    // Moments are spread evenly over magnitudes: nobody knows how long the run takes.
    private TimeSpan Moment() => TimeSpan.FromMilliseconds(Math.Pow(10, _random.NextDouble() * 4.5));

    private void PlanTrouble()
    {
        foreach (SimulatedRank rank in Ranks)
        {
            if (_plan.Stalls && _random.Next(3) == 0)
            {
                PlanStalls(rank);
                continue;
            }

            double luck = _random.NextDouble() * Math.Max(1, Size / 8.0);
            if (luck < 0.1)
            {
                rank.Slowness = 2 + (_random.NextDouble() * 50);
            }
            else if (luck < 0.3)
            {
                TimeSpan length = TimeSpan.FromMilliseconds(Math.Pow(10, 1 + (_random.NextDouble() * 3.8)));
                Time.After(Moment(), () => rank.StalledUntil = Time.Now + length);
            }
            else if (luck < 0.4)
            {
                TimeSpan length = TimeSpan.FromMilliseconds(Math.Pow(10, 1 + (_random.NextDouble() * 3.8)));
                Time.After(Moment(), () => rank.ApartUntil = Time.Now + length);
            }
        }

        for (int change = 0; change < _plan.Changes && Files.Files.Count > 0; change++)
        {
            SimulatedFile file = Files.Files[_random.Next(Files.Files.Count)];
            Time.After(Moment(), () =>
            {
                file.Version++;
                file.ChangedAt = Time.Now;
            });
        }

        if (!IsInPeace)
        {
            SimulatedRank unlucky = Ranks[_random.Next(Size)];
            if (_random.NextDouble() < 0.7)
            {
                Time.After(Moment(), () => Kill(unlucky));
            }
            else
            {
                Time.After(Moment(), () => unlucky.Share.RequestStop(130));
            }
        }
    }

    private void PlanStalls(SimulatedRank rank)
    {
        rank.Slowness = Math.Pow(10, _random.NextDouble() * 4);
        for (TimeSpan begin = Between(1, 2000); begin < TimeSpan.FromMinutes(3); begin += Between(100, 60_000))
        {
            TimeSpan length = Between(5000, 30_000);
            Time.After(begin, () => rank.StalledUntil = Time.Now + length);
        }
    }

    // The others live up to a second longer, and go on meanwhile.
    private void Kill(SimulatedRank unlucky)
    {
        unlucky.IsDead = true;
        _killed = Time.Now + Between(0, 1000);
        Time.At(_killed.Value, static () => { });
    }
}
