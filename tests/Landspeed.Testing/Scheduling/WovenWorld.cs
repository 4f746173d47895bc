using System.Reflection;
using System.Runtime.Loader;

namespace Landspeed.Testing.Scheduling;

/// <summary>
/// The library and its tests loaded a second time, with woven streams and copies, and what starts their threads.
/// </summary>
internal sealed class WovenWorld : AssemblyLoadContext
{
    private const string Library = "Landspeed";
    private static readonly Lazy<WovenWorld> s_world = new(() => new WovenWorld());

    // Of a copy by several ranks nothing is explored.
    private static readonly string[] s_explored =
    [
        "Landspeed.Streams.", "Landspeed.Copying.Content.", "Landspeed.Copying.Identity.", "Landspeed.Copying.Runs.",
        "Landspeed.Copying.TreeContent.", "Landspeed.Copying.Trees.", "Landspeed.Copying.Walking.",
        "Landspeed.Copying.CopyTraffic",
        "Landspeed.Block", "Landspeed.Direct", "Landspeed.Line", "Landspeed.ReadBlock", "Landspeed.Sequential",
    ];

    private readonly byte[] _woven = Weaver.Weave(PathOf(Library), IsExplored);

    private WovenWorld()
        : base("woven")
    {
    }

    /// <summary>Explores a subject; see <see cref="Explorer"/>.</summary>
    /// <param name="subject">A static method with one <see cref="Exploration"/> as its argument.</param>
    /// <param name="most">Schedules to try.</param>
    /// <param name="inMemory">Whether its files lie in memory.</param>
    /// <returns>How many schedules were tried, in words.</returns>
    /// <exception cref="InvalidOperationException">A schedule makes the subject hang or fail; its steps.</exception>
    internal static string Explore(MethodInfo subject, int most, bool inMemory = false)
    {
        Type explorer = s_world.Value.TypeOf(typeof(Explorer));
        MethodInfo explore = explorer.GetMethod(nameof(Explorer.Explore), BindingFlags.Static | BindingFlags.NonPublic)!;
        MethodInfo woven = s_world.Value.TypeOf(subject.DeclaringType!).GetMethod(
            subject.Name, BindingFlags.Static | BindingFlags.NonPublic)!;
        object?[] arguments = [woven, most, inMemory, null];
        string report = (string)explore.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null)!;
        return arguments[^1] is string failure ? throw new InvalidOperationException(report + "\n" + failure) : report;
    }

    protected override Assembly? Load(AssemblyName assemblyName) => assemblyName.Name switch
    {
        Library => LoadFromStream(new MemoryStream(_woven)),
        { } name when name.StartsWith(Library + ".", StringComparison.Ordinal) => LoadFromAssemblyPath(PathOf(name)),
        _ => null,
    };

    private Type TypeOf(Type type) =>
        LoadFromAssemblyName(type.Assembly.GetName()).GetType(type.FullName!, throwOnError: true)!;

    private static bool IsExplored(string type) =>
        s_explored.Any(space => type.StartsWith(space, StringComparison.Ordinal))
        || type is "Landspeed.Platform.Current.Threads";

    private static string PathOf(string assembly) => Path.Combine(AppContext.BaseDirectory, assembly + ".dll");
}
