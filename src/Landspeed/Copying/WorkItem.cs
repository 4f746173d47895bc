using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Some entries of one directory: a thread that takes them together does not wait for others at its lock.</summary>
internal sealed record WorkItem(DirectoryPair Pair, (FilePath Name, FileKind Kind)[] Entries);
