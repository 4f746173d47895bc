using System.CommandLine;
using System.CommandLine.Invocation;
using Landspeed.Cli.Output;

namespace Landspeed.Cli.Commands;

/// <summary>Prints name and version.</summary>
internal sealed class VersionAction : SynchronousCommandLineAction
{
    /// <inheritdoc/>
    public override bool ClearsParseErrors => true;

    /// <inheritdoc/>
    public override int Invoke(ParseResult parseResult)
    {
        parseResult.InvocationConfiguration.Output.Write($"landspeed {ProgramVersion.Text}\n");
        return 0;
    }
}
