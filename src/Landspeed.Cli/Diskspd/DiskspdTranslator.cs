using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Jobs;
using Landspeed.Engine;
using Landspeed.Experiments;
using Landspeed.Experiments.Load;

namespace Landspeed.Cli.Diskspd;

/// <summary>Puts a command line of DiskSpd into the words of <c>measure</c>.</summary>
/// <remarks>
/// An option that has no counterpart is refused; what changes nothing here is named, and so is what is known to be done
/// otherwise. Defaults are those of DiskSpd 2.2.
/// </remarks>
internal sealed class DiskspdTranslator
{
    private const int UsualDepth = 2;
    private const int UsualSeconds = 10;
    private const int MostSeconds = 604_800;

    // What it prints and how it prepares its threads. Others are refused.
    private const string Ignored = "aCDeIlLnPRvxz";

    private readonly DiskspdLine _line;
    private readonly List<string> _differences = [];
    private readonly JobWords _words = new();
    private readonly List<string> _ignored = [];

    private DiskspdTranslator(DiskspdLine line) => _line = line;

    /// <summary>Translates a command line.</summary>
    /// <param name="line">It, with or without the program's name.</param>
    /// <param name="file">The file to be measured instead of the one that it names; null: that one.</param>
    /// <param name="lengthOf">The length of a file; null: there is none of that name.</param>
    /// <exception cref="ExperimentException">It has options without a counterpart.</exception>
    internal static TranslatedJob Translate(string line, string? file, Func<string, long?> lengthOf) =>
        new DiskspdTranslator(new DiskspdLine(line)).Translate(file, lengthOf);

    private TranslatedJob Translate(string? file, Func<string, long?> lengthOf)
    {
        string target = file ?? Target();
        _words.AddFile(target);
        long writes = _line.Take('w') is not { Value.Length: > 0 } ? 0 : _line.Count('w', 0, 0, 100);
        _words.Add(writes == 100 ? "--write" : null);
        _words.Add("--mix", writes is > 0 and < 100 ? Invariant($"{100 - writes}:{writes}") : null);
        _words.Add("--request-size", Shown.Typed(RequestSize()));
        int threads = Threads();
        AddPace(threads);
        (bool isDirect, bool isThrough) = Caching();
        _words.Add("--mode", isDirect ? "direct" : "buffered");
        AddOrder(threads);
        AddRange(target, lengthOf(target));
        _words.Add("--time", Invariant($"{_line.Count('d', UsualSeconds, 1, MostSeconds)}s"));
        _words.Add("--flush", isThrough && writes > 0 ? "each" : null);
        AddContents(writes > 0);
        TakeRest();
        if (_line.Refused.Count > 0)
        {
            throw UsageError.Of(
                $"--diskspd: the command line cannot be measured as it is: {string.Join("; ", _line.Refused)}");
        }

        return new TranslatedJob("diskspd", "the command line of DiskSpd", _words.All, _ignored, _differences);
    }

    private string Target()
    {
        switch (_line.Targets)
        {
            case []:
                _line.Lacks("it names no file; name one behind the options, or as FILE");
                return string.Empty;
            case [var one]:
                bool isOfWindows = one.StartsWith('#')
                    || (one.Length > 1 && one[1] == ':' && char.IsAsciiLetter(one[0]));
                if (isOfWindows)
                {
                    _line.Lacks($"{Shown.Value(one)} is on a drive of Windows; name a file of this machine as FILE");
                }

                return isOfWindows ? string.Empty : one;
            default:
                _line.Lacks("it names several files, but a measurement has one; measure them together with --jobs");
                return string.Empty;
        }
    }

    private long RequestSize()
    {
        if (_line.BlockSize is > 0 and <= EngineLimits.MaximumTransfer)
        {
            return _line.BlockSize;
        }

        _line.Lacks("the block size, -b, is not the size of a request");
        return 1;
    }

    private int Threads()
    {
        DiskspdOption? all = _line.Take('F');
        if (all is not null && _line.Take('t') is { } each)
        {
            _line.Refuse(each, $"it contradicts {all.Word}");
        }

        return (int)_line.Count(all is null ? 't' : 'F', 1, 1, 256);
    }

    // Requests in flight, or when they start.
    private void AddPace(int threads)
    {
        char letter = _line.Take('O') is not null ? 'O' : 'o';
        long depth = _line.Count(letter, UsualDepth, 1, EngineLimits.MaximumQueueDepth);
        string? rate = Rate(threads);
        _words.Add(rate is null ? "--queue-depth" : "--in-flight", Invariant($"{depth}"));
        _words.Add("--threads", threads > 1 ? Invariant($"{threads}") : null);
        _words.Add("--rate", rate);
        _words.Add("--think", Think(depth, rate));
    }

    // Of each thread: bytes in a millisecond, or with an i requests in a second.
    private string? Rate(int threads)
    {
        if (_line.Take('g') is not { } option)
        {
            return null;
        }

        bool isOfRequests = option.Value.EndsWith('i');
        string number = isOfRequests ? option.Value[..^1] : option.Value;
        if (!int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int each) || each == 0)
        {
            _line.Refuse(option, "it is neither bytes per millisecond nor, with an i, requests per second");
            return null;
        }

        _differences.Add("DiskSpd delays requests until its mean rate fits, here each has a moment at which it is due");
        return isOfRequests ? Invariant($"{(long)each * threads}/s") : Invariant($"{(long)each * threads * 1000}B/s");
    }

    private string? Think(long depth, string? rate)
    {
        DiskspdOption? burst = _line.Take('i');
        DiskspdOption? pause = _line.Take('j');
        if (burst is null || pause is null)
        {
            if ((burst ?? pause) is { } alone)
            {
                _line.Refuse(alone, "bursts need both -i and -j");
            }

            return null;
        }

        long requests = _line.Count('i', 1, 1, ThinkTime.MostRequests);
        long milliseconds = _line.Count('j', 1, 1, MostSeconds * 1000L);
        if (depth > 1 || rate is not null)
        {
            _line.Refuse(pause, "here each request in flight pauses by itself, and not at a rate; use -o1 without -g");
        }

        return Invariant($"{milliseconds}ms/{requests}");
    }

    private (bool IsDirect, bool IsThrough) Caching()
    {
        DiskspdOption? old = _line.Take('h');
        DiskspdOption? how = _line.Take('S') ?? (old is null ? null : new DiskspdOption('S', "h"));
        string flags = how is null ? "b" : how.Value.Length == 0 ? "u" : how.Value;
        if (flags.FirstOrDefault(flag => !"bhuw".Contains(flag, StringComparison.Ordinal)) is not '\0' and var other)
        {
            _line.Refuse(
                how!, other == 'm' ? "files are not mapped here; leave the m out" : "it is one or more of b, h, u, w");
        }

        return (flags.IndexOfAny(['h', 'u']) >= 0, flags.IndexOfAny(['h', 'w']) >= 0);
    }

    private void AddOrder(int threads)
    {
        DiskspdOption? places = _line.Take('r', value => value.StartsWith('d'));
        DiskspdOption? random = _line.Take('r', value => value.Length == 0 || char.IsAsciiDigit(value[0]));
        if (_line.Take('r', value => value.StartsWith('s')) is { } partly)
        {
            _line.Refuse(partly, "requests are all at random, or all in order; leave it out");
        }

        DiskspdOption? stride = _line.Take('s');
        long? apart = _line.Size('T');
        if (random is null && places is null)
        {
            AddStride(stride, apart, threads);
            return;
        }

        if (random is { Value.Length: > 0 } && _line.SizeOf(random, _line.BlockSize) != _line.BlockSize)
        {
            _line.Refuse(random, "places are as far apart as requests are long here; leave the size out");
        }

        _words.Add(places is null ? "--order" : "--places", places is null ? "random" : Places(places));
    }

    // "dpct90/10:10/90": of the requests 90 % go to the first 10 % of the places.
    private string? Places(DiskspdOption option)
    {
        string[] parts = option.Value.Replace("dpct", string.Empty, StringComparison.Ordinal).Split('/', ':');
        int[] numbers =
        [
            .. parts.Select(part =>
                int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out int one) ? one : -1),
        ];
        bool isOfTwo = numbers is [> 0 and < 100, > 0 and < 100]
            || (numbers is [> 0, > 0, > 0, > 0] && numbers[0] + numbers[2] == 100 && numbers[1] + numbers[3] == 100);
        if (!isOfTwo || !option.Value.StartsWith("dpct", StringComparison.Ordinal))
        {
            _line.Refuse(option, "only two ranges in percent have a counterpart, for example -rdpct90/10");
            return null;
        }

        _differences.Add("DiskSpd's hot places are at the start of the file, here they are scattered");
        return Invariant($"hot:{numbers[1]}:{numbers[0]}");
    }

    private void AddStride(DiskspdOption? option, long? apart, int threads)
    {
        bool isShared = option?.Value.StartsWith('i') == true;
        string size = option is null ? string.Empty : option.Value[(isShared ? 1 : 0)..];
        long step = size.Length == 0 ? _line.BlockSize : _line.SizeOf(option! with { Value = size }, _line.BlockSize);
        bool takeTurns = apart == _line.BlockSize && step == threads * _line.BlockSize;
        if (step < _line.BlockSize || step % Math.Max(1, _line.BlockSize) != 0)
        {
            _line.Refuse(option!, "the stride is not a multiple of the block size");
        }

        _words.Add("--stride", step > _line.BlockSize && !takeTurns && !isShared ? Shown.Typed(step) : null);
        if (threads > 1)
        {
            _differences.Add(isShared || takeTurns
                ? Invariant($"DiskSpd's {threads} threads take turns, here each goes through its part of the file")
                : Invariant($"each of DiskSpd's {threads} threads goes through the file, here each through its part"));
        }
    }

    private void AddRange(string target, long? existing)
    {
        long? create = _line.Size('c');
        long? end = _line.Size('f', value => value.Length > 0 && char.IsAsciiDigit(value[0]));
        if (_line.Take('f', value => value.Length > 0 && !char.IsAsciiDigit(value[0])) is { } hints)
        {
            _ignored.Add(Shown.OneLine(hints.Word)); // hints of access
        }

        if (existing is null && create is null && target.Length > 0)
        {
            _line.Lacks($"there is no file {Shown.Value(target)} yet, and -c does not say how many bytes it will have");
        }

        _words.Add("--offset", _line.Size('B') is > 0 and var offset ? Shown.Typed(offset) : null);
        long? size = end is { } first && create is { } whole ? Math.Min(first, whole) : end ?? create;
        _words.Add("--size", size is { } bytes ? Shown.Typed(bytes) : null);
    }

    private void AddContents(bool writes)
    {
        DiskspdOption? contents = _line.Take('Z');
        bool isFresh = contents is { Value: "r" };
        _words.Add(isFresh && writes ? "--touch" : null);
        if (writes && !isFresh)
        {
            string what = contents switch
            {
                null => "a pattern that repeats",
                { Value.Length: 0 } => "zeros",
                { Value: var value } when value.Contains(',', StringComparison.Ordinal) => "what is in a file",
                _ => "the same random data again and again",
            };
            _differences.Add($"DiskSpd writes {what}, here data that does not compress");
        }
    }

    private void TakeRest()
    {
        if (_line.Take('W') is not null)
        {
            _differences.Add("-W: the warm-up that is left out of the numbers has a length of its own here");
        }

        foreach (DiskspdOption option in _line.Left)
        {
            if (Ignored.Contains(option.Letter, StringComparison.Ordinal))
            {
                _ignored.Add(Shown.OneLine(option.Word));
            }
            else
            {
                _line.Refuse(option, "it has no counterpart; leave it out");
            }
        }
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
