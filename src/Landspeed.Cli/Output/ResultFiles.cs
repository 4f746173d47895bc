namespace Landspeed.Cli.Output;

/// <summary>The result files of one command.</summary>
/// <param name="terminal">Receives where results are that are not where they were asked for.</param>
internal sealed class ResultFiles(Terminal terminal) : IDisposable
{
    private readonly List<(ResultFile File, ResultFormat Format)> _files = [];
    private ResultDirectory? _directory;

    /// <summary>Tries the targets of the results.</summary>
    /// <param name="targets">Option, name and form of each.</param>
    /// <exception cref="Experiments.ExperimentException">One cannot be written; nothing was changed.</exception>
    internal void Open(IEnumerable<(string Option, string Name, ResultFormat Format)> targets)
    {
        foreach ((string option, string name, ResultFormat format) in targets)
        {
            lock (_files)
            {
                _files.Add((ResultFile.Open(option, name), format));
            }
        }
    }

    /// <summary>Opens the directory of results that consist of several files.</summary>
    /// <param name="option">The option that named it.</param>
    /// <param name="name">The directory.</param>
    /// <param name="files">The names of the files.</param>
    /// <exception cref="Experiments.ExperimentException">It cannot be written; nothing was changed.</exception>
    internal void OpenDirectory(string option, string name, IEnumerable<string> files)
    {
        lock (_files)
        {
            _directory = ResultDirectory.Open(option, name, files);
        }
    }

    /// <summary>Writes the files of the directory, where there is one.</summary>
    /// <param name="write">Gives the text of a file by its name.</param>
    internal void CompleteDirectory(Func<string, string> write) => _directory?.Complete(write);

    /// <summary>Writes the results and gives them their names.</summary>
    /// <param name="write">Writes a form of the result.</param>
    internal void Complete(Action<ResultFormat, TextWriter> write)
    {
        terminal.Output.Flush(); // one of them may be the same open file
        foreach ((ResultFile file, ResultFormat format) in _files)
        {
            file.Complete(writer => write(format, writer));
            if (file.MovedText is { } moved)
            {
                Diagnostics.Say(terminal, moved);
            }
        }
    }

    /// <summary>Removes what is not complete, from any thread: the process is about to end.</summary>
    internal void Abandon()
    {
        lock (_files)
        {
            _files.ForEach(file => file.File.Abandon());
            _directory?.Abandon();
        }
    }

    /// <summary>Removes what is not complete.</summary>
    public void Dispose()
    {
        _files.ForEach(file => file.File.Dispose());
        _directory?.Dispose();
    }
}
