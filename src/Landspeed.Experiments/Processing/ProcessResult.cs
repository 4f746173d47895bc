namespace Landspeed.Experiments.Processing;

/// <summary>What a processing did.</summary>
/// <param name="Bytes">Bytes read; as many were written.</param>
/// <param name="Lines">Lines worked on.</param>
/// <param name="NativeBufferBytes">Memory for buffers outside the managed heap.</param>
public readonly record struct ProcessResult(long Bytes, long Lines, long NativeBufferBytes);
