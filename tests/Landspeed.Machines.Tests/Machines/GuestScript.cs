namespace Landspeed.Machines.Tests.Machines;

/// <summary>The scripts of <c>Guest</c>, which run in machines or make them.</summary>
internal static class GuestScript
{
    /// <summary>A script.</summary>
    /// <param name="name">Its name.</param>
    public static string Text(string name)
    {
        using Stream content = typeof(GuestScript).Assembly.GetManifestResourceStream($"guest/{name}")!;
        using var reader = new StreamReader(content);
        return reader.ReadToEnd();
    }
}
