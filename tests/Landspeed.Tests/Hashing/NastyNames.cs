namespace Landspeed.Tests.Hashing;

/// <summary>Names that are hard to write into a text file. The first ones have neither newline nor carriage return.</summary>
internal static class NastyNames
{
    /// <summary>Names that every program writes as they are, or with escapes that we need not read.</summary>
    internal static readonly FilePath[] OfOneLine =
    [
        .. new[]
        {
            "plain", " leading space", "trailing space ", "  two", "*star", " *star", "#comment", "back\\slash", "\\first", "last\\",
            "\\n", "a  b", "MD5 (a) = b", "(", ")", ") = x", "tab\there", "d41d8cd98f00b204e9800998ecf8427e  x", "größe", "\udcff",
            "not\udc80utf8\udcfe", "é\udcc3",
        }.Select(FilePath.FromText),
    ];

    internal static readonly FilePath[] All =
        [.. OfOneLine, .. new[] { "new\nline", "cr\rx", "cr last\r", "\n", "both\r\nand\\n", "\\\n\udcff" }.Select(FilePath.FromText)];
}
