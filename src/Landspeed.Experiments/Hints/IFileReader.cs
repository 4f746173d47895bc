namespace Landspeed.Experiments.Hints;

/// <summary>Opens a file with one hint and reads ranges of it.</summary>
internal interface IFileReader
{
    /// <summary>Opens the file, reads the ranges in order, and closes it.</summary>
    /// <param name="path">The file.</param>
    /// <param name="ranges">Within the file.</param>
    /// <returns>Bytes that the caller received.</returns>
    /// <exception cref="IOException">It cannot be read.</exception>
    long Read(FilePath path, HintRanges ranges);
}
