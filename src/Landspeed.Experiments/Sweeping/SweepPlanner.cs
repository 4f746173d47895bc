using Landspeed.Experiments.Host;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Files;
using Landspeed.Platform;
using SweepContent = Landspeed.Experiments.Journals.JournalContent<
    Landspeed.Experiments.Results.SweepDocument, Landspeed.Experiments.Results.SweepRunRecord>;
using SweepJournal = Landspeed.Experiments.Journals.RunJournal<
    Landspeed.Experiments.Results.SweepDocument, Landspeed.Experiments.Results.SweepRunRecord>;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Turns a grid into a plan, or says why not. Leaves nothing behind.</summary>
internal sealed class SweepPlanner
{
    // Five runs give an interval of 93.75 %. 0.12 s and 192 MiB keep 56 cells of five runs, file and warm-ups included,
    // within 75 s on a device of 1 GB/s.
    private const int Repetitions = 5;
    private const double QuickTimeS = 0.12;
    private const double FullTimeS = 0.5;
    private const long QuickBytes = 192 << 20;
    private const long FullBytes = 512 << 20;

    private readonly SweepOptions _options;
    private readonly DateTimeOffset _now;

    internal SweepPlanner(SweepOptions options, DateTimeOffset now)
    {
        _options = options;
        _now = now;
    }

    /// <summary>Makes the plan.</summary>
    /// <exception cref="ExperimentException">It cannot be done, or is refused.</exception>
    internal SweepPlan Plan()
    {
        SweepLimits.Check(_options);
        SweepContent? journal = _options.Resume ? SweepJournal.Read(SweepJournals.Form, _options.Journal!) : null;
        if (!_options.Resume && _options.Journal is { } path)
        {
            SweepJournal.CheckFree(SweepJournals.Form, path);
        }

        SweepPlace place = SweepPlace.Find(_options.Place, journal?.Preview.Setup.MadeFile ?? false);
        if (journal is not null && !GivesAxes && new CellLedger(journal.Preview, journal.Runs) is { IsComplete: true } whole)
        {
            return Finished(place, whole);
        }

        SweepSetupRecord setup = journal is null || GivesAxes ? Setup(place) : journal.Preview.Setup;
        var cases = new SweepCases(_options, setup, place.File, place.ExtendFile);

        (SweepCell Cell, string? Skipped)[] all = journal is null || GivesAxes
            ? Grid(place, setup, cases, out setup)
            : [.. journal.Preview.Cells.Select(record => (SweepCell.Of(record), record.Reason))];
        SweepCell[] cells = [.. all.Where(one => one.Skipped is null).Select(one => one.Cell)];
        if (cells.Length == 0)
        {
            throw new ExperimentException(Outcome.Usage, NothingLeft(all));
        }

        cases = cases with { Setup = setup };
        MeasurementPlan filePlan = MeasurementPlanner.Plan(cases.ToPrepare(Writes(cells)));
        MeasurementPlan? extendPlan = cases.ToPrepareExtends(cells) is { } extends ? MeasurementPlanner.Plan(extends) : null;
        CheckRoom(place, filePlan, extendPlan);

        SweepDocument preview = Preview(setup, all, filePlan.Environment);
        preview = journal is null ? preview : Resumption.Check(journal, preview, place.File);
        return Complete(place, cells, preview, filePlan, extendPlan, journal?.Runs ?? []);
    }

    // Its result was not delivered, most likely for want of room: there may be none for the file either.
    private SweepPlan Finished(SweepPlace place, CellLedger ledger) => new()
    {
        Options = _options,
        File = place.File,
        MakesFile = place.MadeHere,
        ExtendFile = null,
        Cells = [.. ledger.Cells.Where(cell => cell.State != CellState.Skipped).Select(SweepCell.Of)],
        Preview = ledger.Document(),
        RunsLeft = 0,
        SpaceNeededBytes = 0,
        PreparationBytes = 0,
        ReadBytes = 0,
        WriteBytes = 0,
        EstimatedTime = TimeSpan.Zero,
    };

    /// <summary>Whether a cell writes within the file.</summary>
    internal static bool Writes(IEnumerable<SweepCell> cells) =>
        cells.Any(cell => cell.Operation == MeasuredOperation.Write);

    // Without any, a resumed sweep takes them all from the journal.
    private bool GivesAxes => _options is not
    {
        Grid: SweepGrid.Quick, RequestSizes: null, QueueDepths: null, Modes: null, Operations: null, Apis: null,
        Repetitions: null, Time: null, Bytes: null, Size: null,
    };

    private SweepSetupRecord Setup(SweepPlace place)
    {
        long present = place.Exists && !place.MadeHere
            && NativePlatform.Files.StatusOf(place.File, out FileStatus status).Succeeded ? status.Length : 0;
        long length = _options.Size ?? (present > 0 ? present : MeasurementPlanner.DefaultFileLength);
        bool full = _options.Grid == SweepGrid.Full;
        return new SweepSetupRecord
        {
            Grid = full ? "full" : "quick",
            Seed = _options.Seed,
            Repetitions = _options.Repetitions ?? Repetitions,
            TimeS = _options.Time?.TotalSeconds ?? (full ? FullTimeS : QuickTimeS),
            LimitBytes = Math.Min(length, _options.Bytes ?? (full ? FullBytes : QuickBytes)),
            FileBytes = length,
            MadeFile = place.MadeHere,
        };
    }

    // The volume is looked at first: on one that takes no file there is nothing to try a mode on.
    private (SweepCell Cell, string? Skipped)[] Grid(
        SweepPlace place, SweepSetupRecord before, SweepCases cases, out SweepSetupRecord setup)
    {
        MeasurementPlanner.Plan(cases.ToPrepare(writes: false));
        Dictionary<IoMode, ModeSupport> support = GridCells.EngineModes(_options)
            .ToDictionary(mode => mode, mode => ModeSupport.Of(place.File, place.Exists, mode));
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

    // Each plan alone has checked its own file; together they need more.
    private static void CheckRoom(SweepPlace place, MeasurementPlan file, MeasurementPlan? extend)
    {
        if (extend is not null)
        {
            VolumeRoom.Check(place.File.Parent, place.File, file.SpaceNeededBytes + extend.SpaceNeededBytes);
        }
    }

    private SweepDocument Preview(
        SweepSetupRecord setup, (SweepCell Cell, string? Skipped)[] all, EnvironmentRecord environment) => new()
    {
        ToolVersion = ProductVersion.Text,
        StartedAt = _now,
        Host = HostProbe.Capture(),
        Environment = environment,
        Setup = setup,
        Cells = [.. all.Select(one => one.Cell.ToRecord(
            one.Skipped is null ? CellState.Pending : CellState.Skipped, one.Skipped))],
        Curves = [],
        Advice = [],
        Findings = [],
    };

    private SweepPlan Complete(
        SweepPlace place,
        SweepCell[] cells,
        SweepDocument preview,
        MeasurementPlan file,
        MeasurementPlan? extend,
        IReadOnlyList<SweepRunRecord> runs)
    {
        var ledger = new CellLedger(preview, runs);
        SweepSetupRecord setup = preview.Setup;
        SweepCell[] unrecorded = [.. SweepOrder.BeforeFirstRound(cells)];
        (SweepCell Cell, int Runs)[] left =
            [.. cells.Select(cell => (cell, ledger.Missing(cell.Name) + (unrecorded.Contains(cell) ? 1 : 0)))];
        ILookup<bool, (SweepCell Cell, int Runs)> reads =
            left.ToLookup(run => run.Cell.Operation == MeasuredOperation.Read);
        return new SweepPlan
        {
            Options = _options,
            File = place.File,
            MakesFile = place.MadeHere,
            ExtendFile = extend is null ? null : place.ExtendFile,
            Cells = cells,
            Preview = ledger.Document(),
            RunsLeft = ledger.TotalRuns - ledger.DoneRuns,
            SpaceNeededBytes = file.SpaceNeededBytes + (extend?.SpaceNeededBytes ?? 0),
            PreparationBytes = file.PreparationBytes,
            ReadBytes = SweepBounds.Bytes(reads[true], setup),
            WriteBytes = SweepBounds.Bytes(reads[false], setup),
            EstimatedTime = SweepBounds.Time(left, setup, file.PreparationBytes),
        };
    }
}
