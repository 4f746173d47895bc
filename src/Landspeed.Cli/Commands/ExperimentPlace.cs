using Landspeed.Cli.Arguments;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>The directory in which an experiment makes its files.</summary>
internal static class ExperimentPlace
{
    /// <summary>The one that was named, or the current one.</summary>
    /// <param name="names">What was named.</param>
    /// <param name="verb">The verb, for messages.</param>
    internal static FilePath Directory(string[] names, string verb)
    {
        FilePath place = names switch
        {
            [] => FilePath.FromText("."),
            [var name] => Values.Path("DIR", name),
            _ => throw UsageError.Of(
                $"more than one directory named: {string.Join(", ", names.Select(Shown.Value))}; {verb} takes one at a time " +
                "(the values of a list have commas between them and no spaces)"),
        };
        NativeResult asked = NativePlatform.Files.StatusOf(place, out FileStatus status);
        return asked switch
        {
            { Failed: true } => throw UsageError.Of($"the directory {place.Display} cannot be used: {asked.Error}; name one that exists"),
            _ when status.Kind != FileKind.Directory => throw UsageError.Of($"{place.Display} is no directory; name one"),
            _ => place,
        };
    }
}
