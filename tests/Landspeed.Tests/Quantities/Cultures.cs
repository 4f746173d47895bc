using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Tests.Quantities;

/// <summary>Cultures that write numbers differently: 1.234,5 in Germany, other digits and signs in Iran.</summary>
internal sealed class Cultures : IDisposable
{
    private readonly CultureInfo _before = CultureInfo.CurrentCulture;

    public Cultures(string name)
    {
        var culture = CultureInfo.GetCultureInfo(name);
        Capability.Require("culture data (ICU)", 1.5.ToString(culture) != "1.5");
        CultureInfo.CurrentCulture = culture;
    }

    public static TheoryData<string> Names => new("de-DE", "fa-IR");

    public void Dispose() => CultureInfo.CurrentCulture = _before;
}
