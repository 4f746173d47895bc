namespace Landspeed.Tests.Platform.Linux;

/// <summary>Where a field of ours lies, and what C calls it.</summary>
internal sealed record NativeField(string Ours, string Theirs, int Offset, int Size, string? Guard);
