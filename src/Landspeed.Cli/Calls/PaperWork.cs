using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Paper;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Results.Paper;

namespace Landspeed.Cli.Calls;

/// <summary>A paper in progress: its parts, and what they came to.</summary>
/// <param name="request">What was asked for.</param>
/// <param name="reuse">What stored results give.</param>
/// <param name="parts">What is to be measured, in order.</param>
internal sealed class PaperWork(PaperRequest request, PaperReuse reuse, IReadOnlyList<PaperPart> parts)
{
    private readonly List<(string Name, ResultDocument Document)> _measured = [];

    /// <summary>What was asked for.</summary>
    internal PaperRequest Request => request;

    /// <summary>What is to be measured; one that cannot be done as planned is exchanged.</summary>
    internal List<PaperPart> Parts { get; } = [.. parts];

    /// <summary>Whether something ended it before its last part.</summary>
    internal bool HasEnded { get; private set; }

    /// <summary>The exit code: of the first part that has another than 0.</summary>
    internal int Code { get; private set; }

    /// <summary>Whether there is something to report.</summary>
    internal bool HasResult => _measured.Count > 0 || reuse.Sweep is not null || reuse.Creation is not null;

    /// <summary>What is missing, for a message: <c>sweep was stopped early, creation was not measured</c>.</summary>
    internal string Missing => string.Join(", ", Parts.Select(part => (part.Name, Document: Measured(part.Name))).Where(part => part.Document is null or { Partial: true })
        .Select(part => $"{part.Name} was {(part.Document is null ? "not measured" : "stopped early")}"));

    /// <summary>Whether a part has said how it is continued.</summary>
    internal bool HasTold => _measured.Any(one => one.Document.Partial);

    /// <summary>Enters what a part came to.</summary>
    internal void Enter(PaperPart part, ExperimentResult result) => _measured.Add((part.Name, result.Document with { Label = "measured now" }));

    /// <summary>Enters how a part ended.</summary>
    internal void End(int code, bool isEarly)
    {
        Code = Code == ExitStatus.Done ? code : Code;
        HasEnded |= isEarly;
    }

    /// <summary>The paper, from what there is.</summary>
    internal ResultDocument Document()
    {
        ResultDocument? sweep = reuse.Sweep ?? Measured(PaperPart.SweepName);
        ResultDocument? creation = reuse.Creation ?? Measured(PaperPart.CreationName);
        return PaperDocument.Of([.. new[] { sweep, creation }.OfType<ResultDocument>()], new PaperFacts
        {
            Array = ArrayOf(sweep),
            Full = request.Options.Full,
            Partial = HasEnded,
            Findings =
            [
                .. reuse.Unused.Select(one => FindingCodes.ResultNotUsed.Says(
                    $"{one.Name} is not used: {one.Reason}")),
                .. Parts.Where(part => part.WithoutImage is not null).Select(part =>
                    FindingCodes.NoFragmentedVolume.Says(
                        "files were created on the current volume, not on a clean and a fragmented one: "
                        + part.WithoutImage)),
            ],
        });
    }

    private ResultDocument? Measured(string name) => _measured.Where(one => one.Name == name).Select(one => one.Document).FirstOrDefault();

    // Only of a volume of this machine can the system be asked.
    private string ArrayOf(ResultDocument? sweep)
    {
        PlaceRecord here = EnvironmentProbe.Place(PlaceRoles.Directory, request.Options.Directory);

        // A file system over several devices names none of them.
        bool isHere = reuse.Sweep is null || (sweep is { Places: [var there, ..], Hosts: [var host, ..] }
            && there.Device == here.Device && (here.Device is not null || there.MountPoint == here.MountPoint)
            && there.FileSystem == here.FileSystem && host.ProcessorModel == HostProbe.Capture().ProcessorModel);
        return isHere ? ArrayProbe.Of(request.Options.Directory) ?? (here.Device is null ? PaperLabels.NoDevice : PaperLabels.OneDevice) : PaperLabels.Unknown;
    }
}
