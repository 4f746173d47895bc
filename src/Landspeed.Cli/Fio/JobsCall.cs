using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Campaigns;
using Landspeed.Files;

namespace Landspeed.Cli.Fio;

/// <summary>
/// Measures the jobs of a fio job file, one after the other: each becomes a command line of <c>measure</c>.
/// </summary>
/// <param name="terminal">Receives the commands and what is said of them.</param>
/// <param name="command">Runs a command line, and returns its exit code.</param>
internal sealed class JobsCall(Terminal terminal, Func<string[], int> command)
{
    /// <summary>Carries it out.</summary>
    /// <returns>The exit code: that of the first job that did not end with 0.</returns>
    internal int Execute(JobsRequest request)
    {
        TranslatedJob[] jobs =
            [.. Chosen(request).Select(job => JobTranslator.Translate(job, request.File, LengthOf)).Select(With)];
        if (request.ShowsOnly)
        {
            Show(request, jobs);
            return ExitStatus.Done;
        }

        if (jobs.Length > 1 && request.OfOneJob is { } option)
        {
            string file = ShellWord.Of(request.Path.Text);
            throw UsageError.Of(
                FormattableString.Invariant($"{option} is for one result, but there are {jobs.Length} jobs: ")
                + $"name one with --job, or keep the results of all: landspeed measure --fio {file} --show > jobs.txt; "
                + "landspeed campaign jobs.txt");
        }

        foreach (TranslatedJob job in jobs)
        {
            if (Run(job, jobs.Length > 1, request.IsQuiet) is not ExitStatus.Done and var code)
            {
                return code;
            }
        }

        return ExitStatus.Done;

        TranslatedJob With(TranslatedJob job) => job with { Words = [.. job.Words, .. request.Words] };
    }

    private static IReadOnlyList<JobSection> Chosen(JobsRequest request)
    {
        IReadOnlyList<JobSection> all = JobFile.Read(request.Path, Environment.GetEnvironmentVariable);
        if (request.Name is { } name)
        {
            string names = string.Join(", ", all.Select(job => Shown.OneLine(job.Name)).Distinct().Take(20));
            all = [.. all.Where(job => job.Name == name)];
            if (all.Count == 0)
            {
                throw UsageError.Of($"{request.Path.Display} has no job {Shown.Value(name)}; it has {names}");
            }
        }

        int together = Enumerable.Range(1, all.Count - 1).FirstOrDefault(index => !all[index].WaitsForOthers);
        return together == 0 ? all : throw UsageError.Of(
            $"{all[together].Shown} would run at the same time as [{Shown.OneLine(all[together - 1].Name)}], but jobs "
            + "are measured one after the other: write stonewall into it, or name one with --job");
    }

    private int Run(TranslatedJob job, bool isOneOfSeveral, bool isQuiet)
    {
        if (!isQuiet && job.Remarks.Any())
        {
            Diagnostics.Say(terminal, $"{job.Job.Shown}: {string.Join("; ", job.Remarks)}");
        }

        if (isOneOfSeveral)
        {
            terminal.Output.Write($"{Shown.OneLine(job.Job.Name)}: {job.Line}\n\n");
        }

        try
        {
            int code = command([.. job.Words]);
            if (isOneOfSeveral)
            {
                terminal.Output.Write("\n");
            }

            return code;
        }
        catch (ExperimentException e) when (e.Outcome == Outcome.Usage)
        {
            throw new ExperimentException(Outcome.Usage, $"{job.Job.Shown}, which is {job.Line}: {e.Message}", e);
        }
    }

    private void Show(JobsRequest request, TranslatedJob[] jobs)
    {
        const int Longest = CampaignEntry.LongestName - 5; // a number of up to four digits
        var names = new CampaignNames([]);
        terminal.Output.Write($"# The jobs of {request.Path.Display}. Save this as jobs.txt and run them all: "
            + "landspeed campaign jobs.txt\n");
        foreach (TranslatedJob job in jobs)
        {
            terminal.Output.Write($"\n# {job.Job.Shown}\n");
            foreach (string remark in job.Remarks)
            {
                terminal.Output.Write($"# - {remark}\n");
            }

            terminal.Output.Write($"{names.Free(job.Job.Name, Longest)}: {job.Line}\n");
        }
    }

    private static long? LengthOf(string name)
    {
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
