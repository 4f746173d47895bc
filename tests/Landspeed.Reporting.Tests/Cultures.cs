using System.Globalization;

namespace Landspeed.Reporting.Tests;

/// <summary>Runs something as a user of another language would.</summary>
internal static class Cultures
{
    public static T In<T>(string name, Func<T> what)
    {
        CultureInfo before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(name);
        try
        {
            Assert.Equal(name == "de-DE" ? "1,5" : "1.5", 1.5.ToString(CultureInfo.CurrentCulture));
            return what();
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }
}
