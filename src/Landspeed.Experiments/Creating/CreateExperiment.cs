using System.Globalization;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Creating;

/// <summary>Creates a data set: single work, whose time is reported like that of an experiment.</summary>
public sealed class CreateExperiment : IExperiment
{
    // Maximum space for a name, an inode and a mark, so that 10,000 empty files are not estimated as nothing.
    private const long OverheadPerFile = 4096;

    private readonly DataSetOptions _options;
    private readonly TargetDirectory _target;
    private readonly DataSetInventory _inventory;
    private readonly DataSetWriter _writer;

    /// <summary>Initialises the experiment; touches nothing.</summary>
    /// <param name="options">The data set.</param>
    public CreateExperiment(DataSetOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Shape.Check();
        _options = options;
        _target = new TargetDirectory(options.Directory);
        _inventory = new DataSetInventory(options);
        _writer = new DataSetWriter(options);
    }

    /// <inheritdoc/>
    public ExperimentPlan Plan(DateTimeOffset now)
    {
        _target.Check(input: null, _options.Overwrite || _options.Resume);
        int missing = _inventory.Take(ProgressMonitor.None).ToMake.Count;
        bool isSparse = _options.Shape.Kind == DataKind.Sparse;
        long bytes = isSparse ? 0 : missing * _options.Shape.FileLength;
        long needed = isSparse || missing == 0 ? missing * OverheadPerFile
            : missing * Math.Min(long.MaxValue / missing, Alignment.AlignUp(Math.Min(_options.Shape.FileLength, 1L << 62), OverheadPerFile));
        RunSpace.Require(_target.Existing, _options.Directory, new(needed, missing), "make fewer or shorter files (--scale, --files)");
        return new ExperimentPlan
        {
            Preview = ResultPreview.Of(
                (ResultKinds.Create, null), EnvironmentProbe.Place(PlaceRoles.Directory, _options.Directory), Setup(), [ResultPreview.Cell(CreateTrial.Cell, [])], now),
            Facts =
            [
                ("directory", _options.Directory.Display),
                ("files", Facts(missing)),
                ("content", _options.Shape.Kind.ToWord()),
            ],
            Uses = [(_options.Directory, "the directory of the data set")],
            Reserved = [(_options.Directory, "the directory of the data set")],
            SpaceNeededBytes = needed,
            PreparationBytes = 0,
            ReadBytes = 0,
            WriteBytes = bytes,
            EstimatedTime = TimeSpan.FromSeconds((bytes / 1e9) + (missing * 50e-6)),
            BaselineRunTime = null,
        };
    }

    /// <inheritdoc/>
    public IReadOnlyList<ICase> Prepare(ProgressMonitor monitor)
    {
        _target.Make();
        (IReadOnlyList<long> toMake, IReadOnlyList<long> inTheWay) = _inventory.Take(monitor);
        _inventory.Remove(inTheWay);
        return [new CreateTrial(_options, _writer, toMake)];
    }

    /// <inheritdoc/>
    public void CleanUp()
    {
        if (_options.Keep)
        {
            return;
        }

        _writer.Abandon();
        _target.Remove();
    }

    private SetupRecord Setup() => new()
    {
        Seed = _options.Seed,
        Rounds = 1,
        Axes = [],
        Options = new Dictionary<string, string>
        {
            ["files"] = Number(_options.Shape.Files),
            ["lines"] = Number(_options.Shape.Lines),
            ["characters"] = Number(_options.Shape.Characters),
            ["kind"] = _options.Shape.Kind.ToWord(),
            ["file_bytes"] = Number(_options.Shape.FileLength),
            ["threads"] = Number(_options.Threads),
            ["write_mode"] = _writer.Mode.ToWord(),
        },
    };

    private string Facts(int missing)
    {
        DataShape shape = _options.Shape;
        string kept = missing == shape.Files ? string.Empty : $", {Number(shape.Files - missing)} of which already exist";
        return $"{Number(shape.Files)} × {Number(shape.Lines)} lines × {Number(shape.Characters)} characters, "
            + $"{new ByteCount(shape.FileLength).ToDisplay()} each, {new ByteCount(shape.TotalLength).ToDisplay()} in all{kept}";
    }

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
