namespace Landspeed.Streams;

/// <summary>One read of a batch.</summary>
/// <param name="Offset">First byte in the file, 0 or more; no alignment needed.</param>
/// <param name="Buffer">Receives the bytes; the file's until the batch has ended. Empty: nothing is read.</param>
public readonly record struct DirectRead(long Offset, Memory<byte> Buffer);
