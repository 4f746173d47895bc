using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;

namespace Landspeed.Cli.Commands;

/// <summary>Removes what interrupted copies left.</summary>
internal sealed class CleanRun
{
    private readonly Terminal _terminal;
    private readonly ICopier _copier;

    internal CleanRun(Terminal terminal, ICopier copier)
    {
        _terminal = terminal;
        _copier = copier;
    }

    /// <summary>Removes it, or lists it.</summary>
    /// <returns>The exit code.</returns>
    internal int Execute(CleanRequest request)
    {
        IReadOnlyList<LeftFile> left = _copier.FindLeft(request.Directory);
        int failed = 0;
        long bytes = 0;
        foreach (LeftFile file in left)
        {
            if (!request.ListOnly && !TryRemove(file))
            {
                failed++;
                continue;
            }

            bytes += file.Bytes;
            if (request.Tell)
            {
                _terminal.Output.Write($"{(request.ListOnly ? "left   " : "removed")}  {file.Path.Display}  {Shown.Size(file.Bytes)}\n");
            }
        }

        if (request.Tell)
        {
            _terminal.Output.Write(Total(request, left.Count - failed, bytes));
        }

        return (int)(failed > 0 ? Outcome.Failed : Outcome.Done);
    }

    private bool TryRemove(LeftFile file)
    {
        try
        {
            _copier.Remove(file);
            return true;
        }
        catch (IOException e)
        {
            Diagnostics.Say(_terminal, e);
            return false;
        }
    }

    private static string Total(CleanRequest request, int count, long bytes)
    {
        string files = count == 1 ? "1 file" : string.Create(CultureInfo.InvariantCulture, $"{count} files");
        string what = count == 0 ? "nothing is left" : $"{files}, {Shown.Size(bytes)}, {(request.ListOnly ? "left" : "removed")}";
        string hint = request.ListOnly && count > 0 ? "; nothing was touched: --dry-run only lists" : string.Empty;
        return $"{what} of interrupted copies below {request.Directory.Display}{hint}\n";
    }
}
