using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Cli.Classic;

/// <summary>A program of old whose command line works unchanged, as a verb and under its own name.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Job">What it does, for the list of verbs.</param>
/// <param name="Usage">Its help.</param>
/// <param name="Execute">Runs it with the words after its name.</param>
internal sealed record ClassicProgram(string Name, string Job, string Usage, Func<string[], Terminal, Composition, int> Execute)
{
    /// <summary>All of them.</summary>
    internal static IReadOnlyList<ClassicProgram> All { get; } =
        [Iospeed.Program, Ubcopy.Program, AsyncCopy.Program, Ioexamples.Program, Fileio.Program];

    /// <summary>The one of that name; null: there is none.</summary>
    internal static ClassicProgram? Find(string name) => All.FirstOrDefault(program => program.Name == name);

    /// <summary>Takes a wish for no colour out of the words.</summary>
    internal static string[] WithoutNoColor(string[] words, Terminal terminal)
    {
        string[] rest = [.. words.Where(word => word != "--no-color")];
        terminal.OutputHasColor &= rest.Length == words.Length;
        return rest;
    }

    /// <summary>Answers a question for help or version.</summary>
    /// <param name="question">The word that may be one.</param>
    /// <param name="terminal">Receives the answer.</param>
    /// <returns>Whether it was one.</returns>
    internal bool Answers(string? question, Terminal terminal)
    {
        string? answer = question switch
        {
            "--help" or "-h" or "-?" => Usage,
            "--version" => $"landspeed {ProgramVersion.Text}\n",
            _ => null,
        };
        terminal.Output.Write(answer ?? string.Empty);
        return answer is not null;
    }

    /// <summary>Runs an experiment: no journal, the result to standard output.</summary>
    /// <returns>The exit code.</returns>
    internal static int Run(IExperiment experiment, ResultFormat format, Terminal terminal, Composition composition) =>
        new ExperimentRun(terminal, composition).Execute(new ExperimentRequest
        {
            Task = new ExperimentTask { Experiment = experiment },
            Outputs = new ResultOutputs { Format = format },
            ContinueCommand = string.Empty,
        });
}

/// <summary>How the list of verbs shows such a program.</summary>
internal sealed class ClassicVerb(ClassicProgram program) : Verb(program.Name, program.Job)
{
    /// <inheritdoc/>
    internal override string Section => "The command lines of the originals, unchanged";

    /// <inheritdoc/>
    internal override bool IsDeclared => false;

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples => [];

    /// <inheritdoc/>
    internal override string Help(string path, int width) => program.Usage;
}
