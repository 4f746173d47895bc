using System.Text;
using System.Text.RegularExpressions;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Files;

namespace Landspeed.Cli.Fio;

/// <summary>Reads a fio job file.</summary>
/// <remarks>
/// As fio 3.33 reads it: <c>;</c> and <c>#</c> begin a comment, also behind a value; <c>[global]</c> may appear again
/// and holds for the jobs below it; <c>include FILE</c> is replaced by that file; <c>${NAME}</c> by a variable of the
/// environment. A variable that is not set, which is nothing to fio, is refused.
/// </remarks>
internal sealed partial class JobFile
{
    /// <summary>Maximum number of jobs.</summary>
    internal const int MostJobs = 1000;

    private const string Global = "global";
    private const string Include = "include";
    private const int LongestFile = 1 << 20;
    private const int MostIncludes = 100;

    private readonly Func<string, string?> _variable;
    private readonly List<JobOption> _global = [];
    private readonly List<JobSection> _jobs = [];
    private List<JobOption>? _options;
    private int _depth;
    private int _includes;

    private JobFile(Func<string, string?> variable)
    {
        _variable = variable;
    }

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="variable">The value of a variable of the environment; null: it is not set.</param>
    /// <returns>One or more jobs.</returns>
    /// <exception cref="ExperimentException">
    /// It cannot be read, or is not a job file; the message gives the line.
    /// </exception>
    internal static IReadOnlyList<JobSection> Read(FilePath path, Func<string, string?> variable)
    {
        var file = new JobFile(variable);
        file.Add(path, from: null);
        return file._jobs.Count > 0 ? file._jobs : throw UsageError.Of(
            $"{path.Display} has no job; write one, for example [reads] and below it rw=randread and filename=big.dat");
    }

    private void Add(FilePath path, JobPlace? from)
    {
        string[] lines = Text(path, from).Split('\n');
        string name = path.Display;
        for (int index = 0; index < lines.Length; index++)
        {
            var place = new JobPlace(name, index + 1);
            int comment = lines[index].IndexOfAny([';', '#']);
            string line = (comment < 0 ? lines[index] : lines[index][..comment]).Trim();
            if (line.Length > 0)
            {
                Add(path, line, place);
            }
        }
    }

    private void Add(FilePath path, string line, JobPlace place)
    {
        if (line[0] == '[')
        {
            Begin(line, place);
        }
        else if (line == Include || line.StartsWith($"{Include} ", StringComparison.Ordinal)
            || line.StartsWith($"{Include}\t", StringComparison.Ordinal))
        {
            AddIncluded(path, line[Include.Length..].Trim(), place);
        }
        else if (_options is null)
        {
            throw UsageError.Of(
                $"{place}: {Shown.Value(line)} is above the first section; write [global] above it, or the name of a "
                + "job");
        }
        else
        {
            string[] parts = WithVariables(line, place).Split('=', 2, StringSplitOptions.TrimEntries);
            _options.Add(new JobOption(parts[0], parts.Length > 1 ? parts[1] : "1", place));
        }
    }

    private void Begin(string line, JobPlace place)
    {
        int end = line.LastIndexOf(']');
        string name = end > 1 && end == line.Length - 1 ? line[1..end]
            : throw UsageError.Of(
                $"{place}: {Shown.Value(line)} is not a section; write the name of a job in brackets, [reads]");
        if (_depth > 0)
        {
            throw UsageError.Of(
                $"{place}: a file that is included has options only, but {Shown.Value(line)} begins a section");
        }

        if (name == Global)
        {
            _options = _global;
            return;
        }

        if (_jobs.Count == MostJobs)
        {
            throw UsageError.Of(FormattableString.Invariant($"{place}: there are more than {MostJobs} jobs"));
        }

        _options = [.. _global];
        _jobs.Add(new JobSection(name, place, _options));
    }

    // As fio: from here, otherwise from beside the file that names it.
    private void AddIncluded(FilePath path, string name, JobPlace place)
    {
        if (name.Length == 0)
        {
            throw UsageError.Of($"{place}: include names no file; write the name after it");
        }

        if (++_includes > MostIncludes)
        {
            throw UsageError.Of(
                FormattableString.Invariant($"{place}: more than {MostIncludes} files are included; ")
                + "remove the include that goes in a circle");
        }

        string beside = Path.Combine(Path.GetDirectoryName(path.Text) ?? string.Empty, name);
        _depth++;
        Add(Values.Path(Include, File.Exists(name) ? name : beside), place);
        _depth--;
    }

    private string WithVariables(string line, JobPlace place) => Variable().Replace(line, match =>
        _variable(match.Groups["name"].Value) ?? throw UsageError.Of(
            $"{place}: the variable {Shown.OneLine(match.Groups["name"].Value)} is not set; set it before the command, "
            + $"for example {Shown.OneLine(match.Groups["name"].Value)}=1 landspeed measure --fio …"));

    private static string Text(FilePath path, JobPlace? from)
    {
        string named = from is null ? "--fio" : from.ToString();
        byte[] bytes;
        try
        {
            bytes = TextPath.TryReadAll(path, LongestFile) ?? throw UsageError.Of(
                $"{named}: {path.Display} is longer than 1 MiB, so it is not a job file");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(
                Outcome.Usage, $"{named}: cannot read {path.Display}: {FrameworkErrors.Cause(e)}", e);
        }

        return bytes.Contains((byte)0)
            ? throw UsageError.Of($"{named}: {path.Display} is not text, so it is not a job file")
            : Encoding.UTF8.GetString(bytes).TrimStart('\uFEFF');
    }

    [GeneratedRegex(@"\$\{(?<name>[^}]+)\}", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Variable();
}
