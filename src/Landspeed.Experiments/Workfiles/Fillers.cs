using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Opens fillers on the fastest engine that this system permits.</summary>
internal static class Fillers
{
    /// <summary>Opens a filler of incompressible data.</summary>
    /// <param name="file">Open for writing; direct if possible. Owned by the caller.</param>
    /// <param name="seed">Seed of the data.</param>
    internal static FileFiller Open(StorageFile file, ulong seed) =>
        new(file, Engine(), FileFiller.Incompressible(seed));

    /// <summary>Opens a filler with the caller's content.</summary>
    /// <param name="file">Open for writing; direct if possible. Owned by the caller.</param>
    /// <param name="content">Generates the data; called once per request.</param>
    /// <param name="requestSize">Bytes of one request, a multiple of the file's alignment if it is direct.</param>
    internal static FileFiller Open(StorageFile file, FillContent content, int requestSize) =>
        new(file, Engine(), content, requestSize);

    private static IIoEngine Engine() => IoEngines.CreateBest(FileFiller.QueueDepth, out _);
}
