using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;

namespace Landspeed.Cli.Classic;

/// <summary>A program of old whose command line works unchanged, as a verb and under its own name.</summary>
internal abstract class ClassicProgram : Verb
{
    private protected ClassicProgram(string name, string job)
        : base(name, job)
    {
    }

    /// <summary>All of them.</summary>
    internal static IReadOnlyList<ClassicProgram> All { get; } =
        [new Iospeed(), new Ubcopy(), new AsyncCopy(), new Ioexamples(), new Fileio(), new Fragdisk()];

    /// <summary>The one of that name; null: there is none.</summary>
    internal static ClassicProgram? Find(string name) => All.FirstOrDefault(program => program.Name == name);

    /// <inheritdoc/>
    internal override string Section => "The command lines of the originals, unchanged";

    /// <inheritdoc/>
    internal sealed override string Description => Details!;

    /// <inheritdoc/>
    internal override bool HasOwnGrammar => true;

    /// <summary>The verb of today that does its work, with the options that select its form.</summary>
    internal abstract string Modern { get; }

    /// <summary>Its letters for options of that verb, by their names.</summary>
    internal virtual IReadOnlyDictionary<string, string> Letters => new Dictionary<string, string>();

    /// <summary>What has to be said besides its operands, as the line of usage shows it; null: nothing.</summary>
    private protected virtual string? Required => null;

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Usages(string path)
    {
        string words = string.Join(' ', new[] { Name, Required, Operand?.Form, "[options]" }.OfType<string>());
        return [words, $"landspeed {words}"];
    }

    /// <summary>Runs it.</summary>
    /// <param name="words">The words after its name.</param>
    /// <param name="terminal">Where results and messages go.</param>
    /// <param name="composition">The parts of the command.</param>
    /// <returns>The exit code.</returns>
    internal abstract int Execute(string[] words, Terminal terminal, Composition composition);

    /// <summary>Takes a wish for no colour out of the words.</summary>
    private protected static string[] WithoutNoColor(string[] words, Terminal terminal)
    {
        string[] rest = [.. words.Where(word => word != CommandLine.NoColor)];
        terminal.OutputHasColor &= rest.Length == words.Length;
        return rest;
    }

    /// <summary>The word that asks for help or version, wherever it stands; null: none does.</summary>
    private protected static string? Question(string[] words) => Array.Find(words, word => word is "--help" or "-h" or "-?" or "--version");

    /// <summary>Answers a question for help or version.</summary>
    /// <param name="question">The word that may be one.</param>
    /// <param name="terminal">Receives the answer.</param>
    /// <returns>Whether it was one.</returns>
    private protected bool Answers(string? question, Terminal terminal)
    {
        string? answer = question switch
        {
            "--help" or "-h" or "-?" => Help(Name, terminal.OutputStyle.Width),
            "--version" => $"landspeed {ProgramVersion.Text}\n",
            _ => null,
        };
        terminal.Output.Write(answer ?? string.Empty);
        return answer is not null;
    }

    /// <summary>The same for words told apart, which may also ask for no colour.</summary>
    private protected bool Answers(ClassicWords words, Terminal terminal)
    {
        terminal.OutputHasColor &= !words.Has(CommandLine.NoColor);
        return Answers(words.Has("--help") ? "--help" : words.Has("--version") ? "--version" : null, terminal);
    }
}
