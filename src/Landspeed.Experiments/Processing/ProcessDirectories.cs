using Landspeed.Experiments.Creating;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;

namespace Landspeed.Experiments.Processing;

/// <summary>The directories of the input and the results: given ones, or directories of ours.</summary>
/// <remarks>For use by one thread, except <see cref="Remove"/>.</remarks>
internal sealed class ProcessDirectories
{
    private readonly ProcessOptions _options;
    private readonly TargetDirectory _target;
    private readonly FilePath _parent;
    private volatile TrialDirectory? _data;

    internal ProcessDirectories(ProcessOptions options)
    {
        _options = options;
        _parent = options.Input is { } input ? PlainPath.ParentOf(input) : options.Directory;
        _target = new TargetDirectory(options.Output ?? _parent);
    }

    /// <summary>The directory in which one is created for the results of each run.</summary>
    internal FilePath Output => _target.Path;

    /// <summary>An existing directory on the volume of the results.</summary>
    internal FilePath OutputVolume => _target.Existing;

    /// <summary>What is processed, for display.</summary>
    internal string InputText => _options.Input is { } input ? input.Display
        : $"a new data set in {_parent.Display}, {(_options.Keep ? "which stays" : "removed afterwards")}";

    /// <summary>The paths that are read and written.</summary>
    internal IEnumerable<(FilePath Path, string Purpose)> Uses
    {
        get
        {
            yield return (Output, "the directory of the results");
            if (_options.Input is { } input)
            {
                yield return (input, "the directory to process");
            }
        }
    }

    /// <summary>Checks both without touching anything.</summary>
    /// <returns>Files and bytes of the input, and its entries that are not regular files.</returns>
    internal (long Files, long Bytes, int LeftOut) Check()
    {
        InputDirectory? input = _options.Input is { } directory ? InputDirectory.Read(directory) : null;
        _target.Check(_options.Input, mayHaveContent: _options.Output is null || _options.Overwrite);
        return input is null
            ? (_options.Data.Files, _options.Data.TotalLength, 0)
            : (input.Files.Count, input.TotalBytes, input.LeftOut);
    }

    /// <summary>Creates what is missing.</summary>
    /// <returns>The input.</returns>
    internal InputDirectory Make(ProgressMonitor monitor)
    {
        _target.Make();
        return InputDirectory.Read(_options.Input ?? MakeData(monitor));
    }

    /// <summary>Takes over what an interrupted run created, to be removed.</summary>
    internal void TakeOver() => _target.TakeOver();

    /// <summary>Removes what was created.</summary>
    internal void Remove()
    {
        if (_options.Keep)
        {
            _data?.Keep();
        }
        else
        {
            _data?.Dispose();
        }

        _target.Remove();
    }

    private FilePath MakeData(ProgressMonitor monitor)
    {
        TrialDirectory made = TrialDirectory.Create(_parent, "process-data");
        _data = made;
        var set = new DataSetOptions { Directory = made.Path, Shape = _options.Data, Seed = _options.Seed };
        long[] all = [.. Enumerable.Range(0, (int)_options.Data.Files).Select(number => (long)number)];
        new DataSetWriter(set).Write(all, new ProcessTally(monitor, _options.Data.TotalLength), monitor.Stop);
        return made.Path;
    }
}
