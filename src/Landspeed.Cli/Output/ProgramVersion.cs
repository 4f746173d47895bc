using System.Reflection;

namespace Landspeed.Cli.Output;

/// <summary>The version of this program.</summary>
internal static class ProgramVersion
{
    /// <summary>For example <c>0.1.0</c>; what a build appends after a plus is left out.</summary>
    internal static string Text { get; } = typeof(ProgramVersion).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion.Split('+')[0];
}
