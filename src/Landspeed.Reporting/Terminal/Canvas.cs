using System.Buffers;
using Landspeed.Reporting.Views;
using Landspeed.Reporting.Words;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Landspeed.Reporting.Terminal;

/// <summary>Lays text out in memory, at a fixed width, whatever the terminal of this process.</summary>
internal sealed class Canvas : IDisposable
{
    /// <summary>What stands between the start of a colour sequence and its end.</summary>
    private static readonly SearchValues<char> Parameters = SearchValues.Create("0123456789;");

    private readonly StringWriter _text = new() { NewLine = "\n" };
    private readonly IAnsiConsole _console;

    /// <summary>An empty one.</summary>
    public Canvas(ReportStyle style)
    {
        bool ansi = style.Color == ReportColor.Ansi;
        _console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = ansi ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = ansi ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(_text),

            // They would look into the environment of this process and turn colour on in some build services.
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
        });
        Width = Math.Max(style.Width, ReportStyle.NarrowestWidth);
        _console.Profile.Width = Width;
    }

    /// <summary>Columns.</summary>
    public int Width { get; }

    /// <summary>How a mark looks.</summary>
    public static Style StyleOf(Mark mark) => mark switch
    {
        Mark.Number => new Style(decoration: Decoration.Bold),
        Mark.Quiet => new Style(foreground: Color.Grey),
        Mark.Good => new Style(foreground: Color.Green),
        Mark.Warning => new Style(foreground: Color.Olive),
        _ => Style.Plain,
    };

    /// <summary>Text that is taken neither for markup nor, by a terminal, for a command.</summary>
    public static IRenderable Text(string text, Mark mark = Mark.Plain) => new Text(HarmlessText.ForTerminal(text), StyleOf(mark));

    /// <summary>Appends something and ends the line.</summary>
    public void Write(IRenderable what)
    {
        _console.Write(what);
        if (what is Paragraph or Spectre.Console.Text)
        {
            _console.WriteLine();
        }
    }

    /// <summary>Appends a line of text.</summary>
    public void WriteLine(string text) => Write(Text(text));

    /// <summary>Appends an empty line.</summary>
    public void BlankLine() => _console.WriteLine();

    /// <summary>Copies everything, without the spaces that fill the columns up at the end of lines.</summary>
    public void CopyTo(TextWriter target)
    {
        foreach (string line in _text.ToString().TrimEnd().ReplaceLineEndings("\n").Split('\n'))
        {
            target.Write(WithoutSpacesAtEnd(line));
            target.Write('\n');
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _text.Dispose();

    // Where coloured text is broken, the space at the break stands before the sequence that ends the colour.
    private static string WithoutSpacesAtEnd(string line)
    {
        string text = line.TrimEnd();
        string sequences = string.Empty;
        while (StartOfSequence(text) is { } start)
        {
            sequences = text[start..] + sequences;
            text = text[..start].TrimEnd();
        }

        return text + sequences;
    }

    /// <summary>Where the colour sequence begins that the line ends with; null: it ends with none.</summary>
    private static int? StartOfSequence(string line)
    {
        int start = line.LastIndexOf("\u001b[", StringComparison.Ordinal);
        bool ends = start >= 0 && line[^1] == 'm' && line.AsSpan()[(start + 2)..^1].IndexOfAnyExcept(Parameters) < 0;
        return ends ? start : null;
    }
}
