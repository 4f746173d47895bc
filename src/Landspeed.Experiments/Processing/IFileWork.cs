namespace Landspeed.Experiments.Processing;

/// <summary>The work that one thread does with a file. For use by one thread.</summary>
internal interface IFileWork
{
    /// <summary>Reads it, works on its lines, and writes the result.</summary>
    /// <param name="index">Zero-based index of the file.</param>
    void Process(int index);
}
