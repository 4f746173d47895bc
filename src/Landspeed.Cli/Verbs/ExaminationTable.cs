using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Host;
using Landspeed.Results;

namespace Landspeed.Cli.Verbs;

/// <summary>What <c>doctor</c> found, for people.</summary>
internal sealed class ExaminationTable
{
    private readonly Terminal _terminal;
    private readonly FactState _least;

    /// <summary>Prepares.</summary>
    /// <param name="terminal">Receives the table.</param>
    /// <param name="least">Facts better than this are left out.</param>
    internal ExaminationTable(Terminal terminal, FactState least)
    {
        _terminal = terminal;
        _least = least;
    }

    /// <summary>Writes host, place, and one line or two a fact.</summary>
    internal void Write(ExaminationRecord record)
    {
        if (_least == FactState.Ok)
        {
            WriteHost(record);
        }

        foreach (FactRecord fact in record.Facts.Where(fact => fact.State >= _least))
        {
            Line($"{Colored(fact.State)} {fact.Name,-20} {Shown.OneLine(fact.Found)}");
            if (fact.Remedy is { } remedy)
            {
                Line($"{string.Empty,-8} {string.Empty,-20} -> {Shown.OneLine(remedy)}");
            }
        }
    }

    private void WriteHost(ExaminationRecord record)
    {
        HostRecord host = record.Host;
        Line($"landspeed {record.ToolVersion} on {host.OperatingSystem ?? "unknown system"}, kernel " +
            $"{host.Kernel ?? "unknown"}, {host.Architecture}, .NET {host.Runtime}");
        Line(string.Create(
            CultureInfo.InvariantCulture,
            $"CPU        {host.ProcessorModel ?? "unknown"}, {host.ProcessorCount} usable; " +
            $"{host.Virtualization ?? "bare metal"}"));
        Line($"memory     {(host.MemoryBytes is { } bytes ? Shown.Size(bytes) : "unknown")}");
        PlaceRecord place = record.Environment;
        string device = place.Device is { } name ? $"device {name}" : "no block device";
        Line($"directory  {place.Path}: {place.FileSystem ?? "unknown file system"} at " +
            $"{place.MountPoint ?? "unknown"}, {device}");
        Line(string.Empty);
    }

    private string Colored(FactState state)
    {
        string word = $"{state.ToWord(),-8}";
        int color = state switch
        {
            FactState.Ok => 32,
            FactState.Limited => 33,
            _ => 31,
        };
        return _terminal.OutputHasColor
            ? string.Create(CultureInfo.InvariantCulture, $"\u001b[{color}m{word}\u001b[0m")
            : word;
    }

    private void Line(string text) => _terminal.Output.Write($"{text.TrimEnd()}\n");
}
