using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Blocks;
using Landspeed.Experiments.Jobs;
using Landspeed.Experiments.Merging;
using Landspeed.Results;

namespace Landspeed.Cli.Jobs;

/// <summary>Measures jobs at the same time, and reports them as one result.</summary>
/// <param name="terminal">Receives the result.</param>
/// <param name="composition">The parts of the command.</param>
internal sealed class JobsAtOnce(Terminal terminal, Composition composition)
{
    // Of each job these are about something else than its measurement.
    private static readonly string[] s_notOfOne =
    [
        "--json", "--csv", "--html", "--hdr", "--format", "-q", "--dry-run", "--show-fio", "--show", "--fio", "--job",
        "--mpi", "--shift", "--segment",
        JobListRequest.Option, "--layers", "--zones", "--rates", "--help", "--version", "-h", "-?",
    ];

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code: that of the job that failed first; otherwise the first one that is not 0.</returns>
    internal int Execute(JobListRequest request)
    {
        IReadOnlyList<Job> jobs = request.Jobs;
        request.Outputs.Check();
        request.Outputs.Refuse(request.Source, "the file that names the jobs");
        Check(request);
        using var files = new ResultFiles(terminal);
        var run = new JobsRun(composition.Campaign.Commands, OwnVerbs.ThisProgram());
        using IStopSignals signals = composition.Signals(() =>
        {
            run.Abandon();
            files.Abandon();
        });
        files.Open(request.Outputs.Files);
        if (!request.IsQuiet)
        {
            string names = string.Join(", ", jobs.Select(job => Shown.OneLine(job.Name)));
            Diagnostics.Say(terminal, FormattableString.Invariant($"{jobs.Count} jobs at the same time: {names}"));
        }

        IReadOnlyList<JobEnd> ends;
        try
        {
            ends = run.Execute(jobs, Begun, signals.Token);
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }

        if (signals.ExitCode is null && ends.FirstOrDefault(end => end.WasFirstToFail) is { } failed)
        {
            Tell(failed);
            return failed.ExitCode;
        }

        (string Name, string Command, ResultDocument Result)[] measured =
        [
            .. ends.Where(end => end.Result is { Cells: [{ Runs.Count: > 0 }] })
                .Select(end => (end.Job.Name, ShellWord.Join(end.Job.Words.Prepend("landspeed")), end.Result!)),
        ];
        if (measured.Length == 0)
        {
            Diagnostics.Say(terminal, "stopped by a signal before the first measured request; there is no result");
            return signals.ExitCode ?? ExitStatus.Failed;
        }

        foreach (Job job in jobs.Where(job => measured.All(one => one.Name != job.Name)))
        {
            Diagnostics.Say(terminal, $"{Shown.OneLine(job.Name)}: it has no result, and is left out of the sum");
        }

        composition.Deliver(JobMerge.Of(measured), request.Outputs, files, terminal);
        if (signals.ExitCode is { } stopped)
        {
            return stopped;
        }

        ends.ToList().ForEach(Tell);
        return ends.Select(end => end.ExitCode).FirstOrDefault(code => code != ExitStatus.Done);

        void Begun(long count)
        {
            if (!request.IsQuiet)
            {
                Diagnostics.Say(terminal, FormattableString.Invariant($"run {count}: all jobs have started"));
            }
        }
    }

    private static void Check(JobListRequest request)
    {
        IReadOnlyList<Job> jobs = request.Jobs;
        if (jobs.Count < 2)
        {
            throw UsageError.Of($"{Shown.OneLine(jobs[0].Name)} is the only job; run its command as it is");
        }

        if (jobs.Count > JobMeeting.MostJobs)
        {
            throw UsageError.Of(FormattableString.Invariant(
                $"there are {jobs.Count} jobs; at most {JobMeeting.MostJobs} run at the same time"));
        }

        foreach (Job job in jobs)
        {
            string[] words = [.. job.Words.Skip(1).TakeWhile(word => word != "--")];
            if (words.Select(word => word.Split('=', 2)[0]).FirstOrDefault(s_notOfOne.Contains) is { } other)
            {
                throw UsageError.Of(
                    $"{Shown.OneLine(job.Name)}: {other} is not for one of several jobs at the same time; "
                    + "leave it out");
            }

            // Options that are no files have no file of that name, or it is not the result.
            foreach (string given in job.Words.Skip(1))
            {
                int from = given.StartsWith('-') ? given.IndexOf('=', StringComparison.Ordinal) + 1 : 0;
                var word = FilePath.FromText(given[from..]);
                string purpose = $"a file of the job {Shown.OneLine(job.Name)}";
                request.Outputs.Refuse(word, purpose);
                request.Outputs.Refuse(BlockPlan.UsualJournal(word), purpose);
            }
        }

        string[] repeats = [.. jobs.Select(job => RepeatOf(job.Words)).Distinct()];
        if (repeats.Length > 1)
        {
            throw UsageError.Of(
                $"the jobs make each run together, but their --repeat differs: {string.Join(" and ", repeats)} "
                + "(1 if nothing is said); give all of them the same");
        }
    }

    private static string RepeatOf(IReadOnlyList<string> words)
    {
        const string Repeat = "--repeat";
        for (int index = 0; index < words.Count; index++)
        {
            if (words[index] == Repeat && index + 1 < words.Count)
            {
                return words[index + 1];
            }

            if (words[index].StartsWith($"{Repeat}=", StringComparison.Ordinal))
            {
                return words[index][(Repeat.Length + 1)..];
            }
        }

        return "1";
    }

    private void Tell(JobEnd end)
    {
        foreach (string line in end.Said)
        {
            string text = line.StartsWith(Diagnostics.Prefix, StringComparison.Ordinal)
                ? line[Diagnostics.Prefix.Length..] : line;
            Diagnostics.Say(terminal, $"{Shown.OneLine(end.Job.Name)}: {text}");
        }

        if (end.Said.Count == 0 && end.ExitCode != ExitStatus.Done)
        {
            string how = end.ExitCode > StopSignals.SignalExitBase
                ? FormattableString.Invariant($"signal {end.ExitCode - StopSignals.SignalExitBase} ended it")
                : FormattableString.Invariant($"it ended with exit code {end.ExitCode} and no word why");
            Diagnostics.Say(terminal, $"{Shown.OneLine(end.Job.Name)}: {how}");
        }
    }
}
