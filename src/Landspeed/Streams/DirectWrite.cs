namespace Landspeed.Streams;

/// <summary>One write of a batch.</summary>
/// <param name="Offset">First byte in the file, 0 or more; no alignment needed.</param>
/// <param name="Buffer">The bytes; must not change until the batch has ended. Empty: nothing is written.</param>
public readonly record struct DirectWrite(long Offset, ReadOnlyMemory<byte> Buffer);
