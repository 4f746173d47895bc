namespace Landspeed.Experiments.Creating;

/// <summary>What the files of a data set hold.</summary>
public enum DataKind
{
    /// <summary>Lines of random printable characters, each with LF behind it.</summary>
    Text,

    /// <summary>Random bytes, as many as the text would have, which nothing can compress.</summary>
    Incompressible,

    /// <summary>Zeros, as many, really written.</summary>
    Zero,

    /// <summary>The same length without any block: reads as zeros.</summary>
    Sparse,

    /// <summary>
    /// Binary values instead of lines, as BinaryWriter writes them: for each line a record of 20 bytes, an int32 (its
    /// number), an int64 (random) and a double (random, from 0 up to 1).
    /// </summary>
    Typed,
}
