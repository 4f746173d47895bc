using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Cli.Calls;

/// <summary>Creates the missing directories for a copy's target.</summary>
internal static class ParentDirectories
{
    /// <summary>Creates a directory and those above it that are missing, each durable in the one above.</summary>
    /// <param name="directory">Its name; an existing one stays as it is.</param>
    /// <exception cref="NativeIOException">One cannot be created or made durable; those above it stay.</exception>
    internal static void Make(FilePath directory)
    {
        if (NativePlatform.Files.StatusOf(directory, out _).Succeeded)
        {
            return;
        }

        Make(directory.Parent);
        NativeResult made = NativePlatform.Trees.OpenDirectory(directory.Parent, out SafeFileHandle? above);
        using (above)
        {
            made = made.Failed ? made
                : NativePlatform.Trees.CreateDirectory(above!, directory.Name, FilePermissions.Everybody);
        }

        if (made.Failed)
        {
            throw new NativeIOException("create the directory", directory, made.Error);
        }

        Durability.FlushDirectory(directory.Parent);
    }
}
