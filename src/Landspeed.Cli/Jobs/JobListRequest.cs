using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Campaigns;
using Landspeed.Experiments.Commands;
using Landspeed.Experiments.Jobs;

namespace Landspeed.Cli.Jobs;

/// <summary>Which commands are measured at the same time, and where their result goes.</summary>
/// <param name="Jobs">The commands.</param>
/// <param name="Outputs">Where their result goes.</param>
/// <param name="IsQuiet">Whether nothing is said but results.</param>
/// <param name="Source">The file that names the commands, which no result may replace.</param>
internal sealed record JobListRequest(IReadOnlyList<Job> Jobs, ResultOutputs Outputs, bool IsQuiet, FilePath Source)
{
    /// <summary>The option that names the file of commands.</summary>
    internal const string Option = "--jobs";

    private const string Quiet = "--quiet";

    /// <summary>The options.</summary>
    internal static OptionGroup Group { get; } = OptionGroup.Of(
        "Several jobs",
        VerbOption.Path(
            Option, ValueForm.File, "Measure the commands of this file at the same time, each as a process"));

    /// <summary>What is asked for.</summary>
    /// <param name="words">What was typed.</param>
    /// <param name="verb">The verb.</param>
    /// <param name="results">Options of the result.</param>
    /// <returns>Null: no list of jobs.</returns>
    /// <exception cref="ExperimentException">The file cannot be used, or an option contradicts it.</exception>
    internal static JobListRequest? Of(GivenWords words, Verb verb, OptionGroup<ResultOutputs> results)
    {
        if (words.Text(Option) is not { } name)
        {
            return null;
        }

        HashSet<string> allowed = [Option, Quiet, .. results.Options.Select(option => option.Name)];
        string? other = words.Operand("file", null) is { } file
            ? Shown.Value(file)
            : verb.Options.FirstOrDefault(one => words.Has(one.Name) && !allowed.Contains(one.Name))?.Name;
        if (other is not null)
        {
            throw UsageError.Of(
                $"{other} belongs to one job; write it into the commands of the file that {Option} names");
        }

        FilePath path = Values.Path(Option, name);
        IReadOnlyList<CampaignEntry> entries = CampaignFile.Read(path, new MeasureAlone(), "list of jobs");
        if (entries.FirstOrDefault(entry => entry.Own is null) is { } ofShell)
        {
            throw UsageError.Of(FormattableString.Invariant(
                $"the list of jobs {path.Display}, line {ofShell.Line}: only commands of landspeed measure run ")
                + "at the same time; begin it with landspeed measure");
        }

        return new JobListRequest(
            [.. entries.Select(entry => new Job(entry.Name, entry.Own!.Words))],
            results.Read(words, new ResultOutputs()),
            words.IsSet(Quiet),
            path);
    }

    private sealed class MeasureAlone : IOwnVerbs
    {
        public IReadOnlyList<string> Program => [];

        public OwnCommand Find(IReadOnlyList<string> words) => words is ["measure", ..]
            ? new OwnCommand(words, 1, HasResult: true)
            : throw new FormatException("only landspeed measure can run at the same time as others");
    }
}
