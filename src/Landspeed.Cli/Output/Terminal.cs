using System.Reflection;
using System.Text;
using Landspeed.Cli.Arguments;
using Landspeed.Reporting.Terminal;
using Landspeed.Streams;

namespace Landspeed.Cli.Output;

/// <summary>Where results and messages go.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class Terminal
{
    private readonly PersistentStream? _standardOutput;

    /// <summary>Results and messages to given writers, which stay open.</summary>
    internal Terminal(TextWriter output, TextWriter error)
    {
        Output = output;
        Error = error;
    }

    private Terminal(PersistentStream output, Stream error)
        : this(Utf8(output), Utf8(error))
    {
        _standardOutput = output;
    }

    private Terminal(Terminal other)
        : this(other.Output, other.Error)
    {
        _standardOutput = other._standardOutput;
        (ErrorCanRewrite, ErrorSize, OutputHasColor) = (other.ErrorCanRewrite, other.ErrorSize, other.OutputHasColor);
        Rephrase = other.Rephrase;
    }

    /// <summary>Receives results and nothing else.</summary>
    internal TextWriter Output { get; }

    /// <summary>Receives messages and progress.</summary>
    internal TextWriter Error { get; }

    /// <summary>Receives each message in addition to the terminal, or null.</summary>
    internal Action<string>? Heard { get; private init; }

    /// <summary>Puts a message into the words of the program that was started.</summary>
    internal Func<string, string> Rephrase { get; set; } = static message => message;

    /// <summary>Whether a line of messages can be rewritten in place.</summary>
    internal bool ErrorCanRewrite { get; init; }

    /// <summary>Columns and rows of the terminal that receives messages, as they are now; null: not known.</summary>
    internal Func<(int Columns, int Rows)?> ErrorSize { get; init; } = () => null;

    /// <summary>Whether results may be coloured: a terminal, and neither NO_COLOR nor <c>--no-color</c>.</summary>
    internal bool OutputHasColor { get; set; }

    /// <summary>Whether what was flushed so far could not be handed over.</summary>
    internal bool OutputFailed => _standardOutput?.Failure is not null;

    /// <summary>How results are laid out: as wide as the terminal, in colour where that is wanted.</summary>
    internal ReportStyle OutputStyle => OutputHasColor
        ? ReportStyle.OfStandardOutput()
        : ReportStyle.OfStandardOutput() with { Color = ReportColor.None };

    /// <summary>Says nothing: another process speaks for this one.</summary>
    /// <param name="heard">Receives each message.</param>
    internal static Terminal Mute(Action<string> heard) => new(TextWriter.Null, TextWriter.Null) { Heard = heard };

    /// <summary>The same, with a listener that receives each message.</summary>
    internal Terminal Hearing(Action<string> heard) => new(this) { Heard = heard };

    /// <summary>Standard output and error of the process.</summary>
    internal static Terminal OfProcess()
    {
        // https://no-color.org: set and not empty.
        bool color = string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));
        bool dumb = Environment.GetEnvironmentVariable("TERM") is null or "" or "dumb";

        // Writing nothing loads what writing needs: later, the error to be reported may be that no file can be opened.
        Stream error = Console.OpenStandardError();
        error.Write([]);
        return new Terminal(new PersistentStream(Console.OpenStandardOutput()), error)
        {
            ErrorCanRewrite = !Console.IsErrorRedirected && !dumb,
            ErrorSize = SizeOfTerminal,
            OutputHasColor = !Console.IsOutputRedirected && !dumb && color,
        };
    }

    /// <summary>Writes bytes to where results go: names of files need not be UTF-8.</summary>
    internal void WriteOutput(ReadOnlySpan<byte> bytes)
    {
        if (_standardOutput is null)
        {
            Output.Write(FilePath.Decode(bytes));
            return;
        }

        Output.Flush();
        _standardOutput.Write(bytes);
    }

    /// <summary>Hands everything over.</summary>
    /// <param name="code">The exit code so far.</param>
    /// <returns>The exit code: a result that could not be handed over is a failure.</returns>
    internal int Finish(int code)
    {
        Output.Flush();
        if (_standardOutput?.Failure is not { } failure)
        {
            return code;
        }

        string cause = NativeError.TryFrom(failure, out NativeError error) ? error.ToString() : failure.Message.TrimEnd('.');
        Diagnostics.Say(this, $"cannot write the result to standard output: {cause}; send it elsewhere");
        return code == 0 ? ExitStatus.Failed : code;
    }

    /// <summary>Writes a message; if no one can receive it, nothing else can be done.</summary>
    internal void TryWriteError(string text)
    {
        try
        {
            Error.Write(text);
            Error.Flush();
        }
        catch (Exception e) when (NativeError.TryFrom(e, out _))
        {
            // Standard error is closed or full: there is no place left to say so.
        }
    }

    // .NET asks only standard output for its size. Some terminals, serial ones for example, say that it is 0.
    private static (int Columns, int Rows)? SizeOfTerminal()
    {
        try
        {
            return !Console.IsOutputRedirected && Console.WindowWidth > 0 && Console.WindowHeight > 0
                ? (Console.WindowWidth, Console.WindowHeight)
                : null;
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static StreamWriter Utf8(Stream stream) =>
        new(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true) { NewLine = "\n" };
}

/// <summary>
/// Standard output that remembers its first failure and drops what comes after: a full disk behind <c>&gt; file</c>
/// must not end a measurement that can still reach its result file. The failure is reported at the end.
/// </summary>
/// <remarks>A reader that went away (<c>| head</c>) is no failure: the stream of the console ignores it.</remarks>
internal sealed class PersistentStream : WriteOnlyStream
{
    private readonly Stream _inner;

    internal PersistentStream(Stream inner)
    {
        _inner = inner;
    }

    /// <summary>The first failure, or null.</summary>
    internal Exception? Failure { get; private set; }

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (Failure is not null)
        {
            return;
        }

        try
        {
            _inner.Write(buffer);
        }
        catch (Exception e) when (NativeError.TryFrom(e, out _))
        {
            Failure = e;
        }
    }
}

/// <summary>The version of this program.</summary>
internal static class ProgramVersion
{
    /// <summary>For example <c>0.1.0</c>; what a build appends after a plus is left out.</summary>
    internal static string Text { get; } = typeof(ProgramVersion).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];
}
