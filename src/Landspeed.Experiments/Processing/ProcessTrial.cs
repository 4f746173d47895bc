using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// One strategy of processing: it reads cold files, and writes results into an empty directory, which are checked and
/// removed.
/// </summary>
internal sealed class ProcessTrial : ITrial, IDisposable
{
    private readonly InputDirectory _input;
    private readonly ResultDirectories _results;
    private readonly ProcessSettings _settings;
    private readonly Hash128[] _expected;
    private readonly IReadOnlyList<DeviceNumber> _devices;
    private readonly long? _inputPieces;
    private FilePath? _target;
    private bool _isLookedThrough;
    private HeapWatch? _heap;
    private BusyTimes? _before;

    /// <summary>Initialises the trial; touches nothing.</summary>
    /// <param name="name">Name of the cell.</param>
    /// <param name="input">The files.</param>
    /// <param name="results">Creates the directories of the results.</param>
    /// <param name="settings">The settings.</param>
    /// <param name="expected">Digests of the results, in the order of the files.</param>
    /// <param name="devices">The devices below files and results, if they are known.</param>
    /// <param name="inputPieces">In how many pieces the files are stored, if that is known.</param>
    internal ProcessTrial(
        string name,
        InputDirectory input,
        ResultDirectories results,
        ProcessSettings settings,
        Hash128[] expected,
        IReadOnlyList<DeviceNumber> devices,
        long? inputPieces = null)
    {
        (Name, _input, _results, _settings, _expected, _devices) = (name, input, results, settings, expected, devices);
        _inputPieces = inputPieces;
    }

    public string Name { get; }

    public TrialStart Prepare(ProgressMonitor monitor)
    {
        if (_settings.Strategy == ProcessStrategy.StreamReader && !_isLookedThrough)
        {
            TrialFailures.OnInput(_input, () =>
            {
                ReaderWork.RefuseCarriageReturns(_input, monitor.Stop);
                return _isLookedThrough = true;
            });
        }

        double? resident = TrialFailures.OnInput(_input, () => InputCache.Drop(_input, monitor.Stop));
        _target = _results.Create();
        _heap = new HeapWatch();
        return new TrialStart { ResidentPct = resident, MustBeCold = true };
    }

    public TrialWork Run(ProgressMonitor monitor)
    {
        _before = BusyTimes.Take(_devices);
        ProcessResult result = TrialFailures.OnInput(_input, () => Processor.Run(new ProcessTask(_input, _target!, _settings), monitor));
        return new TrialWork
        {
            BytesRead = result.Bytes,
            BytesWritten = result.Bytes,
            Records = result.Lines,
            Metrics = new Dictionary<string, double>
            {
                [Metrics.NativeBuffers.Name] = result.NativeBufferBytes,
                [Metrics.PeakManaged.Name] = _heap!.Peak(),
            },
        };
    }

    public bool MakeDurable(ProgressMonitor monitor) => FileSystemFlush.OfFiles(_target!);

    public TrialEnd Finish(TrialWork? work)
    {
        try
        {
            if (work is null)
            {
                return TrialEnd.Nothing;
            }

            var after = BusyTimes.Take(_devices);
            Check();
            long? pieces = FilePieces.Count(
                Enumerable.Range(0, _expected.Length).Select(TargetOf), CancellationToken.None);
            if (_results.TryKeep(_target!, Name))
            {
                _target = null;
            }

            return new TrialEnd
            {
                Metrics = BusyTimes.Shares(_before!, after, _settings.Threads)
                    .Concat(Metrics.Of((Metrics.FileFragments, _inputPieces), (Metrics.ResultFragments, pieces)))
                    .ToDictionary(),
            };
        }
        finally
        {
            Dispose();
            if (_target is { } results)
            {
                _results.Empty(results, _input.Files.Select(file => file.Name));
            }
        }
    }

    /// <summary>Stops watching the heap; may be called from any thread, and repeatedly.</summary>
    public void Dispose() => _heap?.Dispose();

    private FilePath TargetOf(int index) => _target!.Join(_input.Files[index].Name);

    private void Check()
    {
        for (int index = 0; index < _expected.Length; index++)
        {
            if (ExpectedContent.Digest(TargetOf(index), CancellationToken.None) != _expected[index])
            {
                throw new ExperimentException(
                    Outcome.Mismatch,
                    $"{Name} wrote bytes that differ from the expected result for {_input.PathOf(index).Display}; the file may have "
                    + "changed during the run, or the memory or the device is damaged");
            }
        }
    }
}
