using Landspeed.Copying.Journal;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Quantities;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>A tree on a file system that kills ranks, its copy, and what an undisturbed copy does in each phase.</summary>
public sealed class RankKillGround : IDisposable
{
    private const string Large = "large";
    private const string ButOurs = "--exclude '.*.landspeed-*' --filter '-x user.landspeed*'";
    private const int LargeLength = 70 << 20;
    private const int Segment = 32 << 20;
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);
    private readonly FaultStage _stage = FaultStage.OnMount();
    private readonly Dictionary<RankKillPhase, int> _points = [];
    private long _began;

    /// <summary>Lays the tree out, and copies it once.</summary>
    public RankKillGround()
    {
        Command.Shell(
            $"""
            mkdir -p '{SourceMedium}/a/b' '{SourceMedium}/many' && cd '{SourceMedium}'
            for n in $(seq 1 130); do echo $n > many/f$n; done
            head -c {LargeLength} /dev/urandom > {Large}; head -c 3M /dev/urandom > a/middle; truncate -s 5M sparse; printf x | dd of=sparse bs=1 seek=3000000 conv=notrunc status=none
            ln a/middle a/b/again; ln many/f1 a/f1; ln -s ../{Large} a/soft; touch -d '2001-02-03 04:05:06.789' many a/b; chmod 640 many/f3; chmod 750 a
            """);
        var counted = RankKillPhase.All.Select(phase => (Phase: phase, Rule: _stage.Faults.Arm(phase.Counting))).ToList();
        Command done = Copy(RankLauncher.OpenMpi, 3);
        Assert.True(done.ExitCode == 0, done.Error);
        counted.ForEach(one => _points[one.Phase] = (int)one.Rule.Count);
        _stage.Faults.Clear();
        AssertEqual("undisturbed");
        Reset();
    }

    /// <summary>The words of the copy, by which its processes are found.</summary>
    internal string Line => $"{LandspeedProcess.Executable} copy {Path.Combine(_stage.Root, "source")} ";

    private string[] Words => ["copy", Path.Combine(_stage.Root, "source"), Path.Combine(_stage.Root, "target"), "--split", "32M", "--verify", "--quiet"];

    private string SourceMedium => Path.Combine(_stage.Medium, "source");

    private string TargetMedium => Path.Combine(_stage.Medium, "target");

    private FaultMount Mount => (FaultMount)_stage.Faults;

    /// <summary>How many operations a phase has.</summary>
    internal int PointsOf(RankKillPhase phase) => _points[phase];

    /// <summary>The words of a copy at a rate at which the large file takes some seconds.</summary>
    internal IEnumerable<string> SlowWords => [.. Words, "--limit", "45MB"];

    /// <summary>Waits until a copy has begun every segment of the large file.</summary>
    internal void WaitForSegments() => WaitFor(
        written => Enumerable.Range(0, (LargeLength + Segment - 1) / Segment).All(number => written.EndFrom(number * Segment) > number * Segment));

    /// <summary>True if a rank has begun a range of the large file, which another rank created.</summary>
    internal bool Helps(int rank) => File.Exists(Path.Combine(
        TargetMedium, TemporaryNames.RankJournal(FilePath.FromText(Large), rank).Display));

    /// <summary>Waits until all of the large file was written, by whomever.</summary>
    internal void WaitForLarge() => WaitFor(written => written.Contains(new ByteRange(0, LargeLength)));

    /// <summary>Copies on some ranks; a rank dies at one point.</summary>
    /// <returns>What died; null when the copy did not come to that point.</returns>
    internal FaultEvent? CopyAndKill(RankLauncher launcher, int ranks, FaultRule kill)
    {
        ArmedRule rule = Mount.Arm(kill);
        Command ended = Copy(launcher, ranks);
        RankLauncher.WaitForEnd(Line);
        FaultEvent? hit = rule.Next();
        Mount.Clear();
        Assert.True(hit is null == (ended.ExitCode == 0), $"exit code {ended.ExitCode}, killed {hit}: {ended.Error}");
        return hit;
    }

    /// <summary>Copies again, and sees that nothing that was durable is written once more.</summary>
    /// <param name="launcher">By whom.</param>
    /// <param name="ranks">1 for a process without a launcher.</param>
    /// <param name="what">Said when it is wrong.</param>
    internal void GoOn(RankLauncher launcher, int ranks, string what)
    {
        IntervalSet durable = Durable();
        long before = Mount.LogLength;

        Command done = Copy(launcher, ranks);

        Assert.True(done.ExitCode == 0, $"{what}: {done.ExitCode} {done.Error}");
        foreach (ByteRange range in WrittenSince(before))
        {
            Assert.False(durable.Contains(range), $"{what}: {range} was durable, see {string.Join(", ", durable.Ranges)}");
        }

        AssertEqual(what);
    }

    /// <summary>
    /// Every name in the target stands for a whole file. The mark of ours goes after it has its name: who dies
    /// between the two leaves it, and the next run removes it.
    /// </summary>
    internal void AssertWhole(string what)
    {
        string[] differences = [.. TreeDifferences.Of(SourceMedium, TargetMedium, $"-rlptgoAXc --existing {ButOurs}").Split('\n').Where(line => line.Length > 1 && line[1] is 'f' or 'L')];
        Assert.True(differences.Length == 0, $"{what}: {string.Join("; ", differences)}");
    }

    /// <summary>Takes the copy away.</summary>
    internal void Reset()
    {
        Command.Shell($"rm -rf '{TargetMedium}' && mkdir '{TargetMedium}'");
        _began = Mount.LogLength;
    }

    public void Dispose() => _stage.Dispose();

    private Command Copy(RankLauncher launcher, int ranks) => launcher.Run(ranks, Words);

    private void WaitFor(Func<IntervalSet, bool> isEnough) => Assert.True(
        SpinWait.SpinUntil(
            () =>
            {
                var written = new IntervalSet();
                WrittenSince(_began).ForEach(written.Add);
                return isEnough(written);
            },
            s_patience),
        "the copy does not come so far");

    // Of the large file.
    private List<ByteRange> WrittenSince(long length) =>
    [
        .. Mount.OperationsSince(length)
            .Where(operation => operation.Word == "write" && operation.Path.EndsWith($"/.{Large}.landspeed-part", StringComparison.Ordinal))
            .Select(write => new ByteRange(write.Offset, write.Length)),
    ];

    /// <summary>The copy is what the source is, and nothing else is there.</summary>
    internal void AssertEqual(string what)
    {
        string differences = TreeDifferences.Of(SourceMedium, TargetMedium);
        Assert.True(differences.Length == 0, $"{what}: {differences}");
    }

    // What the journals of all ranks say of the large file.
    private IntervalSet Durable()
    {
        var durable = new IntervalSet();
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(Path.Combine(_stage.Root, "target")));
        var target = new DirectoryEntry(directory, FilePath.FromText(Large));
        foreach (FilePath name in Enumerable.Range(0, 4).Select(rank => TemporaryNames.RankJournal(target.Name, rank)).Prepend(TemporaryNames.Journal(target.Name)))
        {
            using CopyJournal? journal = CopyJournal.TakeOverNamed(target, name, out JournalState state);
            durable.Add(state.Durable);
        }

        return durable;
    }
}
