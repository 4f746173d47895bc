using System.Text.Json;

namespace Landspeed.Testing.PowerCuts;

/// <summary>What may be there after a power cut, and what has to be.</summary>
/// <param name="work">What was cut.</param>
/// <param name="before">What was there before it.</param>
/// <param name="after">What is there after it, undisturbed.</param>
/// <param name="root">The directory of the recording.</param>
internal sealed class CutCheck(CutWork work, CutState before, CutState after, string root)
{
    /// <summary>The exit code of a repetition when all is done already.</summary>
    internal int CodeWhenDone { get; set; }

    /// <summary>What is wrong with the undisturbed end.</summary>
    internal IEnumerable<CutProblem> Undisturbed()
    {
        foreach ((string source, string target) in work.Copies)
        {
            foreach ((string name, CutEntry entry) in before.Entries.Where(entry => IsBelow(entry.Key, source)))
            {
                string copy = target + name[source.Length..];
                if (after.Entries.GetValueOrDefault(copy)?.Content != entry.Content)
                {
                    yield return new CutProblem("no copy", $"{copy} is not {name}");
                }
            }
        }

        foreach (CutProblem problem in LeftOver(after))
        {
            yield return problem;
        }
    }

    /// <summary>What is wrong right after the cut.</summary>
    /// <param name="found">What is there.</param>
    /// <param name="isDone">Whether the command had ended.</param>
    /// <param name="ended">How many steps had ended.</param>
    internal IEnumerable<CutProblem> AtCut(CutState found, bool isDone, int ended = 0) => Names(found)
        .Where(name => isDone || name != work.Replaced?.Target)
        .Select(name => (name, Of(found, name), Of(before, name), Of(after, name)))
        .Select(place => place switch
        {
            (var name, var here, _, var end) when isDone && here != end =>
                new CutProblem("not durable", $"{name} is {Show(here)}, it was {Show(end)} when the command had ended"),
            (var name, var here, var old, var end) when here?.Content != old?.Content && here?.Content != end?.Content =>
                new CutProblem(
                    old is null && end is null ? "stray" : "neither old nor new",
                    $"{name} is {Show(here)}, old {Show(old)}, new {Show(end)}"),
            _ => null,
        })
        .OfType<CutProblem>()
        .Concat(Nowhere(found))
        .Concat(Replaced(found, ended));

    /// <summary>What is wrong with a repetition of the command.</summary>
    /// <param name="atCut">What was there before it.</param>
    /// <param name="command">How it ended.</param>
    /// <param name="found">What is there now.</param>
    internal IEnumerable<CutProblem> Repeated(CutState atCut, Command command, CutState found)
    {
        bool wasDone = Names(atCut).All(name => Of(atCut, name)?.Content == Of(after, name)?.Content);
        if (command.ExitCode != 0 && !(wasDone && command.ExitCode == CodeWhenDone))
        {
            yield return new CutProblem(
                command.ExitCode == 3 ? "refused" : "failed",
                $"exit code {command.ExitCode}: {command.Error.Trim()}; left over was {string.Join(", ", atCut.Leftovers)}");
            yield break;
        }

        // Of a document each run writes another one.
        foreach (string name in Names(found).Except(work.Documents))
        {
            CutEntry? here = Of(found, name), end = Of(after, name);
            if (here?.Content != end?.Content || (here?.Metadata != end?.Metadata && IsCopy(name)))
            {
                yield return new CutProblem("wrong after repetition", $"{name} is {Show(here)}, not {Show(end)}");
            }
        }

        foreach (string document in work.Documents.Where(document => !IsWhole(document)))
        {
            yield return new CutProblem("wrong after repetition", $"{document} is not whole");
        }

        foreach (CutProblem problem in LeftOver(found))
        {
            yield return problem;
        }
    }

    private static bool IsBelow(string name, string root) =>
        name == root || name.StartsWith(root + "/", StringComparison.Ordinal);

    private static CutEntry? Of(CutState state, string name) => state.Entries.GetValueOrDefault(name);

    private static string Show(CutEntry? entry) => entry is null ? "absent" : $"'{entry.Content} {entry.Metadata}'";

    // A journal that the user named stays, and its mark with it.
    private IEnumerable<CutProblem> LeftOver(CutState found) =>
        found.Leftovers.Select(name => new CutProblem("left over", name))
            .Concat(found.Marked.Where(name => !work.IsUnsettled(name)).Select(name => new CutProblem("left over", $"{name} is still marked")));

    private IEnumerable<string> Names(CutState found) => found.Entries.Keys.Union(before.Entries.Keys).Union(after.Entries.Keys)
        .Where(name => !work.IsUnsettled(name) && !IsBelow(name, "outside"));

    private bool IsCopy(string name) => work.Copies.Any(copy => IsBelow(name, copy.Target));

    private IEnumerable<CutProblem> Nowhere(CutState found) =>
        from copy in work.Copies
        where !IsBelow(copy.Source, "outside")
        from entry in before.Entries
        where IsBelow(entry.Key, copy.Source)
        where Of(found, entry.Key)?.Content != entry.Value.Content
            && Of(found, copy.Target + entry.Key[copy.Source.Length..])?.Content != entry.Value.Content
        select new CutProblem("data nowhere", $"{entry.Key} is neither there nor at its target");

    // Of a file that each step replaces: the content of the last one that ended, or that of the next one.
    private IEnumerable<CutProblem> Replaced(CutState found, int ended)
    {
        if (work.Replaced is not { } replaced)
        {
            yield break;
        }

        string?[] contents =
        [
            Of(before, replaced.Target)?.Content,
            .. replaced.Contents.Select(name => Of(before, name)!.Content),
        ];
        int at = Array.IndexOf(contents, Of(found, replaced.Target)?.Content);
        if (at != ended && at != ended + 1)
        {
            yield return new CutProblem(
                at < 0 ? "neither old nor new" : "not durable",
                $"{replaced.Target} is {Show(Of(found, replaced.Target))} after {ended} replacements");
        }
    }

    private bool IsWhole(string document)
    {
        try
        {
            using JsonDocument read = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(root, document)));
            return !read.RootElement.GetProperty("partial").GetBoolean();
        }
        catch (Exception failure) when (failure is JsonException or IOException or KeyNotFoundException)
        {
            return false;
        }
    }
}

/// <summary>A broken promise.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Text">Where.</param>
internal sealed record CutProblem(string Kind, string Text);
