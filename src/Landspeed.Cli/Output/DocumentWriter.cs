using Landspeed.Experiments.Results;

namespace Landspeed.Cli.Output;

/// <summary>Writes a result as text.</summary>
/// <param name="document">The result.</param>
/// <param name="writer">Receives the text; stays open.</param>
internal delegate void DocumentWriter(MeasurementDocument document, TextWriter writer);
