using System.Text.Json;
using Landspeed.Experiments.Host;

namespace Landspeed.Cli.Commands;

/// <summary>What <c>doctor</c> found, as JSON.</summary>
internal static class ExaminationJson
{
    /// <summary>Writes one document and a line end.</summary>
    internal static void Write(ExaminationRecord record, TextWriter writer)
    {
        writer.Write(JsonSerializer.Serialize(record, ExaminationJsonContext.Default.ExaminationRecord));
        writer.Write('\n');
    }
}
