namespace Landspeed.Experiments.Creating;

/// <summary>The content of the files of a data set.</summary>
public enum DataKind
{
    /// <summary>Lines of random printable characters, each terminated by LF.</summary>
    Text,

    /// <summary>Random, incompressible bytes, as many as the text would have.</summary>
    Incompressible,

    /// <summary>Zeros, of the same length, which are really written.</summary>
    Zero,

    /// <summary>The same length without any block: reads as zeros.</summary>
    Sparse,

    /// <summary>
    /// Binary values instead of lines, as written by BinaryWriter: for each line a record of 20 bytes, an int32 (its
    /// number), an int64 (random) and a double (random, from 0 up to 1).
    /// </summary>
    Typed,
}
