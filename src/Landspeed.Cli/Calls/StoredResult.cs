using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Files;
using Landspeed.Results;

namespace Landspeed.Cli.Calls;

/// <summary>A result that <c>--json</c> wrote, read again.</summary>
internal static class StoredResult
{
    /// <summary>Whether a word that begins with a dash is one: standard input.</summary>
    internal static bool IsInput(string name) => name == ResultOutputs.Standard;

    /// <summary>Reads it.</summary>
    /// <param name="name">The file, or <c>-</c> for standard input.</param>
    /// <exception cref="ExperimentException">Failed: it cannot be read, or is no result.</exception>
    internal static ResultDocument Read(string name)
    {
        try
        {
            using Stream stream = IsInput(name)
                ? Console.OpenStandardInput() : TextPath.OpenRead(Values.Path("RESULT", name));
            return ResultsJson.Read(stream);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(Outcome.Failed, $"cannot read {Shown.OneLine(name)}: {FrameworkErrors.Cause(e)}; name a result that --json has written, or - for standard input", e);
        }
        catch (InvalidDataException e)
        {
            throw new ExperimentException(Outcome.Failed, $"{(IsInput(name) ? "standard input" : Shown.OneLine(name))} is {Shown.OneLine(e.Message)}", e);
        }
    }
}
