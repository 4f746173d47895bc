using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Diskspd;
using Landspeed.Cli.Jobs;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Campaigns;
using Landspeed.Experiments.Jobs;
using Landspeed.Files;

namespace Landspeed.Cli.Fio;

/// <summary>
/// Measures the jobs of a fio job file as fio runs them, at the same time those between two that wait, or what a
/// command line of DiskSpd measures. Each becomes a command line of <c>measure</c>.
/// </summary>
/// <param name="terminal">Receives the commands and what is said of them.</param>
/// <param name="composition">The parts of the command.</param>
/// <param name="command">Runs a command line, and returns its exit code.</param>
internal sealed class JobsCall(Terminal terminal, Composition composition, Func<string[], int> command)
{
    private const int LongestName = CampaignEntry.LongestName - 5; // a number of up to four digits

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code: that of the first job that did not end with 0.</returns>
    internal int Execute(JobsRequest request)
    {
        TranslatedJob[][] groups = Translated(request);
        if (request.ShowsOnly)
        {
            Show(request, groups);
            return ExitStatus.Done;
        }

        if (groups.Length > 1 && request.OfOneJob is { } option)
        {
            string file = ShellWord.Of(request.Path!.Text);
            throw UsageError.Of(
                FormattableString.Invariant($"{option} is for one result, but there are {groups.Length}: ")
                + "name one job with --job"
                + (groups.All(group => group.Length == 1)
                    ? $", or keep the results of all: landspeed measure --fio {file} --show > jobs.txt; "
                        + "landspeed campaign jobs.txt"
                    : ", or print the groups with --show and measure each with --jobs"));
        }

        foreach (TranslatedJob[] group in groups)
        {
            int code = group.Length > 1
                ? RunAtOnce(group, groups.Length > 1, request)
                : Run(group[0], groups.Length > 1, request);
            if (code is not ExitStatus.Done)
            {
                return code;
            }
        }

        return ExitStatus.Done;
    }

    // Those of a group run at the same time.
    private static TranslatedJob[][] Translated(JobsRequest request)
    {
        TranslatedJob[][] groups;
        if (request.Path is { } path)
        {
            groups =
            [
                .. Chosen(path, request.Name).Select(group => group
                    .Select(job => (Job: job, It: JobTranslator.Translate(job, request.File, LengthOf)))
                    .Select(one => group.Count > 1 ? AmongOthers(one.Job, one.It) : one.It).ToArray()),
            ];
            request.Outputs.Refuse(path, "the job file");
        }
        else
        {
            groups = [[DiskspdTranslator.Translate(request.Line!, request.File, LengthOf)]];
        }

        return [.. groups.Select(group => group
            .Select(job => job with { Words = [.. job.Words, .. request.Words] }).ToArray())];
    }

    private static List<List<JobSection>> Chosen(FilePath path, string? only)
    {
        IReadOnlyList<JobSection> all = JobFile.Read(path, Environment.GetEnvironmentVariable);
        if (only is { } name)
        {
            string names = string.Join(", ", all.Select(job => Shown.OneLine(job.Name)).Distinct().Take(20));
            all = [.. all.Where(job => job.Name == name)];
            if (all.Count == 0)
            {
                throw UsageError.Of($"{path.Display} has no job {Shown.Value(name)}; it has {names}");
            }
        }

        List<List<JobSection>> groups = [];
        foreach (JobSection job in all)
        {
            if (groups.Count == 0 || job.WaitsForOthers)
            {
                groups.Add([]);
            }

            groups[^1].Add(job);
        }

        foreach (JobSection job in groups.Where(group => group.Count > 1).SelectMany(group => group))
        {
            RefuseDelay(job);
        }

        return groups;
    }

    // What changes nothing of a job that is alone.
    private static TranslatedJob AmongOthers(JobSection section, TranslatedJob job)
    {
        const string ExitAll = "exitall";
        bool isSet = section.Options.LastOrDefault(option => option.Name == ExitAll) is { Value: not "0" };
        return !isSet ? job
            : job with
            {
                Ignored = [.. job.Ignored.Where(name => name != ExitAll)],
                Differences =
                    [.. job.Differences, "exitall: fio ends all jobs with the first; here each runs to its own end"],
            };
    }

    // Alone it changes nothing.
    private static void RefuseDelay(JobSection job)
    {
        JobOption? delay = job.Options.LastOrDefault(option => option.Name is "startdelay" or "start_delay");
        if (delay is { Value: not "0" } late)
        {
            throw UsageError.Of(
                $"{job.Shown} cannot be measured as it is: {late.Shown}: jobs at the same time start together; leave "
                + "it out, or name one job with --job");
        }
    }

    private int RunAtOnce(TranslatedJob[] group, bool isOneOfSeveral, JobsRequest request)
    {
        foreach (TranslatedJob job in group)
        {
            Remark(job, request);
        }

        var names = new CampaignNames([]);
        var list = new JobListRequest(
            [.. group.Select(job => new Job(names.Free(job.Name, LongestName), job.Words))],
            request.Outputs,
            request.IsQuiet,
            request.Path!);
        int code = new JobsAtOnce(terminal, composition).Execute(list);
        if (isOneOfSeveral)
        {
            terminal.Output.Write("\n");
        }

        return code;
    }

    private int Run(TranslatedJob job, bool isOneOfSeveral, JobsRequest request)
    {
        Remark(job, request);
        if (isOneOfSeveral)
        {
            terminal.Output.Write($"{Shown.OneLine(job.Name)}: {job.Line}\n\n");
        }

        try
        {
            int code = command([.. job.Words, .. request.ResultWords]);
            if (isOneOfSeveral)
            {
                terminal.Output.Write("\n");
            }

            return code;
        }
        catch (ExperimentException e) when (e.Outcome == Outcome.Usage)
        {
            throw new ExperimentException(Outcome.Usage, $"{job.Shown}, which is {job.Line}: {e.Message}", e);
        }
    }

    private void Remark(TranslatedJob job, JobsRequest request)
    {
        if (!request.IsQuiet && job.Remarks.Any())
        {
            Diagnostics.Say(terminal, $"{job.Shown}: {string.Join("; ", job.Remarks)}");
        }
    }

    private void Show(JobsRequest request, TranslatedJob[][] groups)
    {
        var names = new CampaignNames([]);
        bool areAtOnce = groups.Any(group => group.Length > 1);
        string use = !areAtOnce ? "Save this as jobs.txt and run them all: landspeed campaign jobs.txt"
            : groups.Length == 1
                ? "Save this as jobs.txt and run them at the same time: landspeed measure --jobs jobs.txt"
                : "Groups, one after the other; save each as a file, and run it: landspeed measure --jobs FILE";
        terminal.Output.Write(request.Path is { } path
            ? $"# The jobs of {path.Display}. {use}\n" : "# What the command line of DiskSpd measures\n");
        foreach ((int index, TranslatedJob[] group) in groups.Index())
        {
            if (areAtOnce && groups.Length > 1)
            {
                terminal.Output.Write(FormattableString.Invariant(
                    $"\n# Group {index + 1}{(group.Length > 1 ? ", at the same time" : string.Empty)}\n"));
            }

            foreach (TranslatedJob job in group)
            {
                terminal.Output.Write($"\n# {job.Shown}\n");
                foreach (string remark in job.Remarks)
                {
                    terminal.Output.Write($"# - {remark}\n");
                }

                terminal.Output.Write($"{names.Free(job.Name, LongestName)}: {job.Line}\n");
            }
        }
    }

    private static long? LengthOf(string name)
    {
        if (name.Length == 0)
        {
            return null;
        }

        try
        {
            return TextPath.Use(Values.Path("filename", name), text => new FileInfo(text) is { Exists: true } file
                ? file.Length : (long?)null);
        }
        catch (IOException)
        {
            return null; // measure itself says what is wrong with it
        }
    }
}
