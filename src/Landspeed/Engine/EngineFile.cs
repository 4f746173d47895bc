namespace Landspeed.Engine;

/// <summary>A file attached to one engine; meaningless to any other.</summary>
/// <param name="Slot">Index in the engine's table, 0 or more.</param>
public readonly record struct EngineFile(int Slot);
