using System.Text.Json;
using System.Xml.Linq;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>The lock files hold each package of <c>Directory.Packages.props</c>, in the version named there.</summary>
public static class PackageLockRule
{
    /// <summary>Packages that are not locked, or in another version.</summary>
    /// <param name="versions">Text of <c>Directory.Packages.props</c>.</param>
    /// <param name="locks">Texts of the lock files.</param>
    /// <param name="unlocked">Packages that no locked project uses.</param>
    /// <param name="update">How to write the lock files.</param>
    public static IEnumerable<Violation> Check(
        string versions, IEnumerable<string> locks, IReadOnlySet<string> unlocked, string update)
    {
        ILookup<string, string> locked = locks.SelectMany(Resolved).ToLookup(one => one.Name, one => one.Version);
        return from element in XDocument.Parse(versions).Descendants("PackageVersion")
               let name = element.Attribute("Include")!.Value
               let version = element.Attribute("Version")!.Value
               where !unlocked.Contains(name)
               let found = locked[name].Distinct().Order(StringComparer.Ordinal).ToArray()
               where found is not [var one] || one != version
               select new Violation(
                   $"{name} {version}",
                   found.Length == 0 ? "it is not locked" : $"it is locked as {string.Join(" and ", found)}",
                   update);
    }

    private static IEnumerable<(string Name, string Version)> Resolved(string text)
    {
        using JsonDocument document = JsonDocument.Parse(text);
        return
        [
            .. from framework in document.RootElement.GetProperty("dependencies").EnumerateObject()
               from package in framework.Value.EnumerateObject()
               where package.Value.TryGetProperty("contentHash", out _)
               select (package.Name, package.Value.GetProperty("resolved").GetString()!),
        ];
    }
}
