using System.Reflection;

namespace Landspeed.Testing;

/// <summary>The file of the command that tests start.</summary>
public static class CommandFile
{
    private const string Variable = "LANDSPEED_COMMAND";

    /// <summary>
    /// What <c>LANDSPEED_COMMAND</c> names; else the native executable, which the build of the tests has made; else, on a machine without
    /// a linker, <see cref="ForRuntime"/>.
    /// </summary>
    public static string Path { get; } = Named ?? Native ?? ForRuntime;

    /// <summary>The command that the runtime starts: it lies beside the tests, and needs twenty times as long to start.</summary>
    public static string ForRuntime => System.IO.Path.Combine(AppContext.BaseDirectory, "Landspeed.Cli");

    private static string? Named => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named
        ? Existing(System.IO.Path.GetFullPath(named))
        : null;

    private static string? Native => typeof(CommandFile).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(one => one.Key == "NativeCommand").Value is { } native && File.Exists(native) ? native : null;

    private static string Existing(string path) => File.Exists(path)
        ? path
        : throw new FileNotFoundException($"{Variable} names '{path}', and there is none", path);
}
