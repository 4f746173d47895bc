namespace Landspeed.Experiments.Processing;

/// <summary>What one thread does with a file. For one thread.</summary>
internal interface IFileWork
{
    /// <summary>Reads it, works on its lines, and writes the result.</summary>
    /// <param name="index">Which, zero-based.</param>
    void Process(int index);
}
