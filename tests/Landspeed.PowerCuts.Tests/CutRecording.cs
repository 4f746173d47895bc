using System.Diagnostics;
using System.Globalization;
using Landspeed.Testing;
using Landspeed.Testing.PowerCuts;

namespace Landspeed.PowerCuts.Tests;

/// <summary>A work that was carried out on recorded volumes: a directory with the log, the images as they were at the
/// beginning (<c>base</c>) and in the end (<c>live</c>), what lies <c>outside</c>, and mount points.</summary>
internal sealed class CutRecording
{
    internal const string StartMark = "start";
    internal const string StepMark = "step";
    private const int SignalCodes = 128;
    private static readonly string[] s_directories = ["base", "live", "recorder", "outside"];
    private static readonly string[] s_volumes = ["a", "b"];
    private readonly CutWork _work;
    private readonly VolumeType _type;

    /// <summary>Takes the recording in a directory, or makes it there.</summary>
    internal CutRecording(CutWork work, VolumeType type, string directory)
    {
        (_work, _type, Directory) = (work, type, directory);
        if (File.Exists(DoneFile))
        {
            ExitCode = int.Parse(File.ReadAllText(DoneFile), CultureInfo.InvariantCulture);
            return;
        }

        foreach (string name in s_directories.Concat(Volumes))
        {
            System.IO.Directory.CreateDirectory(Path.Combine(directory, name));
        }

        Record();
        File.WriteAllText(DoneFile, ExitCode.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>The command under test.</summary>
    internal static string Landspeed => CommandFile.Path;

    internal string Directory { get; }

    /// <summary>How the last step ended.</summary>
    internal int ExitCode { get; private set; }

    /// <summary>Names of the directories where the volumes are mounted.</summary>
    internal string[] Volumes => s_volumes[.._work.VolumeCount];

    internal string Log => Path.Combine(Directory, "log");

    /// <summary>The mark behind the last step.</summary>
    internal string DoneMark => string.Create(CultureInfo.InvariantCulture, $"done={ExitCode}");

    private string DoneFile => Path.Combine(Directory, "exit-code");

    /// <summary>An image as it was before the first record.</summary>
    internal string Base(int volume) => Path.Combine(Directory, "base", volume.ToString(CultureInfo.InvariantCulture));

    /// <summary>An image after the last record.</summary>
    internal string Live(int volume) => Path.Combine(Directory, "live", volume.ToString(CultureInfo.InvariantCulture));

    /// <summary>Mounts the volumes on images.</summary>
    internal IDisposable Mount(IReadOnlyList<string> images) => new Mounts(
        this, [.. images.Select((image, volume) => (image, Path.Combine(Directory, Volumes[volume])))]);

    /// <summary>Runs a command to its end.</summary>
    internal Command Run(CutStep step) => step.Call is { } call ? Run(call) : Run(step.Command, _ => { });

    private void Record()
    {
        for (int volume = 0; volume < _work.VolumeCount; volume++)
        {
            _type.Make(Base(volume), _work.VolumeSize);
            Command.Shell($"cp --sparse=always '{Base(volume)}' '{Live(volume)}'");
        }

        using var recorder = new WriteRecorder(Path.Combine(Directory, "live"), Path.Combine(Directory, "recorder"), Log);
        using IDisposable mounted = Mount([.. Enumerable.Range(0, _work.VolumeCount).Select(recorder.Image)]);
        _work.Prepare(new CutFiles(Directory));
        Command.Shell($"cd '{Directory}' && sync -f {string.Join(' ', Volumes)}");
        Bystander[] bystanders = _work.IsQuiet ? [] : [.. Volumes.Select(volume => new Bystander(Path.Combine(Directory, volume)))];
        try
        {
            recorder.Mark(StartMark);
            foreach (CutStep step in _work.Steps)
            {
                Record(step, recorder);
                recorder.Mark(StepMark);
            }

            recorder.Mark(DoneMark);
        }
        finally
        {
            Array.ForEach(bystanders, bystander => bystander.Dispose());
        }
    }

    private void Record(CutStep step, WriteRecorder recorder)
    {
        Command ended = step.Signal == 0
            ? Run(step)
            : Run(step.WaitingForInput, process =>
            {
                recorder.Signal(process.Id, step.Signal, step.AfterBytes);
                process.StandardInput.WriteLine();
            });
        ExitCode = ended.ExitCode;
        if (step.Signal != 0 && ExitCode != SignalCodes + step.Signal)
        {
            throw new InvalidOperationException(
                $"'{step.Line}' was not stopped by signal {step.Signal}, it ended with {ExitCode}: {ended.Error}");
        }
    }

    private Command Run(Action<string> call)
    {
        try
        {
            call(Directory);
            return new Command(0, string.Empty, string.Empty);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return new Command(1, string.Empty, failure.ToString());
        }
    }

    private Command Run(Func<string, (string Program, string[] Arguments)> command, Action<Process> started)
    {
        (string program, string[] arguments) = command(Landspeed);
        using Process process = ChildProcess.Start(new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = Directory,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        });
        started(process);
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        string error = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return new Command(process.ExitCode, output.Result, error);
    }

    private sealed class Mounts : IDisposable
    {
        private readonly Stack<MountedImage> _mounted = new();

        internal Mounts(CutRecording owner, IReadOnlyList<(string Image, string Directory)> places)
        {
            try
            {
                foreach ((string image, string directory) in places)
                {
                    _mounted.Push(new MountedImage(image, directory, owner._type));
                }
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        public void Dispose()
        {
            while (_mounted.TryPop(out MountedImage? image))
            {
                image.Dispose();
            }
        }
    }
}
