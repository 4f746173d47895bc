using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Fillers over the fastest engine that this system permits.</summary>
internal static class Fillers
{
    /// <summary>Fills with data that no device can compress.</summary>
    /// <param name="file">Open for writing; direct where possible. Owned by the caller.</param>
    /// <param name="seed">Start of the data.</param>
    internal static FileFiller Open(StorageFile file, ulong seed) =>
        new(file, Engine(), FileFiller.Incompressible(seed));

    /// <summary>Fills with content of the caller.</summary>
    /// <param name="file">Open for writing; direct where possible. Owned by the caller.</param>
    /// <param name="content">Makes the data; asked for each request once.</param>
    /// <param name="requestSize">Bytes of one request, a multiple of the file's alignment where it is direct.</param>
    internal static FileFiller Open(StorageFile file, FileContent content, int requestSize) =>
        new(file, Engine(), content, requestSize);

    private static IIoEngine Engine() => IoEngines.CreateBest(FileFiller.QueueDepth, out _);
}
