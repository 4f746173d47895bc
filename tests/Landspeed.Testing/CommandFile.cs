namespace Landspeed.Testing;

/// <summary>The file of the command that tests start.</summary>
public static class CommandFile
{
    private static readonly string? s_named = Environment.GetEnvironmentVariable("LANDSPEED_COMMAND");

    /// <summary>Whether <c>LANDSPEED_COMMAND</c> names it: the native executable, as a rule, which starts twenty times as fast.</summary>
    public static bool IsNamed => s_named is { Length: > 0 };

    /// <summary>
    /// What <c>LANDSPEED_COMMAND</c> names, for example the native executable; else the command that was built with the tests and
    /// lies beside them.
    /// </summary>
    public static string Path { get; } = IsNamed
        ? Existing(System.IO.Path.GetFullPath(s_named!))
        : System.IO.Path.Combine(AppContext.BaseDirectory, "Landspeed.Cli");

    private static string Existing(string path) => File.Exists(path)
        ? path
        : throw new FileNotFoundException($"LANDSPEED_COMMAND names '{path}', and there is none", path);
}
