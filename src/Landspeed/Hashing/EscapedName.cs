namespace Landspeed.Hashing;

/// <summary>
/// Names in lines that begin with a backslash: <c>\\</c>, <c>\n</c> and <c>\r</c> have their meaning in C.
/// </summary>
internal static class EscapedName
{
    internal static byte[] Escape(ReadOnlySpan<byte> name)
    {
        var escaped = new List<byte>(name.Length + 8);
        foreach (byte value in name)
        {
            escaped.AddRange(value switch
            {
                (byte)'\\' => "\\\\"u8,
                (byte)'\n' => "\\n"u8,
                (byte)'\r' => "\\r"u8,
                _ => [value],
            });
        }

        return [.. escaped];
    }

    /// <summary>Returns the unescaped name, or null if a backslash is last or before any other character.</summary>
    internal static byte[]? Unescape(ReadOnlySpan<byte> escaped)
    {
        var name = new List<byte>(escaped.Length);
        for (int index = 0; index < escaped.Length; index++)
        {
            byte value = escaped[index];
            if (value == (byte)'\\')
            {
                index++;
                byte? meant = (index < escaped.Length ? escaped[index] : (byte)0) switch
                {
                    (byte)'\\' => (byte)'\\',
                    (byte)'n' => (byte)'\n',
                    (byte)'r' => (byte)'\r',
                    _ => null,
                };
                if (meant is null)
                {
                    return null;
                }

                value = meant.Value;
            }

            name.Add(value);
        }

        return [.. name];
    }
}
