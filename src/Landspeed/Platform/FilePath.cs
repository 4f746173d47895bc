using System.Globalization;
using System.Text;

namespace Landspeed;

/// <summary>
/// A file name as the operating system knows it. On Unix that is a byte string that need not be UTF-8, so a .NET string
/// cannot hold every name; this type can.
/// </summary>
/// <remarks>Immutable and thread-safe. Equality compares bytes.</remarks>
/// <example>
/// <code>
/// FilePath latin = FilePath.FromBytes([(byte)'c', (byte)'a', (byte)'f', 0xE9]);
/// Console.WriteLine($"{latin.Display}, UTF-8: {latin.IsUtf8}"); // caf\xE9, UTF-8: False
/// string text = latin.Text; // keeps every byte: accepted wherever a path is a string
/// </code>
/// </example>
public sealed class FilePath : IEquatable<FilePath>
{
    // A byte that is not part of valid UTF-8 is represented in a .NET string by the lone surrogate U+DC00 + byte (the
    // "surrogateescape" of PEP 383): parsers see ordinary text and nothing is lost.
    private const char EscapeBase = '\uDC00';
    // The name with a terminating zero, as system calls need it, stored because copying a tree uses millions of names.
    private readonly byte[] _terminated;
    private string? _display;

    private FilePath(ReadOnlySpan<byte> bytes)
    {
        _terminated = [.. bytes, 0];
    }

    /// <summary>The name's bytes without a terminating zero.</summary>
    public ReadOnlySpan<byte> Bytes => _terminated.AsSpan(0, _terminated.Length - 1);

    /// <summary>
    /// The name for people. Control, bidirectional and zero-width characters and bytes that are not UTF-8 appear as
    /// <c>\xNN</c>, so that a hostile name cannot control the terminal.
    /// </summary>
    public string Display => _display ??= Escape(Bytes);

    /// <summary>The name as text; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</summary>
    public string Text => Decode(Bytes);

    /// <summary>True if the name is valid UTF-8.</summary>
    public bool IsUtf8 => System.Text.Unicode.Utf8.IsValid(Bytes);

    /// <summary>True if it ends with a slash, so that it can only name a directory, possibly through a link.</summary>
    internal bool IsOfDirectory => Bytes[^1] == (byte)'/';

    /// <summary>The parent directory: <c>.</c> for a bare name, <c>/</c> for the root.</summary>
    public FilePath Parent
    {
        get
        {
            ReadOnlySpan<byte> trimmed = TrimTrailingSlashes(Bytes);
            int slash = trimmed.LastIndexOf((byte)'/');
            return slash switch
            {
                -1 => new FilePath("."u8),
                0 => new FilePath("/"u8),
                _ => new FilePath(TrimTrailingSlashes(trimmed[..slash])),
            };
        }
    }

    /// <summary>The last component of the name; <c>/</c> for the root.</summary>
    public FilePath Name
    {
        get
        {
            ReadOnlySpan<byte> trimmed = TrimTrailingSlashes(Bytes);
            ReadOnlySpan<byte> last = trimmed[(trimmed.LastIndexOf((byte)'/') + 1)..];
            return new FilePath(last.IsEmpty ? trimmed : last);
        }
    }

    /// <summary>Creates a name from text.</summary>
    /// <param name="path">
    /// At least one character and no zero; lone surrogates U+DC80 to U+DCFF stand for raw bytes.
    /// </param>
    /// <returns>The name.</returns>
    /// <exception cref="ArgumentException">
    /// The text is empty or contains a zero or a lone surrogate outside that range.
    /// </exception>
    /// <example>
    /// <code>
    /// FilePath photo = FilePath.FromText("photos/one");
    /// Durability.FlushDirectory(photo.Parent);
    /// </code>
    /// </example>
    public static FilePath FromText(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return Checked(Encode(path), nameof(path));
    }

    /// <summary>Creates a name from bytes.</summary>
    /// <param name="bytes">At least one byte and no zero; the bytes are copied.</param>
    /// <returns>The name.</returns>
    /// <exception cref="ArgumentException">The bytes are empty or contain a zero.</exception>
    /// <example>
    /// <code>
    /// ReadOnlySpan&lt;byte&gt; names = "photos/one\0big.dat\0"u8; // as find -print0 writes them
    /// FilePath first = FilePath.FromBytes(names[..names.IndexOf((byte)0)]);
    /// using SequentialReadStream stream = SequentialFile.OpenRead(first);
    /// </code>
    /// </example>
    public static FilePath FromBytes(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty)
        {
            throw new ArgumentException("a file name has at least one byte", nameof(bytes));
        }

        return Checked(bytes, nameof(bytes));
    }

    /// <summary>Decodes bytes to text without loss; the inverse of <see cref="FromText"/>.</summary>
    /// <param name="bytes">Any bytes.</param>
    /// <returns>Text in which a lone surrogate U+DC80 to U+DCFF stands for each byte that is not UTF-8.</returns>
    public static string Decode(ReadOnlySpan<byte> bytes)
    {
        if (System.Text.Unicode.Utf8.IsValid(bytes))
        {
            return Encoding.UTF8.GetString(bytes);
        }

        var text = new StringBuilder(bytes.Length);
        while (!bytes.IsEmpty)
        {
            if (Rune.DecodeFromUtf8(bytes, out Rune rune, out int used) == System.Buffers.OperationStatus.Done)
            {
                text.Append(rune.ToString());
            }
            else
            {
                used = 1;
                text.Append((char)(EscapeBase + bytes[0]));
            }

            bytes = bytes[used..];
        }

        return text.ToString();
    }

    /// <summary>Joins this directory with a name below it.</summary>
    /// <param name="name">A relative name.</param>
    /// <returns>The joined name.</returns>
    /// <example>
    /// <code>
    /// FilePath photo = FilePath.FromText("photos").Join(FilePath.FromText("one"));
    /// using SequentialReadStream stream = SequentialFile.OpenRead(photo);
    /// </code>
    /// </example>
    public FilePath Join(FilePath name)
    {
        ArgumentNullException.ThrowIfNull(name);
        bool slash = Bytes[^1] == (byte)'/';
        return FromBytes([.. Bytes, .. slash ? ""u8 : "/"u8, .. name.Bytes]);
    }

    /// <inheritdoc/>
    public bool Equals(FilePath? other) => other is not null && Bytes.SequenceEqual(other.Bytes);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as FilePath);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        hash.AddBytes(Bytes);
        return hash.ToHashCode();
    }

    /// <summary>Returns the name for people; see <see cref="Display"/>.</summary>
    public override string ToString() => Display;

    /// <summary>Returns the bytes with a terminating zero, as system calls need them; must not be changed.</summary>
    internal byte[] ToNullTerminated() => _terminated;

    private static FilePath Checked(ReadOnlySpan<byte> bytes, string argument) => bytes.Contains((byte)0)
        ? throw new ArgumentException("a file name cannot contain a zero byte", argument)
        : new FilePath(bytes);

    private static byte[] Encode(string path)
    {
        var bytes = new List<byte>(path.Length);
        Span<byte> utf8 = stackalloc byte[4];
        for (int index = 0; index < path.Length;)
        {
            if (Rune.TryGetRuneAt(path, index, out Rune rune))
            {
                bytes.AddRange(utf8[..rune.EncodeToUtf8(utf8)]);
                index += rune.Utf16SequenceLength;
                continue;
            }

            int raw = path[index] - EscapeBase;
            if (raw is < 0x80 or > 0xFF)
            {
                throw new ArgumentException(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"the character U+{(int)path[index]:X4} at index {index} cannot be part of a file name"),
                    nameof(path));
            }

            bytes.Add((byte)raw);
            index++;
        }

        return [.. bytes];
    }

    private static string Escape(ReadOnlySpan<byte> bytes)
    {
        if (!bytes.ContainsAnyExceptInRange((byte)' ', (byte)'~'))
        {
            return Encoding.ASCII.GetString(bytes);
        }

        var text = new StringBuilder(bytes.Length);
        while (!bytes.IsEmpty)
        {
            bool valid = Rune.DecodeFromUtf8(bytes, out Rune rune, out int used)
                == System.Buffers.OperationStatus.Done;
            if (valid && IsHarmless(rune))
            {
                text.Append(rune.ToString());
            }
            else
            {
                used = valid ? used : 1;
                foreach (byte value in bytes[..used])
                {
                    text.Append(CultureInfo.InvariantCulture, $"\\x{value:X2}");
                }
            }

            bytes = bytes[used..];
        }

        return text.ToString();
    }

    private static bool IsHarmless(Rune rune) => Rune.GetUnicodeCategory(rune) is not (
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator
        or UnicodeCategory.ParagraphSeparator or UnicodeCategory.Surrogate or UnicodeCategory.PrivateUse
        or UnicodeCategory.OtherNotAssigned);

    private static ReadOnlySpan<byte> TrimTrailingSlashes(ReadOnlySpan<byte> bytes) =>
        bytes.Length <= 1 ? bytes : bytes.TrimEnd((byte)'/') is { IsEmpty: false } trimmed ? trimmed : "/"u8;
}
