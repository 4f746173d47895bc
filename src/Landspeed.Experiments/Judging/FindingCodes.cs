using Landspeed.Results;

namespace Landspeed.Experiments.Judging;

/// <summary>A kind of finding, of the catalogue <see cref="FindingCodes"/>.</summary>
/// <param name="Name">A stable name in snake_case.</param>
/// <param name="Meaning">What it means for the numbers, in one or two sentences.</param>
/// <param name="Remedy">What to do, in one sentence; options and commands in backticks.</param>
public sealed record FindingCode(string Name, string Meaning, string Remedy)
{
    /// <summary>Returns a finding of this kind.</summary>
    /// <param name="message">A sentence with the numbers.</param>
    public FindingRecord Says(string message) => new(Name, message);
}

/// <summary>The catalogue: every kind of finding that a result may hold, once.</summary>
/// <remarks>The page docs/notes.md is made from it.</remarks>
public static class FindingCodes
{
    // About where the bytes came from or went.
    internal static readonly FindingCode NotCold = new(
        "not_cold",
        "More than 1 % of what was to be read from the device stayed in the page cache.",
        "Close the programs that use the file, run `sync`, and measure again; files in memory (tmpfs) are never cold.");

    internal static readonly FindingCode ColdUnknown = new(
        "cold_unknown",
        "The system does not report whether the file left the page cache, so some reads may come from it.",
        "Bypass the page cache with `--mode direct`, or measure as the owner of the file.");

    internal static readonly FindingCode RewrittenInCache = new(
        "rewritten_in_cache",
        "The same pages were written again in the page cache before the device had them. "
            + "The rate until durable is not the device's.",
        "In order, write no more than the file holds: give `--bytes` the length of the file. Otherwise use "
            + "`--mode direct`.");

    internal static readonly FindingCode LoopDevice = new(
        "loop_device",
        "The device is a loop device. Its bytes may come from the page cache of the file behind it.",
        "Measure on a file system that is on a disk.");

    internal static readonly FindingCode ForeignTraffic = new(
        "foreign_traffic",
        "Other processes moved more than 5 % of our bytes on the same device during the run, "
            + "so the rate is understated. For writes this may be the file system's own journal and tables.",
        "Stop the other programs (`iotop` shows them), and measure again.");

    internal static readonly FindingCode PagesCompleted = new(
        "pages_completed",
        "The device read more than 5 % of what was written, most likely to complete pages or blocks "
            + "that were written in part.",
        "Write whole pages: use `--request-size 4K` or a multiple of it.");

    // About the pace of a run.
    internal static readonly FindingCode ShortRun = new(
        "short_run",
        "The run took less than 1 s, or than ten of its pauses (`--think`). Rate and CPU cost have not settled.",
        "Measure longer, for example `--time 10s`, or with more `--bytes`. A cold read through the page cache "
        + "ends with the file: use a larger one.");

    internal static readonly FindingCode Cut = new(
        "cut",
        "The time limit ended the run before its last record. The rate is that of the part that was done.",
        "Give a longer `--time`, or `--full`.");

    internal static readonly FindingCode NotSteady = new(
        "not_steady",
        "The run ended before its rate was steady. Its rate is that of a device that is still changing, or is "
        + "disturbed.",
        "Give it longer, for example `--time 30m`, or a wider limit, `--until steady=20%`.");

    internal static readonly FindingCode Drift = new(
        "drift",
        "The two halves of the run differ by more than 25 %. The device is not in a steady state.",
        "Measure longer, for example `--time 60s`.");

    internal static readonly FindingCode OnlyZeros = new(
        "only_zeros",
        "What was read is zeros. A device may answer those without its medium, and faster than any data.",
        "Read a file with data: one that landspeed makes, or write over this one with `--precondition fill`.");

    internal static readonly FindingCode RateChanged = new(
        "rate_changed",
        "The rate went from one level to another during the run, so one number does not describe it.",
        "Look at what the report lists beside each change, stop what disturbs, or measure with `--until steady`.");

    internal static readonly FindingCode Stalled = new(
        "stalled",
        "Not one byte was completed for a second or longer. The rates contain that time.",
        "Look for errors of the device with `dmesg`, and repeat the command.");

    internal static readonly FindingCode StolenTime = new(
        "stolen_time",
        "The host of this virtual machine gave more than 5 % of the run's time to other guests. "
            + "Rates and latencies suffer.",
        "Measure again when the host is quieter, or interleave what you compare with `landspeed compare --run`.");

    internal static readonly FindingCode ShallowQueue = new(
        "shallow_queue",
        "Less than 70 % of the requested queue depth was in flight. The CPU, not the device, sets the pace.",
        "Use larger requests (`--request-size`), or more `--threads`.");

    internal static readonly FindingCode Overloaded = new(
        "overloaded",
        "More requests were due than could be carried out. Response times grow with the length of the run, "
            + "and say little else.",
        "Give a lower `--rate`; or a larger `--in-flight`, if the device can do more at once.");

    internal static readonly FindingCode GeneratorLate = new(
        "generator_late",
        "landspeed itself started requests late, by more than a tenth of what half of them took: response times "
            + "contain that. Or its pauses between requests (`--think`) were more than a tenth longer than asked for.",
        "Give `--precise`, more `--threads`, or a lower `--rate`.");

    internal static readonly FindingCode BusyBaseline = new(
        "busy_baseline",
        "The machine was busier before the run than during it, so the CPU cost of the whole machine is unknown. "
            + "The cost of the process is valid.",
        "Stop other programs, and measure again.");

    internal static readonly FindingCode ManagedAllocations = new(
        "managed_allocations",
        "The threads that make the requests allocated more managed memory than expected. CPU cost may be too high.",
        "Measure longer; if it remains, report it as a defect of landspeed.");

    internal static readonly FindingCode HistogramSaturated = new(
        "histogram_saturated",
        "Some latencies were above one hour, and count as one hour.",
        "Find out why the device or the server did not answer.");

    // About the file and the volume.
    internal static readonly FindingCode PreallocationIgnored = new(
        "preallocation_ignored",
        "The file already existed, so `--preallocate` had no effect.",
        "Remove the file, and measure again.");

    internal static readonly FindingCode ShorterFile = new(
        "shorter_file",
        "The file is shorter than requested, and landspeed did not create it. It was read at its own length.",
        "Name a longer file, or a new one: it is created at the requested length.");

    internal static readonly FindingCode VolumeNearlyFull = new(
        "volume_nearly_full",
        "Less than 2 % of the volume is free. Allocation is slower there.",
        "Free some space, or measure on another volume.");

    // About several runs of a cell.
    internal static readonly FindingCode FewRuns = new(
        "few_runs",
        "Fewer than 3 runs have a throughput. They do not show how far runs differ.",
        "Repeat the measurement with `--repeat 5`.");

    internal static readonly FindingCode Noisy = new(
        "noisy",
        "The slowest and the fastest run are more than 25 % of the median apart. Ignore small differences.",
        "Stop other programs, and repeat more often, for example `--repeat 11`.");

    internal static readonly FindingCode Outliers = new(
        "outliers",
        "Some runs are far from the median. They still count.",
        "Use the median; if it happens again, look for other programs that use the disk or the CPUs.");

    internal static readonly FindingCode VerdictsDiffer = new(
        "verdicts_differ",
        "The bytes of some runs came from somewhere else than those of the others. "
            + "Their rates are not comparable.",
        "Give every run the same start with `--cold`, or bypass the page cache with `--mode direct`.");

    // About a verification.
    internal static readonly FindingCode ManifestIncomplete = new(
        VerificationSection.IncompleteFinding,
        "The manifest itself says that it does not name every file of the copy. Only the named files were verified.",
        "Copy again with `--manifest`, until every file is copied.");

    internal static readonly FindingCode NothingVerified = new(
        VerificationSection.NothingFinding,
        "Missing files were ignored, and none of the manifest's files exists.",
        "Name the directory of the files with `--directory`.");

    // About the whole result.
    internal static readonly FindingCode BusyMachine = new(
        "busy_machine",
        "The load average at the start was above half the number of CPUs. Other programs compete for CPU and disk.",
        "Wait until the machine is idle (`uptime` shows the load), and measure again.");

    internal static readonly FindingCode DebugBuild = new(
        "debug_build",
        "This landspeed was built without optimisation. CPU costs are too high.",
        "Build it with `dotnet build -c Release`.");

    internal static readonly FindingCode Running = new(
        "running",
        "The campaign is still running. The result shows what is done so far.",
        "Look again later with `landspeed campaign FILE --status`.");

    internal static readonly FindingCode PassedOver = new(
        "passed_over",
        "Some files of the directory are not shown: they are not results, or are the same result under another name.",
        "Name the files that you want to see; combine the parts of several ranks with `landspeed merge`.");

    internal static readonly FindingCode ResultNotUsed = new(
        "result_not_used",
        "A stored result could not be reused, for the reason given. That part was measured again, or is missing.",
        "Name a result of the same machine and volume with `--from`, or measure without it.");

    internal static readonly FindingCode NoFragmentedVolume = new(
        "no_fragmented_volume",
        "No temporary volumes could be made. Files were created on the current volume, which may be fragmented or not.",
        "Run the command as root, and give `--image` a size for which there is space.");

    // About several ranks.
    internal static readonly FindingCode Skew = new(
        "skew",
        "The ranks, or jobs, did not start together: skew and clock error exceed 1 % of the run. "
            + "A run of ranks is then invalid, and does not count.",
        "Measure longer, or give each its own CPU.");

    internal static readonly FindingCode Stragglers = new(
        "stragglers",
        "Some ranks were more than 20 % slower than the median rank in most of their runs.",
        "Compare their hosts with the others: run `landspeed doctor` there.");

    internal static readonly FindingCode MissingRanks = new(
        "missing_ranks",
        "The results of some ranks are missing. Sums and rates are those of the others.",
        "Find out why these ranks ended, and measure again.");

    // About results side by side.
    internal static readonly FindingCode StoredOrder = new(
        "stored_order",
        "The results were measured one after the other. Whatever changed in between looks like a difference.",
        "Interleave the runs: `landspeed compare --run 'COMMAND 1' --run 'COMMAND 2'`.");

    internal static readonly FindingCode OtherGuests = new(
        "other_guests",
        "Some differences are no larger than what other guests change about the speed of a virtual machine from one "
            + "result to the next. They count as inconclusive.",
        "Interleave the runs: `landspeed compare --run 'COMMAND 1' --run 'COMMAND 2'`.");

    internal static readonly FindingCode Duet = new(
        "duet",
        "Both commands ran at the same time, each on half of the CPUs. They shared device, memory and cache.",
        "To measure each with the whole machine, leave out `--duet`.");

    internal static readonly FindingCode NotComparable = new(
        "not_comparable",
        "The results, or a cell, differ in more than what you compare, and were compared with `--anyway`. "
            + "The note gives the reason.",
        "Measure both in the same way on the same machine, and compare without `--anyway`.");

    internal static readonly FindingCode NotCompared = new(
        "not_compared",
        "With some of the results this cell was not compared. The note gives the reason.",
        "Measure the cell in the same way in all results, or add `--anyway`.");

    internal static readonly FindingCode SameResult = new(
        "same_result",
        "A result was compared with itself. Nothing can differ.",
        "Name another file.");

    internal static readonly FindingCode EndedEarly = new(
        "ended_early",
        "A result is from a command that was stopped. Its numbers cover what was done until then.",
        "Complete it with `--resume`, or measure again.");

    internal static readonly FindingCode UncachedChanged = new(
        "uncached_changed",
        "The results are of uncached writes before and after Linux 7.2. Since then a thread of the kernel writes the "
            + "pages back, and its CPU time is not the program's.",
        "Compare the CPU time of the machine, not that of the program, or measure both with one kernel.");

    internal static readonly FindingCode SeveralModes = new(
        "several_modes",
        "The runs of a cell cluster around several values. One ratio does not describe them.",
        "Look at the single runs in the result, and find out what switches between the values.");

    internal static readonly FindingCode BlocksWrong = new(
        "blocks_wrong",
        "Blocks of the file do not hold what was acknowledged as durable. The table says which, and what they hold.",
        "If no other program wrote to the file, do not trust the storage: look for I/O errors in the kernel's log, at "
            + "write caches without power-loss protection, and at options such as `nobarrier`.");

    /// <summary>Findings on a run or on a cell.</summary>
    public static IReadOnlyList<FindingCode> OfRuns { get; } =
    [
        NotCold, ColdUnknown, OnlyZeros, RewrittenInCache, LoopDevice, ForeignTraffic, PagesCompleted,
        ShortRun, Cut, NotSteady, Drift, RateChanged, Stalled, StolenTime, ShallowQueue, Overloaded, GeneratorLate,
        BusyBaseline,
        ManagedAllocations, HistogramSaturated, BlocksWrong,
        PreallocationIgnored, ShorterFile, VolumeNearlyFull,
        FewRuns, Noisy, Outliers, VerdictsDiffer,
    ];

    /// <summary>Findings on a whole result, or on the machine.</summary>
    public static IReadOnlyList<FindingCode> OfResults { get; } =
        [BusyMachine, DebugBuild, Running, PassedOver, ResultNotUsed, NoFragmentedVolume];

    /// <summary>Findings on a job of several ranks.</summary>
    public static IReadOnlyList<FindingCode> OfRanks { get; } = [Skew, Stragglers, MissingRanks];

    /// <summary>Findings on a comparison.</summary>
    public static IReadOnlyList<FindingCode> OfComparisons { get; } =
        [
            StoredOrder, OtherGuests, Duet, NotComparable, NotCompared, SameResult, EndedEarly,
            UncachedChanged, SeveralModes,
        ];

    /// <summary>Findings on a verification.</summary>
    public static IReadOnlyList<FindingCode> OfVerifications { get; } = [ManifestIncomplete, NothingVerified];

    /// <summary>All finding codes.</summary>
    public static IReadOnlyList<FindingCode> All { get; } =
        [.. OfRuns, .. OfResults, .. OfRanks, .. OfComparisons, .. OfVerifications];
}
