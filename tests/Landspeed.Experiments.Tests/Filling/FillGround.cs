using System.Globalization;
using Landspeed.Experiments.Filling;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Results.Filling;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Filling;

/// <summary>A small volume, and fillings of it.</summary>
internal sealed class FillGround : IDisposable
{
    private readonly TestVolume _volume;

    /// <summary>Mounts it, as small as its file system can be.</summary>
    public FillGround(string type, string? size = null, string makeOptions = "")
    {
        _volume = new TestVolume(type, size ?? (type switch { "xfs" => "300M", "btrfs" => "128M", _ => "64M" }), makeOptions: makeOptions);
        Before = Available();
    }

    /// <summary>Where it is mounted.</summary>
    public string Path => _volume.Path;

    /// <summary>The directory of a filling.</summary>
    public string Filled => _volume.File("landspeed-fill");

    /// <summary>Bytes that were available at first.</summary>
    public long Before { get; }

    /// <summary>Most that can be filled of such a volume.</summary>
    public int MostPct => _volume.Type == "btrfs" ? 85 : 95;

    /// <summary>What is filled when nothing else is said.</summary>
    public FillOptions Options => new()
    {
        Directory = FilePath.FromText(Path), FillPct = MostPct, KeepPct = 30, Smallest = 4096, Largest = _volume.Type == "xfs" ? 4 << 20 : 1 << 20,
    };

    public string File(string name) => _volume.File(name);

    /// <summary>Fills.</summary>
    /// <param name="options">How.</param>
    /// <param name="meanwhile">Is done once, after the first file.</param>
    public static FillSection Fill(FillOptions options, Action? meanwhile = null) => Run(options, meanwhile).Fill!;

    /// <summary>The same, with all of the run.</summary>
    public static RunRecord Run(FillOptions options, Action? meanwhile = null) => Run(options, _ => meanwhile?.Invoke());

    /// <summary>Fills, and is stopped after the first file.</summary>
    public static RunRecord Stopped(FillOptions options) => Run(options, stop => stop.Cancel());

    /// <summary>Removes what is ours.</summary>
    public FillCleaned Clean() => FillCleaning.Run(FilePath.FromText(Path), isDry: false, CancellationToken.None);

    /// <summary>Bytes that are available, by another program, once it is durable.</summary>
    public long Available() => long.Parse(
        Command.Shell($"sync -f '{Path}'; df --output=avail -B1 '{Path}' | tail -1"), CultureInfo.InvariantCulture);

    /// <summary>Share that is used, by another program.</summary>
    public int UsedPct() => int.Parse(Command.Shell($"sync -f '{Path}'; df --output=pcent '{Path}' | tail -1 | tr -d ' %'"), CultureInfo.InvariantCulture);

    /// <summary>Names, kinds and content of everything but what landspeed makes.</summary>
    public string Others() => Command.Shell(
        $"cd '{Path}' && find . -mindepth 1 -path ./lost+found -prune -o -path ./landspeed-fill -prune -o -printf '%P %y %i %n %s %l %T@\\n' | sort; "
        + "find . -mindepth 1 -path ./lost+found -prune -o -path ./landspeed-fill -prune -o -type f -exec md5sum {} + | sort");

    public void Dispose() => _volume.Dispose();

    private static RunRecord Run(FillOptions options, Action<CancellationTokenSource> meanwhile)
    {
        var experiment = new FillExperiment(options);
        ExperimentPlan plan = experiment.Plan(DateTimeOffset.UnixEpoch);
        using var stop = new CancellationTokenSource();
        Action<CancellationTokenSource>? once = meanwhile;
        var monitor = new ProgressMonitor(_ => Interlocked.Exchange(ref once, null)?.Invoke(stop), stop.Token);
        try
        {
            return experiment.Prepare(monitor)[0].Run(0, new RunContext(plan, monitor, TimeProvider.System));
        }
        finally
        {
            experiment.CleanUp();
        }
    }
}
