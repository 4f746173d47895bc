using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Patterns.FileModes;

/// <summary>Opens a file as a case describes, and reports the outcome.</summary>
internal static class FileModeOutcome
{
    internal const string Created = "created, empty";
    internal const string Opened = "opened, position at the start";
    internal const string OpenedAtEnd = "opened, position at the end";
    internal const string Truncated = "opened, cut to 0 bytes";

    private const int TooLongLength = 300; // file systems accept names of 255 bytes
    private const uint Nobody = 65534; // owns nothing, and has only the permissions that everyone has

    // Any bytes: only their number, and that they remain, are checked.
    private static readonly byte[] s_content = "content"u8.ToArray();

    /// <summary>Creates what the case needs, or ensures that nothing exists.</summary>
    /// <param name="path">A name of ours.</param>
    /// <param name="how">The case.</param>
    internal static void Arrange(string path, FileModeCase how)
    {
        Clear(path);
        if (how.Target == OpenTarget.Directory)
        {
            Directory.CreateDirectory(path);
        }
        else if (IsFile(how))
        {
            File.WriteAllBytes(path, s_content);
        }

        if (how.Target == OpenTarget.Forbidden)
        {
            SetPermissions(path, 0);
        }
    }

    /// <summary>Removes what <see cref="Arrange"/>, or the opening, created.</summary>
    internal static void Clear(string path)
    {
        if (Directory.Exists(path))
        {
            Directory.Delete(path);
        }

        File.Delete(path);
    }

    /// <summary>Opens the file, checks the outcome, and closes it.</summary>
    /// <returns>One of the constants, or the name of the exception; and any change to the file that should not have
    /// happened.</returns>
    internal static string See(string path, FileModeCase how)
    {
        string seen = how.Target == OpenTarget.Forbidden ? OpenWithoutPrivileges(path, how) : Open(NameOf(path, how.Target), how);
        bool mayChange = seen is Created or Truncated;
        return mayChange || IsAsArranged(path, how) ? seen : $"{seen}, and the file is not as before";
    }

    // Nothing is forbidden to root: this thread alone opens the file as another user.
    private static string OpenWithoutPrivileges(string path, FileModeCase how)
    {
        NativeResult changed = NativePlatform.Threads.UseFileUser(Nobody, out uint user);
        try
        {
            return Open(path, how);
        }
        finally
        {
            if (changed.Succeeded)
            {
                NativePlatform.Threads.UseFileUser(user, out _);
            }
        }
    }

    private static string Open(string path, FileModeCase how)
    {
        try
        {
            using var stream = new FileStream(path, how.Mode, how.Access);
            return (how.Target, stream.Length, stream.Position) switch
            {
                (OpenTarget.Missing, 0, 0) => Created,
                (OpenTarget.Existing, 0, 0) => Truncated,
                (OpenTarget.Existing, _, 0) => Opened,
                (OpenTarget.Existing, var length, var position) when length == position => OpenedAtEnd,
                var (_, length, position) => FormattableString.Invariant($"opened, {length} bytes, position {position}"),
            };
        }
        catch (Exception failure) when (failure is IOException or ArgumentException or UnauthorizedAccessException)
        {
            return failure.GetType().Name;
        }
    }

    private static string NameOf(string path, OpenTarget target) => target switch
    {
        OpenTarget.InvalidPath => $"{path}\0",
        OpenTarget.EmptyPath => string.Empty,
        OpenTarget.NameTooLong => Path.Combine(Path.GetDirectoryName(path)!, new string('x', TooLongLength)),
        OpenTarget.MissingDirectory => Path.Combine(path, "file"),
        _ => path,
    };

    private static bool IsFile(FileModeCase how) => how.Target is OpenTarget.Existing or OpenTarget.Forbidden;

    private static bool IsAsArranged(string path, FileModeCase how)
    {
        if (!IsFile(how))
        {
            return !File.Exists(path) && Directory.Exists(path) == (how.Target == OpenTarget.Directory);
        }

        if (how.Target == OpenTarget.Forbidden)
        {
            SetPermissions(path, FilePermissions.OwnFile);
        }

        return File.Exists(path) && File.ReadAllBytes(path).AsSpan().SequenceEqual(s_content);
    }

    private static void SetPermissions(string path, int permissions)
    {
        var file = FilePath.FromText(path);
        NativeResult done = NativePlatform.Trees.OpenDirectory(file.Parent, out SafeFileHandle? directory);
        using (directory)
        {
            done = done.Failed ? done : NativePlatform.Trees.SetEntryPermissions(directory!, file.Name, permissions);
        }

        if (done.Failed)
        {
            throw new NativeIOException("set the permissions of", file, done.Error);
        }
    }
}
