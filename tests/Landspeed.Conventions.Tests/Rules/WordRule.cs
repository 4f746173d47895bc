using System.Text;
using System.Text.RegularExpressions;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// Texts are in plain English: pages outside of code, and comments and string literals of C#. A space of a phrase also
/// matches the end of a line, the slashes of a comment, and the plus between two literals.
/// </summary>
public static partial class WordRule
{
    private const char Code = '\u0001';

    /// <summary>What is not written, and what is.</summary>
    public static IReadOnlyList<BannedPhrase> Phrases { get; } =
    [
        // "Told" for conclusive, known or reported.
        new(@"not told", "inconclusive, or not reported", "Which is faster is not told."),
        new(@"told from", "distinguished from", "It cannot be told from noise."),
        new(@"(?:runs?|numbers|times) (?:do|does|did|would) not tell", "are inconclusive", "These runs do not tell."),
        new(@"(?:do|does|did) not tell (?:its|the|how|where|which)", "do not report", "It does not tell its space."),
        new(@"told nothing of", "reported nothing about", "It told nothing of its device."),
        new(@"cannot tell", "inconclusive, or unknown", "5 of 60 pairs cannot tell."),
        new(@"(?:can|could) be told", "is conclusive, or is known", "Nothing can be told yet."),
        new(@"would (?:not )?tell (?:it|them|half|most|all)", "would decide", "More runs would tell half of them."),

        // "So many" for this many, or up to N.
        new(@"(?:at most|up to|list|after|for) so (?:many|long|much)(?! that)", "up to N", "It waits at most so long."),
        new(@"so (?:many|long) (?:files|runs|bytes|threads|requests)", "this many", "What so many threads can use."),
        new(@"so (?:many|long|much) (?:are|is|was|were|may)", "this many", "How many runs are this, so long is it."),

        // "A" for per.
        new(
            @"(?:bytes?|[KMGT]i?B|ns|µs|ms|cycles?|nanoseconds|seeks|pages|items) a "
            + "(?:second|byte|run|cell|file|request|record|call|rank|host|[KMGT]i?B)",
            "per",
            "It has 16,329 seeks a GiB."),
        new(@"(?:requests|runs|files|calls|records) a (?:second|cell|rank|[KMGT]i?B)", "per", "Five runs a cell."),
        new(@"(?:one|two) an? (?:line|run|file|curve|size|style|result|rank|host)", "one per", "Bars, two a style."),
        new(
            @"(?:line|row|column|file|thread|histogram|array|switch) a "
            + "(?:run|file|curve|size|way|result|cell|rank|host|stream|worker|block|request)",
            "one per",
            "A page with a row a cell."),

        // The CPU; a processor is the chip.
        new(@"processor (?:time|costs?|seconds?)", "CPU time", "It takes 28 ms of processor time."),
        new(@"processors (?:are )?busy", "CPU use", "It ran with processors busy."),
        new(@"costs? the processor", "CPU time per byte", "What a byte costs the processor."),

        // Words that come from another language.
        new(@"anew", "again", "Start the machine anew."),
        new(@"meanwhile", "in the meantime, or during the run", "The file was renamed meanwhile."),
        new(@"beforehand", "first, or in advance", "It says beforehand how much it writes."),
        new(@"somebody(?:'s)?", "another program, or someone", "It was changed by somebody."),
        new(@"nobody(?:'s)?", "no one, or no process", "Nobody writes to it."),
        new(@"everybody(?:'s)?", "everyone", "It is allowed to everybody."),
        new(@"anybody(?:'s)?", "anyone", "It was not written by anybody."),
        new(@"of one's own", "temporary, or its own", "It has a volume of one's own."),
        new(@"[,;] else", "otherwise", "In the directory that was given, else in the current one."),
        new(@"all the same", "nevertheless, or the same", "It is counted all the same."),
        new(@"truthfully", "really, or correctly", "It says truthfully how fast it was."),
        new(@"shall", "must, or will", "They shall not be older."),
        new(@"(?:some|a half|half a) per cent", "a few percent, half a percent", "It loses some per cent."),
        new(@"(?:in|out)side of", "inside, outside", "It is inside of the file."),
        new(@"(?:there|here)(?:of|in|by)", "of it, in it, by it", "The length thereof is known."),
        new(@"amongst|whilst", "among, while", "It reads whilst it writes."),

        // How files are stored.
        new(@"lies? in (?:pieces|(?:[\d,]+ )?runs)", "is fragmented, or is stored in runs", "It lies in 512 runs."),
        new(@"how (?:it|they|files|a file|the files?|a new file) lies?", "layout", "This shows how a file lies."),
        new(@"where (?:its |the |our |a )?files? lies?", "where the files are", "The disk where the files lie."),
        new(@"torn (?:files?|volumes?|free space|disks?)", "fragmented; a torn write is one", "Read a torn file."),
        new(@"(?:is|are|be) torn", "is fragmented, or is incomplete", "New files are torn."),
        new(@"tears? (?:a|the) (?:file|volume)", "fragments", "This is what tears a volume."),

        // Nouns made of "to", and time words.
        new(@"to durable", "until durable", "The rate to durable is shown."),
        new(@"(?:time|rate) to (?:return|verified|written)", "until return", "The time to return is 1 s."),
        new(@"on the clock", "within the measured time", "It is flushed on the clock."),
        new(@"(?:is|are|was|were) there (?:already|before)", "already exists", "The file was there before."),
        new(@"former (?:run|result|copy)", "earlier", "The leftovers of a former run."),
        new(@"the load was|others compete", "load was 3.4 at start", "The load was 3.4 before."),

        // Negations.
        new(
            """(?<!\bthere[\s"$/+]{1,12})(?:is|are|was) no """
            + "(?:possible|multiple|directory|regular|single|symbolic|campaign|journal|digest)",
            "is not a",
            "1000 is no multiple of 512."),
        new(@"cannot be meant", "is invalid", "The command line cannot be meant."),
        new("""cannot be(?=[.:;,"])""", "is invalid, or is impossible", "Records of 3 bytes cannot be: give 4."),
        new(@"not to be (?:had|found out|measured)", "not available, or unknown", "It is not to be had here."),

        // Idioms.
        new(@"stands? apart", "is an outlier", "Run 4 stands apart from the others."),
        new(@"no noise explains", "is beyond the noise", "It is slower, which no noise explains."),
        new(@"new start of the machine", "reboot", "It survives a new start of the machine."),
        new(@"asked for (?:were|was)", "requested:", "Asked for were 8 runs."),
        new(@"goes on where", "resumes where", "It goes on where it stopped."),
        new(@"carr(?:y|ies|ied) on", "continue, or resume", "It can be carried on later."),
        new(@"carr(?:y|ies) (?:it|(?:the|a) campaign) on", "continue, or resume", "This carries the campaign on."),
        new(@"without a word", "silently", "It ends without a word."),
        new(@"resident at most", "peak resident memory", "It had 31 MiB resident at most."),
        new(@"so or not at all", "exactly this, or an error", "It is opened so or not at all."),
        new(@"skipped by name", "skipped, with the reason", "Such tests are skipped by name."),
        new(@"(?:is|are) known again", "is recognised", "This is how a file is known again."),
        new(@"mend(?:s|ed)?", "fix", "The rule was mended."),
    ];

    /// <summary>Where a phrase stays: the file, the words, and why.</summary>
    public static IReadOnlyList<(string Path, string Words, string Reason)> Exceptions { get; } =
    [
        ("src/Landspeed.Experiments/Measuring/MeasureExperiment.cs", "anew", "the name of an option in stored results"),
        ("src/Landspeed.Cli/Completion/BashScript.cs", "; else", "a program for bash"),
    ];

    /// <summary>The banned phrases of a page that are no exception.</summary>
    /// <param name="path">Path from the root.</param>
    /// <param name="text">Its text.</param>
    public static IEnumerable<Violation> CheckPage(string path, string text) => Check(path, InPage(text));

    /// <summary>The banned phrases of a file of C# that are no exception.</summary>
    /// <param name="path">Path from the root.</param>
    /// <param name="text">Its text.</param>
    public static IEnumerable<Violation> CheckCode(string path, string text) => Check(path, InCode(text));

    /// <summary>The banned phrases of a page, code left out.</summary>
    /// <param name="text">Its text.</param>
    public static IEnumerable<(int Line, string Words, string Better)> InPage(string text) =>
        In(PageCode().Replace(text, match => Blank(match.Value)));

    /// <summary>The banned phrases of comments and string literals.</summary>
    /// <param name="text">C#.</param>
    public static IEnumerable<(int Line, string Words, string Better)> InCode(string text)
    {
        var words = new StringBuilder(text.Length);
        int end = 0;
        foreach (Match match in CommentsAndLiterals().Matches(text))
        {
            words.Append(Blank(text[end..match.Index])).Append(match.Value);
            end = match.Index + match.Length;
        }

        return In(words.Append(Blank(text[end..])).ToString());
    }

    private static IEnumerable<Violation> Check(
        string path, IEnumerable<(int Line, string Words, string Better)> found) =>
        from one in found
        where !Exceptions.Any(exception => exception.Path == path && exception.Words == one.Words)
        select new Violation($"{path}:{one.Line}", $"it says '{one.Words}'", $"write '{one.Better}'");

    private static IEnumerable<(int Line, string Words, string Better)> In(string words) =>
        from phrase in Phrases
        from Match match in phrase.Finder.Matches(words)
        select (LineOf(words, match.Index), Gaps().Replace(match.Value, " "), phrase.Better);

    private static int LineOf(string text, int index) => text.AsSpan(0, index).Count('\n') + 1;

    // White space and the plus of two literals that are joined stay: a phrase goes on there.
    private static string Blank(string code) => NotGap().Replace(code, Code.ToString());

    [GeneratedRegex("[^\\s+]")]
    private static partial Regex NotGap();

    [GeneratedRegex(BannedPhrase.Gap)]
    private static partial Regex Gaps();

    [GeneratedRegex("^ *```.*?^ *```|`[^`\n]+`", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex PageCode();

    // Comments, raw, verbatim, interpolated and plain literals, and characters, which may be a quote. Braces of an
    // interpolated literal may hold literals and one more level of braces; of deeper ones a part is missed.
    [GeneratedRegex(
        """"
        //[^\n]*|/\*.*?\*/|\$*"""+.*?"""+|\$?@\$?"(?>[^"]|"")*"
        |\$"(?>\\.|\{\{|\{(?>[^{}"]|"(?>\\.|[^"\\])*"|\{[^{}"]*\})*\}|[^"\\{\n])*"
        |"(?>\\.|[^"\\\n])*"|'(?>\\.|[^'\\\n])+'
        """",
        RegexOptions.Singleline | RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex CommentsAndLiterals();
}

/// <summary>A phrase that is not written.</summary>
/// <param name="Pattern">A regular expression of whole words, in either case.</param>
/// <param name="Better">What to write instead.</param>
/// <param name="Example">A sentence with it.</param>
public sealed record BannedPhrase(string Pattern, string Better, string Example)
{
    /// <summary>What may stand between two words, in a regular expression.</summary>
    public const string Gap = """[\s"$/+]+""";

    /// <summary>Finds it.</summary>
    public Regex Finder { get; } = new(
        $@"\b(?:{Pattern.Replace(" ", Gap, StringComparison.Ordinal)})\b",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase);
}
