using System.ComponentModel;
using Landspeed.Testing;
using Landspeed.Testing.PowerCuts;

namespace Landspeed.PowerCuts.Tests;

/// <summary>Cuts the power of one work on one file system, again and again.</summary>
internal sealed class CutTrial : IDisposable
{
    private readonly CutWork _work;
    private readonly VolumeType _type;
    private readonly ImageStore _store = new();
    private readonly ScratchDirectory? _scratch;
    private readonly CutRecording _recording;
    private readonly WriteLog _log;
    private readonly IReadOnlyList<int> _steps;
    private readonly KnownContents _contents = new();

    /// <summary>Carries the work out once and records it.</summary>
    /// <param name="work">What.</param>
    /// <param name="type">Where.</param>
    /// <param name="recordings">Keeps the recording, or has it already; null: it is thrown away.</param>
    internal CutTrial(CutWork work, VolumeType type, string? recordings = null)
    {
        (_work, _type) = (work, type);
        _scratch = recordings is null ? new ScratchDirectory(ImageStore.Memory) : null;
        _recording = new CutRecording(
            work, type, recordings is null ? _scratch!.Path : Path.Combine(recordings, $"{type.Name}-{work.Name}"));
        _log = new WriteLog(_recording.Log);
        _steps = _log.FindAll(CutRecording.StepMark);
    }

    private int Start => _log.Find(CutRecording.StartMark);

    private int Done => _log.Find(_recording.DoneMark);

    /// <summary>Looks at many points.</summary>
    /// <param name="count">How many.</param>
    /// <param name="seed">Of the choice.</param>
    /// <param name="repeatedShare">After one of so many the command is repeated; 1: after each, 0: after none.</param>
    internal CutReport Run(int count, int seed, int repeatedShare = 1) =>
        Run(CrashPoint.Choose(_log, Start, Done, count, seed), seed, repeatedShare);

    /// <summary>Looks at points, rising.</summary>
    internal CutReport Run(IReadOnlyList<CrashPoint> points, int seed = 0, int repeatedShare = 1)
    {
        var report = new CutReport($"{_type.Name} {_work.Name}", seed);
        _contents.IsLearning = true;
        Take(_recording.Live);
        CutState after = At(Images, "outside");
        Command again = Repeat(Images);
        Take(_recording.Base);
        using var images = new CrashImages(_log, _store.Path, _work.VolumeCount, _type.TearSizes);
        CutState before = At(images.Build(CrashPoint.Whole(Start)), "outside");
        _contents.IsLearning = false;
        var check = new CutCheck(_work, before, after, _recording.Directory) { CodeWhenDone = again.ExitCode };
        report.Add(CrashPoint.Whole(_log.Records.Count), Undisturbed(check));
        for (int number = 0; number < points.Count; number++)
        {
            CrashPoint point = points[number];
            bool isRepeated = repeatedShare > 0 && number % repeatedShare == 0;
            report.Points++;
            report.Repetitions += isRepeated ? 1 : 0;
            report.Add(point, Problems(check, images.Build(point), point.Position, isRepeated));
        }

        return report;
    }

    public void Dispose()
    {
        _log.Dispose();
        _store.Dispose();
        _scratch?.Dispose();
    }

    private string[] Images => [.. Enumerable.Range(0, _work.VolumeCount).Select(volume => _store.File($"{volume}"))];

    private void Take(Func<int, string> image)
    {
        for (int volume = 0; volume < _work.VolumeCount; volume++)
        {
            Command.Shell($"cp --sparse=always '{image(volume)}' '{Images[volume]}'");
        }
    }

    private CutState At(IReadOnlyList<string> images, params string[] further)
    {
        using IDisposable mounted = _recording.Mount(images);
        return Look(further);
    }

    private CutState Look(params string[] further) =>
        CutState.Read(_recording.Directory, [.. _recording.Volumes, .. further], _contents);

    private Command Repeat(IReadOnlyList<string> images)
    {
        using IDisposable mounted = _recording.Mount(images);
        return _recording.Run(_work.Repeat);
    }

    private IEnumerable<CutProblem> Undisturbed(CutCheck check) => _recording.ExitCode == 0
        ? check.Undisturbed()
        : [new CutProblem("failed", $"the work itself ended with {_recording.ExitCode}")];

    private List<CutProblem> Problems(CutCheck check, IReadOnlyList<string> images, int position, bool isRepeated)
    {
        try
        {
            using IDisposable mounted = _recording.Mount(images);
            CutState found = Look();
            List<CutProblem> problems = [.. check.AtCut(found, position > Done, _steps.Count(at => at < position))];
            if (isRepeated)
            {
                Command command = _recording.Run(_work.Repeat);
                problems.AddRange(check.Repeated(found, command, Look()));
            }

            return problems;
        }
        catch (Win32Exception failure)
        {
            return [new CutProblem("not mounted", failure.Message)];
        }
        catch (IOException failure)
        {
            string kernel = Command.Shell("dmesg | grep -i error | tail -n 3");
            return [new CutProblem("not readable", $"{failure.Message}; the kernel's last errors: {kernel.ReplaceLineEndings("; ")}")];
        }
    }
}
