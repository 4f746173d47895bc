using System.Reflection;
using Landspeed.Results;

namespace Landspeed.Experiments;

/// <summary>The version of the program, as reported in results.</summary>
internal static class ProductVersion
{
    /// <summary>For example <c>0.1.0</c>: without the commit, which is of no use for comparing results.</summary>
    internal static string Text { get; } =
        typeof(ProductVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
            ?.InformationalVersion.Split('+')[0] ?? "unknown";

    /// <summary>The program with its version, as named in every result.</summary>
    internal static ToolRecord Tool { get; } = new("landspeed", Text);
}
