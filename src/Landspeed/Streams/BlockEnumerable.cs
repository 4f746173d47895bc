using Landspeed.Platform;

namespace Landspeed.Streams;

/// <summary>The bytes of a file for foreach: see <see cref="SequentialFile.ReadBlocks(string, SequentialFileOptions?)"/>.</summary>
/// <remarks>Immutable; each loop opens the file for itself.</remarks>
public sealed class BlockEnumerable
{
    private readonly FilePath _path;
    private readonly SequentialFileOptions _options;

    internal BlockEnumerable(FilePath path, SequentialFileOptions options) => (_path, _options) = (path, options);

    /// <summary>Opens the file.</summary>
    /// <returns>The loop, which closes the file at its end.</returns>
    /// <exception cref="IOException">As <see cref="BlockReader.Open(FilePath, SequentialFileOptions?)"/>.</exception>
    public BlockEnumerator GetEnumerator() => new(BlockReader.Open(_path, _options));
}
