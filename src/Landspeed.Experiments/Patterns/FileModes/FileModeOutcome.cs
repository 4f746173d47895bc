namespace Landspeed.Experiments.Patterns.FileModes;

/// <summary>Opens a file as a case has it, and says what came of it.</summary>
internal static class FileModeOutcome
{
    internal const string Created = "created, empty";
    internal const string Opened = "opened, position at the start";
    internal const string OpenedAtEnd = "opened, position at the end";
    internal const string Truncated = "opened, cut to 0 bytes";

    // Any bytes: only their number and that they stay are looked at.
    private static readonly byte[] s_content = "content"u8.ToArray();

    /// <summary>Makes the file, or makes that there is none.</summary>
    internal static void Arrange(string path, FileModeCase how)
    {
        File.Delete(path);
        if (how.Exists)
        {
            File.WriteAllBytes(path, s_content);
        }
    }

    /// <summary>Opens, looks, closes.</summary>
    /// <returns>One of the constants, or the name of the exception; and what happened to the file although it should not.</returns>
    internal static string See(string path, FileModeCase how)
    {
        string seen = Open(path, how);
        bool mayChange = seen is Created or Truncated;
        return mayChange || IsAsArranged(path, how) ? seen : $"{seen}, and the file is not as before";
    }

    private static string Open(string path, FileModeCase how)
    {
        try
        {
            using var stream = new FileStream(path, how.Mode, how.Access);
            return (how.Exists, stream.Length, stream.Position) switch
            {
                (false, 0, 0) => Created,
                (true, 0, 0) => Truncated,
                (true, _, 0) => Opened,
                (true, var length, var position) when length == position => OpenedAtEnd,
                var (_, length, position) => FormattableString.Invariant($"opened, {length} bytes, position {position}"),
            };
        }
        catch (Exception failure) when (failure is IOException or ArgumentException or UnauthorizedAccessException)
        {
            return failure.GetType().Name;
        }
    }

    private static bool IsAsArranged(string path, FileModeCase how) => how.Exists
        ? File.Exists(path) && File.ReadAllBytes(path).AsSpan().SequenceEqual(s_content)
        : !File.Exists(path);
}
