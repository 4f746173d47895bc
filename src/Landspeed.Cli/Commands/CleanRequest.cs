using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>What a person asked of <c>copy --clean</c>.</summary>
/// <param name="Directory">Where to look.</param>
/// <param name="ListOnly">Whether what is found stays.</param>
/// <param name="Tell">Whether each file is told.</param>
internal sealed record CleanRequest(FilePath Directory, bool ListOnly, bool Tell);
