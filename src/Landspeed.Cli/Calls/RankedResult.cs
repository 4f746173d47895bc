using System.Text;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Experiments;
using Landspeed.Experiments.Merging;
using Landspeed.Experiments.Rounds;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>The result of one of several ranks: written first, then brought to rank 0, which puts all together.</summary>
/// <param name="rank">Which rank this is; alone it does nothing.</param>
/// <param name="terminal">Receives where results are that are not where they were asked for.</param>
internal sealed class RankedResult(JobRank rank, Terminal terminal) : IDisposable
{
    // Who was stopped by a signal has cleaned up by now, and gives the others time to do it.
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5);

    private readonly ResultFiles _files = new(terminal);

    /// <summary>What each rank does of what was asked: only rank 0 shows progress and writes the result of all.</summary>
    internal static ExperimentRequest Request(ExperimentRequest request, JobRank rank)
    {
        if (rank.IsAlone)
        {
            return request;
        }

        string? own = request.Outputs.Json is { } name && name != ResultOutputs.Standard && !IsDevice(name) ? NameOf(name, rank.Rank) : null;
        return rank.Speaks ? request with { OwnResult = own } : request with
        {
            OwnResult = own,
            Outputs = new ResultOutputs(),
            Charts = null,
            ShowProgress = false,
            AnnouncePlan = false,
        };
    }

    /// <summary>The name of a rank's own result, beside that of all: <c>a.json</c> gives <c>a.rank3.json</c>.</summary>
    internal static string NameOf(string json, int rank) =>
        Path.ChangeExtension(json, FormattableString.Invariant($"rank{rank}{Path.GetExtension(json)}"));

    /// <summary>Tries the file of this rank's own result.</summary>
    /// <exception cref="ExperimentException">It cannot be written.</exception>
    internal void Open(ExperimentRequest request)
    {
        if (request.OwnResult is { } name)
        {
            _files.Open([("--json", name, ResultFormat.Json)]);
        }
    }

    /// <summary>Writes this rank's own result, and puts all together. Collective.</summary>
    /// <param name="own">What this rank has.</param>
    /// <param name="stop">A signal, after which the others are waited for only for some seconds.</param>
    /// <returns>On rank 0 the result of all, or of itself where others have failed; on the others their own.</returns>
    internal ExperimentResult Complete(ExperimentResult own, CancellationToken stop)
    {
        if (rank.IsAlone)
        {
            return own;
        }

        _files.Complete((_, writer) => ResultsJson.Write(own.Document, writer));
        Exception? failure = own.Failure;
        IReadOnlyList<byte[]> all = [];
        if (!rank.IsOver)
        {
            try
            {
                using var patience = new Patience(s_patience, stop);
                rank.Meet("the results", patience.Token);
                all = rank.Group.Gather(Bytes(own.Document), patience.Token);
            }
            catch (Exception e) when (e is ExperimentException or IOException or OperationCanceledException)
            {
                failure ??= e is OperationCanceledException ? null : e;
            }
        }

        return !rank.Speaks ? own : new ExperimentResult(RankMerge.Of(all.Count == 0 ? [own.Document] : [.. all.Select(Document)]), failure);
    }

    /// <summary>Removes what is not complete, from any thread: the process is about to end.</summary>
    internal void Abandon() => _files.Abandon();

    /// <inheritdoc/>
    public void Dispose() => _files.Dispose();

    private static bool IsDevice(string name) =>
        OwnDescriptor.Find(FilePath.FromText(name)) is not null
        || (NativePlatform.Files.StatusOf(FilePath.FromText(name), out FileStatus status).Succeeded
            && status.Kind != FileKind.Regular);

    private static byte[] Bytes(ResultDocument document)
    {
        using var text = new StringWriter();
        ResultsJson.Write(document, text);
        return Encoding.UTF8.GetBytes(text.ToString());
    }

    private static ResultDocument Document(byte[] bytes)
    {
        using var stream = new MemoryStream(bytes);
        return ResultsJson.Read(stream);
    }
}
