namespace Landspeed.Copying;

/// <summary>Walks over names that lie one behind the other, each with a zero at its end.</summary>
internal ref struct AttributeNames(ReadOnlySpan<byte> names)
{
    private readonly ReadOnlySpan<byte> _names = names;
    private int _next;

    /// <summary>Where the name lies, without its zero.</summary>
    public Range Current { get; private set; }

    public readonly AttributeNames GetEnumerator() => this;

    public bool MoveNext()
    {
        int length = _names[_next..].IndexOf((byte)0);
        if (length <= 0)
        {
            return false;
        }

        Current = _next..(_next + length);
        _next += length + 1;
        return true;
    }
}
