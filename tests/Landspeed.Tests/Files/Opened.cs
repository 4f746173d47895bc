using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Tests.Files;

/// <summary>Short ways to open files in tests.</summary>
internal static class Opened
{
    internal static StorageFile Read(FilePath path, IoMode mode = IoMode.Buffered) =>
        StorageFile.Open(path, new() { Mode = mode });

    internal static StorageFile ReadWrite(FilePath path, IoMode mode = IoMode.Buffered) =>
        StorageFile.Open(path, new() { Access = FileAccessKind.ReadWrite, Mode = mode });

    internal static StorageFile New(FilePath path, IoMode mode = IoMode.Buffered) => StorageFile.Open(
        path, new() { Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew, Mode = mode });
}
