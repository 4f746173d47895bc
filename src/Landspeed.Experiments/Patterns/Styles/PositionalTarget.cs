using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>A new file that is written at consecutive offsets.</summary>
internal sealed class PositionalTarget(string path) : IDisposable
{
    private readonly SafeFileHandle _file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write);
    private long _offset;

    /// <summary>Writes the next bytes.</summary>
    internal void Write(ReadOnlySpan<byte> bytes)
    {
        RandomAccess.Write(_file, bytes, _offset);
        _offset += bytes.Length;
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
