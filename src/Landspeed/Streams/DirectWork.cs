namespace Landspeed.Streams;

/// <summary>One request of a batch; of a write, the memory is only read.</summary>
internal readonly record struct DirectWork(long Offset, Memory<byte> Memory);
