namespace Landspeed.Conventions.Tests.Surface;

public class Shown : IDisposable
{
    public const int Limit = 7;

    public Shown(string? name = null) => Name = name;

    internal Shown(int count) => Count = count;

    public string? Name { get; }

    public int? Count { get; init; }

    internal int Hidden { get; set; }

    public static Shown operator +(Shown left, Shown right) => new((left.Count ?? 0) + (right.Count ?? 0));

    public override string ToString() => Name ?? "";

    public void Dispose() => GC.SuppressFinalize(this);

    protected virtual ReadOnlySpan<byte> Take(in long offset, out List<string> names)
    {
        names = [];
        return default;
    }

    private static void AlsoHidden()
    {
    }
}
