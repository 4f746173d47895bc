using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Calls;

/// <summary>Removes what interrupted copies left.</summary>
internal sealed class CleanCall
{
    private readonly Terminal _terminal;
    private readonly ICopier _copier;

    internal CleanCall(Terminal terminal, ICopier copier)
    {
        _terminal = terminal;
        _copier = copier;
    }

    /// <summary>Removes it, or lists it.</summary>
    /// <returns>The exit code: what is in use stays and is no failure, what cannot be removed is one.</returns>
    internal int Execute(CleanRequest request)
    {
        IReadOnlyList<Leftover> left = request.ListOnly ? _copier.FindLeft(request.Directory) : _copier.RemoveLeft(request.Directory);
        foreach (Leftover file in left.Where(file => file.Problem is not null))
        {
            Diagnostics.Say(_terminal, $"{(request.ListOnly ? "would stay" : "stays")}: {file.Problem!.Message}");
        }

        Leftover[] gone = [.. left.Where(file => file.Problem is null)];
        if (request.Tell)
        {
            foreach (Leftover file in gone)
            {
                _terminal.Output.Write(
                    $"{(request.ListOnly ? "left   " : "removed")}  {file.Path.Display}  {Shown.Size(file.AllocatedBytes)}\n");
            }

            _terminal.Output.Write(Total(request, gone, left.Count - gone.Length));
        }

        bool failed = left.Any(file => file.Problem is { Kind: not CopyProblemKind.Skipped });
        return (int)(failed ? Outcome.Failed : Outcome.Done);
    }

    private static string Total(CleanRequest request, Leftover[] gone, int staying)
    {
        string size = Shown.Size(gone.Sum(file => file.AllocatedBytes));
        string verb = request.ListOnly ? string.Empty : "removed ";
        string what = gone.Length > 0 ? $"{verb}{AmountText.Count(gone.Length, "file")} ({size})" : staying > 0 ? $"{verb}nothing" : "nothing";
        string stays = staying > 0
            ? $"; {AmountText.Count(staying, "file")} {(staying == 1 ? "stays" : "stay")}" : string.Empty;
        string hint = request.ListOnly && gone.Length > 0 ? "; nothing was touched: --dry-run only lists" : string.Empty;
        return $"{what} left by interrupted copies below {request.Directory.Display}{stays}{hint}\n";
    }
}

/// <summary>What a person asked of <c>copy --clean</c>.</summary>
/// <param name="Directory">Where to look.</param>
/// <param name="ListOnly">Whether what is found stays.</param>
/// <param name="Tell">Whether each file is told.</param>
internal sealed record CleanRequest(FilePath Directory, bool ListOnly, bool Tell);
