namespace Landspeed.Cli.Output;

/// <summary>Writes a result as text.</summary>
/// <typeparam name="TDocument">The kind of result.</typeparam>
/// <param name="document">The result.</param>
/// <param name="writer">Receives the text; stays open.</param>
internal delegate void DocumentWriter<in TDocument>(TDocument document, TextWriter writer);
