using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing;

/// <summary>Makes holes in a file: hundreds of them, for which a program each would take seconds.</summary>
public static partial class Holes
{
    private const int PunchHole = 2;
    private const int KeepSize = 1;

    /// <summary>Punches a hole at every multiple of a distance, as long as the whole hole is within the file.</summary>
    /// <param name="path">A file.</param>
    /// <param name="every">Bytes from the start of one hole to that of the next.</param>
    /// <param name="length">Bytes of a hole.</param>
    public static void Punch(string path, long every, long length)
    {
        using SafeFileHandle file = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite);
        long size = RandomAccess.GetLength(file);
        for (long offset = 0; offset + length <= size; offset += every)
        {
            if (Fallocate((int)file.DangerousGetHandle(), PunchHole | KeepSize, offset, length) != 0)
            {
                throw new IOException($"no hole in {path} at {offset}: error {Marshal.GetLastPInvokeError()}");
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "fallocate64", SetLastError = true)]
    private static partial int Fallocate(int file, int mode, long offset, long length);
}
