using System.Globalization;

namespace Landspeed.Testing.PowerCuts;

/// <summary>The contents that files may have, compared byte by byte.</summary>
internal sealed class KnownContents
{
    private readonly Dictionary<long, List<(string Name, byte[] Bytes)>> _known = [];
    private readonly byte[] _block = new byte[1 << 18];
    private int _count;

    /// <summary>While it is set, unknown contents are taken in.</summary>
    internal bool IsLearning { get; set; } = true;

    /// <summary>The name of a file's content; one that begins with a question mark when it is unknown.</summary>
    internal string NameOf(string path)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        List<(string Name, byte[] Bytes)> candidates = [.. _known.GetValueOrDefault(file.Length, [])];
        int at = 0;
        while (candidates.Count > 0 && file.Read(_block) is > 0 and var count)
        {
            candidates.RemoveAll(one => !one.Bytes.AsSpan(at, count).SequenceEqual(_block.AsSpan(0, count)));
            at += count;
        }

        if (candidates.Count > 0)
        {
            return candidates[0].Name;
        }

        string length = string.Create(CultureInfo.InvariantCulture, $"{file.Length} bytes");
        if (!IsLearning)
        {
            return $"? {length}";
        }

        if (!_known.TryGetValue(file.Length, out List<(string Name, byte[] Bytes)>? same))
        {
            _known[file.Length] = same = [];
        }

        file.Position = 0;
        byte[] bytes = new byte[file.Length];
        file.ReadExactly(bytes);
        string name = string.Create(CultureInfo.InvariantCulture, $"#{++_count} of {length}");
        same.Add((name, bytes));
        return name;
    }
}
