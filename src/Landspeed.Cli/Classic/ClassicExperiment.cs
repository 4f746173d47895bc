using Landspeed.Cli.Commands;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Trials;

namespace Landspeed.Cli.Classic;

/// <summary>Runs an experiment under an old grammar: no journal, the result to standard output.</summary>
internal static class ClassicExperiment
{
    /// <summary>Runs it.</summary>
    /// <returns>The exit code.</returns>
    internal static int Run(IExperiment experiment, ResultFormat format, Terminal terminal, Composition composition) =>
        new ExperimentRun(terminal, composition).Execute(new ExperimentRequest
        {
            Task = new ExperimentTask { Experiment = experiment },
            Outputs = new ResultOutputs { Format = format },
            ContinueCommand = string.Empty,
        });

    /// <summary>Answers a question for help or version.</summary>
    /// <returns>Whether it was one.</returns>
    internal static bool Answer(string[] words, string usage, Terminal terminal)
    {
        string? answer = words switch
        {
            ["--help" or "-h" or "-?", ..] => usage,
            ["--version", ..] => $"landspeed {ProgramVersion.Text}\n",
            _ => null,
        };
        terminal.Output.Write(answer ?? string.Empty);
        return answer is not null;
    }
}
