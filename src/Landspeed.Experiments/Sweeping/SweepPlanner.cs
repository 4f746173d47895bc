using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Turns a grid into a plan, or explains why that is impossible. Leaves nothing behind.</summary>
internal sealed class SweepPlanner
{
    // Five runs give an interval of 93.75 %. With 0.12 s and 192 MiB, 56 cells of five runs take at most 75 s on a
    // device of 1 GB/s, including file and warm-ups.
    private const int Repetitions = 5;
    private const double QuickTimeS = 0.12;
    private const double FullTimeS = 0.5;
    private const long QuickBytes = 192 << 20;
    private const long FullBytes = 512 << 20;
    private const string FilePurpose = "the file to be measured";

    private readonly SweepOptions _options;
    private readonly ResultDocument? _begun;
    private readonly DateTimeOffset _now;

    /// <summary>Initialises a planner.</summary>
    /// <param name="options">The grid.</param>
    /// <param name="begun">The sweep that is resumed, with its existing runs, or null for a new one.</param>
    /// <param name="now">The time of day.</param>
    internal SweepPlanner(SweepOptions options, ResultDocument? begun, DateTimeOffset now)
    {
        _options = options;
        _begun = begun;
        _now = now;
    }

    /// <summary>Creates the plan.</summary>
    /// <exception cref="ExperimentException">It is impossible, or is refused.</exception>
    internal (ExperimentPlan Plan, SweepWork Work) Plan()
    {
        SweepLimits.Check(_options);
        SweepSetup? then = _begun is null ? null : SweepSetup.Of(_begun.Setup);
        SweepTarget target = SweepTarget.Find(_options.Path, then?.MadeFile ?? false, _options.Rank);
        if (_begun is { Partial: false } whole && !GivesAxes)
        {
            return Finished(target, whole, then!);
        }

        bool asBegun = then is not null && !GivesAxes;
        SweepSetup setup = asBegun ? then! : Setup(target);
        var cases = new SweepCases(_options, setup, target.File, target.ExtendFile);
        (SweepCell Cell, string? Skipped)[] all = asBegun
            ? [.. _begun!.Cells.Select(record => (SweepCell.Of(record), record.State == CellState.Skipped ? record.Reason : null))]
            : Grid(target, setup, cases, out setup);
        SweepCell[] cells = [.. all.Where(one => one.Skipped is null).Select(one => one.Cell)];
        if (cells.Length == 0)
        {
            throw new ExperimentException(Outcome.Usage, NothingLeft(all));
        }

        cases = cases with { Setup = setup };
        MeasurementPlan filePlan = MeasurementPlanner.Plan(cases.ToPrepare(Writes(cells)));
        MeasurementPlan? extendPlan = cases.ToPrepareExtends(cells) is { } extends ? MeasurementPlanner.Plan(extends) : null;
        CheckRoom(target, filePlan, extendPlan, RunSpace.AdviceFor(_options.IsLengthFixed));
        var work = new SweepWork(cases, cells, target.MadeHere, filePlan.Place);
        ResultDocument preview = ResultPreview.Of(
            (ResultKinds.Sweep, null),
            filePlan.Place,
            setup.ToRecord(),
            [.. all.Select(one => one.Cell.ToRecord(one.Skipped))],
            _now);
        return (Complete(work, preview, filePlan, extendPlan), work);
    }

    // Its result was not delivered, most likely for lack of space: there may be none for the file either.
    private (ExperimentPlan Plan, SweepWork Work) Finished(SweepTarget target, ResultDocument whole, SweepSetup setup) => (
        new ExperimentPlan
        {
            Preview = whole,
            Facts = [],
            Uses = [(target.File, FilePurpose)],
            SpaceNeededBytes = 0,
            PreparationBytes = 0,
            ReadBytes = 0,
            WriteBytes = 0,
            EstimatedTime = TimeSpan.Zero,
        },
        new SweepWork(
            new SweepCases(_options, setup, target.File, target.ExtendFile),
            [.. whole.Cells.Where(cell => cell.State != CellState.Skipped).Select(SweepCell.Of)],
            target.MadeHere,
            whole.Places[0]));

    /// <summary>Tells whether a cell writes within the file.</summary>
    internal static bool Writes(IEnumerable<SweepCell> cells) =>
        cells.Any(cell => cell.Operation == MeasuredOperation.Write);

    // If there are none, a resumed sweep takes them all from the journal.
    private bool GivesAxes => _options is not
    {
        Grid: SweepGrid.Quick, RequestSizes: null, QueueDepths: null, Modes: null, Operations: null, Apis: null,
        Repetitions: null, Time: null, Bytes: null, Size: null,
    };

    private SweepSetup Setup(SweepTarget target)
    {
        long present = target.Exists && !target.MadeHere
            && NativePlatform.Files.StatusOf(target.File, out FileStatus status).Succeeded ? status.Length : 0;
        long length = _options.Size ?? (present > 0 ? present : MeasurementPlanner.DefaultFileLength);
        bool full = _options.Grid == SweepGrid.Full;
        return new SweepSetup
        {
            Grid = full ? "full" : "quick",
            Seed = _begun?.Setup.Seed ?? _options.Seed,
            Rounds = _options.Repetitions ?? Repetitions,
            TimeS = _options.Time?.TotalSeconds ?? (full ? FullTimeS : QuickTimeS),
            LimitBytes = Math.Min(length, _options.Bytes ?? (full ? FullBytes : QuickBytes)),
            FileBytes = length,
            MadeFile = target.MadeHere,
        };
    }

    // The volume is checked first: on a volume that accepts no file a mode cannot be tried.
    private (SweepCell Cell, string? Skipped)[] Grid(
        SweepTarget target, SweepSetup before, SweepCases cases, out SweepSetup setup)
    {
        MeasurementPlanner.Plan(cases.ToPrepare(writes: false));
        Dictionary<IoMode, ModeSupport> support = GridCells.EngineModes(_options)
            .ToDictionary(mode => mode, mode => ModeSupport.Of(target.File, target.Exists, mode));
        setup = before with
        {
            DirectAlignmentBytes = support.TryGetValue(IoMode.Direct, out ModeSupport? direct) && direct.Refusal is null
                ? direct.Alignment
                : null,
        };
        return [.. new GridCells(_options, support, setup.FileBytes).All()];
    }

    private static string NothingLeft((SweepCell Cell, string? Skipped)[] all) => all.Length == 0
        ? "the grid has no cell: FileStream is always buffered; add --mode buffered, or --api engine"
        : $"no cell of the grid can be measured here: {all[0].Cell.Name} is {all[0].Skipped}";

    // Each plan has checked only its own file; together they need more.
    private static void CheckRoom(SweepTarget target, MeasurementPlan file, MeasurementPlan? extend, string advice)
    {
        if (extend is not null)
        {
            long needed = file.SpaceNeededBytes + extend.SpaceNeededBytes;
            RunSpace.Require(target.File.Parent, target.File, new(needed), advice);
        }
    }

    private ExperimentPlan Complete(SweepWork work, ResultDocument preview, MeasurementPlan file, MeasurementPlan? extend)
    {
        SweepSetup setup = work.Cases.Setup;
        SweepCell[] unrecorded = [.. SweepCell.BeforeFirstRound(work.Cells)];
        (SweepCell Cell, int Runs)[] left =
            [.. work.Cells.Select(cell => (cell, Missing(cell.Name, setup.Rounds) + (unrecorded.Contains(cell) ? 1 : 0)))];
        ILookup<bool, (SweepCell Cell, int Runs)> reads =
            left.ToLookup(run => run.Cell.Operation == MeasuredOperation.Read);
        return new ExperimentPlan
        {
            Preview = preview,
            Facts = [.. Facts(work, extend is not null)],
            Uses =
            [
                (work.Cases.File, FilePurpose),
                .. extend is null ? Array.Empty<(FilePath, string)>() : [(work.Cases.ExtendFile, FilePurpose)],
            ],
            SpaceNeededBytes = file.SpaceNeededBytes + (extend?.SpaceNeededBytes ?? 0),
            PreparationBytes = file.PreparationBytes,
            ReadBytes = SweepBounds.Bytes(reads[true], setup),
            WriteBytes = SweepBounds.Bytes(reads[false], setup),
            EstimatedTime = SweepBounds.Time(left, setup, file.PreparationBytes),
        };
    }

    // A cell that failed gets no more runs.
    private int Missing(string cell, int rounds) =>
        _begun?.Cells.FirstOrDefault(one => one.Name == cell) is not { } begun ? rounds
            : begun.State == CellState.Failed ? 0 : rounds - begun.Runs.Count;

    private IEnumerable<(string Label, string Text)> Facts(SweepWork work, bool extends)
    {
        SweepSetup setup = work.Cases.Setup;
        string made = _options.Keep ? "which is made and stays" : "which is made and removed again";
        string length = new ByteCount(setup.FileBytes).ToDisplay();
        yield return ("file", $"{work.Cases.File.Display}, {(work.MakesFile ? made : "which is there")}, {length}");
        if (extends)
        {
            yield return ("extends", $"{work.Cases.ExtendFile.Display}, {made}");
        }

        yield return ("a run", FormattableString.Invariant(
            $"{setup.TimeS:0.###} s or {new ByteCount(setup.LimitBytes).ToDisplay()}, whichever comes first"));
    }
}

/// <summary>What a sweep measures.</summary>
/// <param name="Cases">Converts cells into cases.</param>
/// <param name="Cells">The cells to measure, by curve, and by request size within a curve; one or more.</param>
/// <param name="MakesFile">Whether the file of reads and writes is created, and removed again.</param>
/// <param name="Place">Where that file is stored.</param>
internal sealed record SweepWork(SweepCases Cases, IReadOnlyList<SweepCell> Cells, bool MakesFile, PlaceRecord Place);
