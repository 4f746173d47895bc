namespace Landspeed.Testing;

/// <summary>The file of the command that tests start.</summary>
public static class CommandFile
{
    /// <summary>
    /// What <c>LANDSPEED_COMMAND</c> names, for example the native executable; else the command that was built with the tests and
    /// lies beside them.
    /// </summary>
    public static string Path { get; } = Environment.GetEnvironmentVariable("LANDSPEED_COMMAND") is { Length: > 0 } named
        ? Existing(System.IO.Path.GetFullPath(named))
        : System.IO.Path.Combine(AppContext.BaseDirectory, "Landspeed.Cli");

    private static string Existing(string path) => File.Exists(path)
        ? path
        : throw new FileNotFoundException($"LANDSPEED_COMMAND names '{path}', and there is none", path);
}
