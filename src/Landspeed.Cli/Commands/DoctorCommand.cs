using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Host;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>The verb <c>doctor</c>: what this machine can do, and what to fix.</summary>
internal static class DoctorCommand
{
    /// <summary>The verb with its words.</summary>
    internal static Command Create(Terminal terminal, Composition composition)
    {
        var directory = new Argument<string[]>("DIR")
        {
            Arity = ArgumentArity.ZeroOrMore,
            Description = "The directory whose file system is examined (default: the current one).",
        };
        var json = new Option<string>("--json")
        {
            HelpName = "FILE",
            Description = "Write the findings as JSON to a file, which is replaced; - for standard output.",
        };
        var quiet = new Option<bool>("--quiet") { Description = "Print only what is limited or missing." };
        var command = new Command("doctor",
            "Show what this machine can do for fast and honest file I/O, and what to fix.")
        {
            directory, json, quiet,
        };
        command.SetAction(words =>
        {
            FilePath place = Directory(words.GetValue(directory) ?? []);
            string? target = words.GetValue(json);
            FactState least = words.GetValue(quiet) ? FactState.Limited : FactState.Ok;
            return Examine(terminal, new Examination(composition.ProbeUring), place, target, least);
        });
        return command;
    }

    private static int Examine(
        Terminal terminal, Examination examination, FilePath place, string? json, FactState least)
    {
        var outputs = new ResultOutputs { Json = json };
        using ResultFile? file = outputs.Files
            .Select(target => ResultFile.Open(target.Option, target.Name)).FirstOrDefault();
        ExaminationRecord record = examination.Run(place, ProgramVersion.Text);
        if (json == ResultOutputs.Standard)
        {
            ExaminationJson.Write(record, terminal.Output);
            return (int)Outcome.Done;
        }

        new ExaminationTable(terminal, least).Write(record);
        if (file is not null)
        {
            file.Complete(writer => ExaminationJson.Write(record, writer));
        }

        return (int)Outcome.Done;
    }

    private static FilePath Directory(string[] names) => names switch
    {
        [] => FilePath.FromText("."),
        [var unknown, ..] when unknown.StartsWith('-') => throw UsageError.Of(
            $"unknown option {Shown.Value(unknown)}; see landspeed doctor --help"),
        [var name] => Values.Path("DIR", name),
        _ => throw UsageError.Of(
            $"more than one directory named: {string.Join(", ", names.Select(Shown.Value))}; name one"),
    };
}
