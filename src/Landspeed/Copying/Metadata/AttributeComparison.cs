using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Metadata;

/// <summary>
/// Compares the extended attributes of two files, including access lists and capabilities, by the rules by which
/// <see cref="ExtendedAttributes"/> keeps them.
/// </summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class AttributeComparison
{
    private const int LongestValue = 64 * 1024;

    private readonly byte[] _namesOfOne = new byte[ExtendedAttributes.LongestList];
    private readonly byte[] _namesOfOther = new byte[ExtendedAttributes.LongestList];
    private readonly byte[] _valueOfOne = new byte[LongestValue];
    private readonly byte[] _valueOfOther = new byte[LongestValue];

    /// <summary>Finds the attributes that differ, or that only one of two files has.</summary>
    /// <param name="one">An open file or directory.</param>
    /// <param name="pathOfOne">Its path, for messages.</param>
    /// <param name="other">Another one.</param>
    /// <param name="pathOfOther">The path of that.</param>
    /// <param name="found">Receives each name, and who has it.</param>
    /// <exception cref="NativeIOException">The attributes of one of them cannot be read.</exception>
    internal void Compare(
        SafeFileHandle one,
        Func<FilePath> pathOfOne,
        SafeFileHandle other,
        Func<FilePath> pathOfOther,
        Action<FilePath, AttributeHolder> found)
    {
        ReadOnlySpan<byte> names = List(one, pathOfOne, _namesOfOne);
        ReadOnlySpan<byte> present = List(other, pathOfOther, _namesOfOther);
        foreach (Range range in new AttributeNames(names))
        {
            ReadOnlySpan<byte> name = names[range];
            if (ExtendedAttributes.StaysBehind(name))
            {
                continue;
            }

            if (!ExtendedAttributes.Has(present, name))
            {
                Note(name, AttributeHolder.First, found);
                continue;
            }

            FilePath attribute = FilePath.FromBytes(name);
            ReadOnlySpan<byte> value = Value(one, attribute, pathOfOne, _valueOfOne);
            ReadOnlySpan<byte> others = Value(other, attribute, pathOfOther, _valueOfOther);
            bool isOfPermissions = name.SequenceEqual(NfsAccessList.Name)
                && NfsAccessList.IsOfPermissions(value) && NfsAccessList.IsOfPermissions(others);
            if (!isOfPermissions && !value.SequenceEqual(others))
            {
                found(attribute, AttributeHolder.Both);
            }
        }

        foreach (Range range in new AttributeNames(present))
        {
            ReadOnlySpan<byte> name = present[range];
            if (!ExtendedAttributes.StaysBehind(name) && !ExtendedAttributes.Has(names, name))
            {
                Note(name, AttributeHolder.Second, found);
            }
        }
    }

    // What the system itself gives to each file of one file system says nothing about a copy on another.
    private static void Note(ReadOnlySpan<byte> name, AttributeHolder holder, Action<FilePath, AttributeHolder> found)
    {
        if (!ExtendedAttributes.IsGiven(name))
        {
            found(FilePath.FromBytes(name), holder);
        }
    }

    private static ReadOnlySpan<byte> List(SafeFileHandle file, Func<FilePath> path, byte[] room)
    {
        NativeResult listed = NativePlatform.Trees.ListAttributes(file, room);
        return listed.Succeeded ? room.AsSpan(0, (int)listed.Value)
            : listed.Error.Kind == NativeErrorKind.NotSupported ? default
            : throw new NativeIOException("list the extended attributes of", path(), listed.Error);
    }

    private static ReadOnlySpan<byte> Value(SafeFileHandle file, FilePath name, Func<FilePath> path, byte[] room)
    {
        NativeResult got = NativePlatform.Trees.GetAttribute(file, name, room);
        return got.Succeeded
            ? room.AsSpan(0, (int)got.Value)
            : throw new NativeIOException($"read the extended attribute {name.Display} of", path(), got.Error);
    }
}

/// <summary>Which of two files has an attribute.</summary>
internal enum AttributeHolder
{
    /// <summary>Both, with different values.</summary>
    Both,

    /// <summary>Only the first.</summary>
    First,

    /// <summary>Only the second.</summary>
    Second,
}
