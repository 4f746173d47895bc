using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Tests.Quantities;

/// <summary>Cultures that write numbers differently: 1.234,5 in Germany, other digits and signs in Iran.</summary>
internal sealed class Cultures : IDisposable
{
    private readonly CultureInfo _before = CultureInfo.CurrentCulture;

    public Cultures(string name)
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(name);
        Capability.Require("culture data (ICU)", 1.5.ToString(CultureInfo.CurrentCulture) != "1.5");
    }

    public static TheoryData<string> Names => new("de-DE", "fa-IR");

    public void Dispose() => CultureInfo.CurrentCulture = _before;
}
