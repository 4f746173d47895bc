using System.Runtime.InteropServices;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Files;

public sealed class StorageFileLockTests
{
    [Fact]
    public void A_closed_file_is_unlocked_though_somebody_has_a_copy_of_its_descriptor()
    {
        using var scratch = new ScratchDirectory();
        string path = scratch.CreateFile("a", 10);
        SafeFileHandle copy;
        using (StorageFile file = Opened.Read(scratch.FilePath("a"), IoMode.Buffered))
        {
            Assert.True(file.TryLock(FileLockKind.Shared));
            copy = new SafeFileHandle(Duplicate((int)file.Handle.DangerousGetHandle()), ownsHandle: true);
            Assert.Throws<IOException>(() => new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None));
        }

        using (copy)
        {
            Assert.False(copy.IsInvalid);
            using var alone = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            Assert.Equal(10, alone.Length);
        }
    }

    [DllImport("libc", EntryPoint = "dup")]
    private static extern int Duplicate(int descriptor);
}
