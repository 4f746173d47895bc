using System.Text;
using Landspeed.Experiments;

namespace Landspeed.Cli.Output;

/// <summary>The files that a copy writes besides the copy, opened before it starts.</summary>
internal sealed class CopyResultFiles : IDisposable
{
    private readonly StreamWriter? _events;

    /// <summary>Opens the places.</summary>
    /// <exception cref="ExperimentException">One cannot be written; nothing was changed.</exception>
    internal CopyResultFiles(CopyOutputs outputs, Terminal terminal)
    {
        try
        {
            Json = outputs.Json is { } json && json != ResultOutputs.Standard ? ResultFile.Open("--json", json) : null;
            Manifest = outputs.Manifest is { } manifest ? ResultFile.Open("--manifest", manifest) : null;
            _events = outputs.Events is { } events && events != ResultOutputs.Standard ? OpenEvents(events) : null;
            Events = outputs.Events == ResultOutputs.Standard ? line => Flushed(terminal.Output, line)
                : _events is { } writer ? line => Flushed(writer, line)
                : null;
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The document's file; null: none.</summary>
    internal ResultFile? Json { get; }

    /// <summary>The manifest's file; null: none.</summary>
    internal ResultFile? Manifest { get; }

    /// <summary>Receives a line an entry, and hands it over at once; null: nobody wants them.</summary>
    internal Action<string>? Events { get; }

    /// <summary>Removes what is not complete, from any thread: the process is about to end.</summary>
    internal void Abandon()
    {
        Json?.Abandon();
        Manifest?.Abandon();
    }

    /// <summary>Closes the files, and removes what is not complete; the events so far stay.</summary>
    public void Dispose()
    {
        Json?.Dispose();
        Manifest?.Dispose();
        _events?.Dispose();
    }

    // Who follows the file sees each entry when it is done.
    private static void Flushed(TextWriter writer, string line)
    {
        writer.Write(line);
        writer.Flush();
    }

    private static StreamWriter OpenEvents(string name)
    {
        // Its place is tried, and its name explained, as those of the other files.
        ResultFile.Open("--events", name).Dispose();
        try
        {
            return new StreamWriter(name, append: false, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(Outcome.Failed, $"cannot write --events {Arguments.Shown.OneLine(name)}: {e.Message}", e);
        }
    }
}
