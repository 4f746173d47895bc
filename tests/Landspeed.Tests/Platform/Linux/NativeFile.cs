using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

/// <summary>Short forms of the calls under test.</summary>
internal static class NativeFile
{
    public static IFileCalls Calls => NativePlatform.Files;

    /// <summary>Creates a new, empty file, open for reading and writing.</summary>
    public static SafeFileHandle Create(ScratchDirectory scratch, string name) =>
        Open(scratch.FilePath(name), FileAccessKind.ReadWrite, FileCreation.CreateNew);

    public static SafeFileHandle Open(
        FilePath path, FileAccessKind access, FileCreation creation = FileCreation.MustExist)
    {
        NativeResult result = Calls.Open(path, access, creation, out SafeFileHandle? handle);
        Assert.True(result.Succeeded, result.ToString());
        return handle!;
    }

    /// <summary>The name of the error with which opening fails.</summary>
    public static string OpenError(
        FilePath path, FileAccessKind access, FileCreation creation = FileCreation.MustExist)
    {
        NativeResult result = Calls.Open(path, access, creation, out SafeFileHandle? handle);
        Assert.Null(handle);
        return result.Error.Name;
    }

    public static FileStatus StatusOf(SafeFileHandle handle)
    {
        Succeeds(Calls.Status(handle, out FileStatus status));
        return status;
    }

    public static void Succeeds(NativeResult result) => Assert.Equal("0", result.ToString());

    /// <summary>Skips where cachestat does not exist.</summary>
    public static CachedPageCounts CachedPages(SafeFileHandle handle, long offset, long length)
    {
        NativeResult result = Calls.CachedPages(handle, offset, length, out CachedPageCounts counts);
        Capability.Require("cachestat (Linux 6.5)", result.Error.Name != "ENOSYS");
        Succeeds(result);
        return counts;
    }

    /// <summary>Takes a file out of the page cache, and fails when it does not go.</summary>
    /// <remarks>
    /// The advice passes over pages that are on a processor's way to the LRU list, as those just written or read are for
    /// a moment: it is repeated until none is left.
    /// </remarks>
    public static void DropFromCache(SafeFileHandle handle)
    {
        const int Attempts = 10_000;
        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            Succeeds(Calls.Advise(handle, 0, 0, AccessAdvice.DontNeed));
            if (CachedPages(handle, 0, 0).Cached == 0)
            {
                return;
            }

            Thread.Yield();
        }

        Assert.Fail($"{CachedPages(handle, 0, 0)} stay in the page cache");
    }

    /// <summary>Skips where the scratch directory is on tmpfs, overlay or the network.</summary>
    public static void RequireBlockDevice(SafeFileHandle handle) =>
        Capability.Require("a block device below the test directory", StatusOf(handle).Device.Major != 0);
}
