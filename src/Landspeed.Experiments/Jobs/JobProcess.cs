using Landspeed.Experiments.Commands;
using Landspeed.Results;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Jobs;

/// <summary>The process of a job, and what it leaves.</summary>
internal sealed class JobProcess : IDisposable
{
    /// <summary>Begins the word that tells a process of this program which job it is.</summary>
    internal const string Seat = "seat=";

    private readonly Job _job;
    private readonly IChild _child;
    private readonly SafeFileHandle _output;
    private readonly SafeFileHandle _error;
    private readonly string _stem;

    private JobProcess(Job job, IChild child, (SafeFileHandle Output, SafeFileHandle Error) files, string stem)
    {
        (_job, _child, _stem) = (job, child, stem);
        (_output, _error) = files;
    }

    /// <summary>Which process it is.</summary>
    internal ChildIdentity Identity => _child.Identity;

    /// <summary>Starts it; it waits until it is run.</summary>
    /// <param name="commands">Starts processes.</param>
    /// <param name="program">The words before its command.</param>
    /// <param name="job">The job.</param>
    /// <param name="stem">Begins the names of its temporary files.</param>
    internal static JobProcess Start(ICommands commands, IReadOnlyList<string> program, Job job, string stem)
    {
        SafeFileHandle output = Open($"{stem}.out");
        SafeFileHandle error = Open($"{stem}.err");
        try
        {
            string[] quiet = job.Words.Contains("--quiet") ? [] : ["--quiet"];
            var own = new OwnCommand(
                [job.Words[0], .. quiet, .. job.Words.Skip(1)], VerbLength: 1, HasResult: true);
            var command = new ChildCommand(own.Start(program, $"{stem}.json"), output, error);
            return new JobProcess(job, commands.Start(command), (output, error), stem);
        }
        catch
        {
            output.Dispose();
            error.Dispose();
            throw;
        }
    }

    /// <summary>Runs it to its end.</summary>
    /// <param name="stop">Asks it to end.</param>
    internal JobEnd Run(CancellationToken stop)
    {
        ChildEnd end = _child.Run(Timeout.InfiniteTimeSpan, stop);
        byte[] said = new byte[Math.Min(RandomAccess.GetLength(_error), 1 << 16)];
        string text = FilePath.Decode(said.AsSpan(0, RandomAccess.Read(_error, said, 0)));
        var result = new FileInfo($"{_stem}.json");
        using FileStream? stream = result is { Exists: true, Length: > 0 } ? result.OpenRead() : null;
        return new JobEnd(
            _job, end.ExitCode, text.Split('\n', StringSplitOptions.RemoveEmptyEntries),
            stream is null ? null : ResultsJson.Read(stream));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _child.Dispose();
        _output.Dispose();
        _error.Dispose();
    }

    private static SafeFileHandle Open(string name) =>
        File.OpenHandle(name, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
}
