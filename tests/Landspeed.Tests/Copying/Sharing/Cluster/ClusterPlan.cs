using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>What a seed stands for: the tree, the ranks of each run, and what goes wrong.</summary>
internal sealed record ClusterPlan
{
    internal required ulong Seed { get; init; }

    internal required int Directories { get; init; }

    internal required int Files { get; init; }

    /// <summary>Share of files that are large.</summary>
    internal required double LargeShare { get; init; }

    /// <summary>Most chunks of a large file.</summary>
    internal required int LargestFile { get; init; }

    /// <summary>Chunks of a segment.</summary>
    internal required int Segment { get; init; }

    /// <summary>Small files of a batch.</summary>
    internal required int Batch { get; init; }

    /// <summary>Whether content is verified.</summary>
    internal required bool Verifies { get; init; }

    /// <summary>Ranks of each run; the last is left in peace.</summary>
    internal required int[] Sizes { get; init; }

    /// <summary>Probability that a message is lost; the same for one that comes twice.</summary>
    internal required double Lost { get; init; }

    /// <summary>Probability that a message comes seconds late.</summary>
    internal required double Late { get; init; }

    /// <summary>Probability that a chunk cannot be written.</summary>
    internal required double Failing { get; init; }

    /// <summary>Probability that the medium loses a chunk; 0 without verification.</summary>
    internal required double Corrupt { get; init; }

    /// <summary>Whether many ranks stand still or are slow for so long that their items are handed out again.</summary>
    internal required bool Stalls { get; init; }

    /// <summary>Whether threads do some kinds of work only, and one that copies a batch waits until that is verified.</summary>
    internal required bool Blocks { get; init; }

    /// <summary>Sources that change while they are copied.</summary>
    internal required int Changes { get; init; }

    /// <summary>Draws a plan.</summary>
    internal static ClusterPlan Of(ulong seed)
    {
        var random = new SeededRandom(seed);
        int runs = 1 + random.Below(4);
        bool isHuge = random.Chance(0.01);
        bool isMeek = random.Chance(0.3); // nothing fails but ranks: then the target must be exactly the source
        var sizes = new int[runs];
        for (int run = 0; run < runs; run++)
        {
            int size = random.Below(10) switch
            {
                0 => 1,
                < 7 => 2 + random.Below(6),
                _ => 2 + random.Below(30),
            };
            sizes[run] = isHuge ? 200 + random.Below(801) : size;
        }

        bool stalls = !isHuge && random.Chance(0.2);
        bool verifies = random.Chance(0.7);
        return new ClusterPlan
        {
            Seed = seed,
            Directories = 1 + random.Below(30),
            Files = random.Below(isHuge ? 1500 : 150),
            LargeShare = stalls ? 0.7 : random.Below(5) * 0.1,
            LargestFile = 1 + random.Below(60),
            Segment = 1 + random.Below(8),
            Batch = 1 + random.Below(20),
            Verifies = verifies,
            Sizes = sizes,
            Lost = random.Chance(0.5) ? 0.05 : 0,
            Late = random.Chance(0.5) ? 0.02 : 0,
            Failing = random.Chance(0.2) && !isMeek ? 0.002 : 0,
            Corrupt = verifies && !isMeek && random.Chance(0.2) ? 0.005 : 0,
            Stalls = stalls,
            Blocks = random.Chance(0.5),
            Changes = random.Chance(0.4) && !isMeek ? 1 + random.Below(40) : 0,
        };
    }
}
