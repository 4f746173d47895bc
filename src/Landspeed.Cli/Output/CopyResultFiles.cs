using System.Text;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Files;
using Landspeed.Streams;

namespace Landspeed.Cli.Output;

/// <summary>The files that a copy writes besides the copy, opened before it starts.</summary>
internal sealed class CopyResultFiles : IDisposable
{
    private readonly StreamWriter? _events;
    private readonly string? _eventsName;
    private Exception? _eventsFailure;

    /// <summary>Opens the places.</summary>
    /// <exception cref="ExperimentException">One cannot be written; nothing was changed.</exception>
    internal CopyResultFiles(CopyOutputs outputs, Terminal terminal)
    {
        Results = new ResultFiles(terminal);
        try
        {
            Results.Open(outputs.Results.Files);
            Manifest = outputs.Manifest is { } manifest ? ResultFile.Open("--manifest", manifest) : null;
            _eventsName = outputs.Events;
            _events = outputs.Events is { } events && events != ResultOutputs.Standard ? OpenEvents(events) : null;
            Events = outputs.Events == ResultOutputs.Standard ? line => Flushed(terminal.Output, line)
                : _events is { } writer ? line => TryWrite(writer, line)
                : null;
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The files of the result.</summary>
    internal ResultFiles Results { get; }

    /// <summary>The manifest's file; null: none.</summary>
    internal ResultFile? Manifest { get; }

    /// <summary>Receives one line per entry and passes it on at once, or null if none are requested.</summary>
    internal Action<string>? Events { get; }

    /// <summary>Reports that events were lost.</summary>
    /// <param name="terminal">Where.</param>
    /// <param name="code">The exit code of the copy.</param>
    /// <returns>That code, unless the copy is done and the events alone are not.</returns>
    internal int TellLostEvents(Terminal terminal, int code)
    {
        if (_eventsFailure is null)
        {
            return code;
        }

        string reason = FrameworkErrors.Cause(_eventsFailure);
        Diagnostics.Say(terminal, $"cannot write --events {Arguments.Shown.OneLine(_eventsName!)}: {reason}; the copy continued without it");
        return code == ExitStatus.Done ? ExitStatus.Of(OutOfSpace.OutcomeOf(_eventsFailure)) : code;
    }

    /// <summary>Removes what is not complete, from any thread: the process is about to end.</summary>
    internal void Abandon()
    {
        Results.Abandon();
        Manifest?.Abandon();
    }

    /// <summary>Closes the files, and removes what is not complete; the events so far stay.</summary>
    public void Dispose()
    {
        Results.Dispose();
        Manifest?.Dispose();
        _events?.Dispose();
    }

    // Who follows the file sees each entry when it is done.
    private static void Flushed(TextWriter writer, string line)
    {
        writer.Write(line);
        writer.Flush();
    }

    // The copier must not take this for an error of the file that it copies.
    private void TryWrite(TextWriter writer, string line)
    {
        if (_eventsFailure is not null)
        {
            return;
        }

        try
        {
            Flushed(writer, line);
        }
        catch (IOException failure)
        {
            _eventsFailure = failure;
        }
    }

    private static StreamWriter OpenEvents(string name) =>
        new(OpenEventStream(name), new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));

    private static Stream OpenEventStream(string name)
    {
        // Its place is tried, and its name explained, as those of the other files.
        ResultFile.Open("--events", name).Dispose();
        try
        {
            FilePath path = Arguments.Values.Path("--events", name);
            return OwnDescriptor.Find(path) is { } descriptor
                ? OwnDescriptor.Open(descriptor, path)
                : new DescriptorStream(
                    TextPath.Use(path, text => File.OpenHandle(text, FileMode.Create, FileAccess.Write)), path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(Outcome.Failed, $"cannot write --events {Arguments.Shown.OneLine(name)}: {FrameworkErrors.Cause(e)}; name a file that you can write", e);
        }
    }
}
