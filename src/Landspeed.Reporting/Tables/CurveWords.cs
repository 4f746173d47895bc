using System.Globalization;

namespace Landspeed.Reporting.Tables;

/// <summary>A curve in a few words.</summary>
internal static class CurveWords
{
    /// <summary>How it goes to the file: <c>FileStream</c>, or for example <c>direct q8</c>.</summary>
    public static string Way(string api, string mode, int queueDepth) => api == "filestream"
        ? "FileStream"
        : string.Create(CultureInfo.InvariantCulture, $"{mode} q{queueDepth}");
}
