namespace Landspeed.Experiments.Records;

/// <summary>What the 100 bytes of a record are.</summary>
public enum RecordLayout
{
    /// <summary>Ten random fields of 10 bytes, the first of them the key: gensort since version 1.5.</summary>
    Binary,

    /// <summary>A printable key, the number in hexadecimal, printable filler, CR LF; the same in all versions.</summary>
    Ascii,

    /// <summary>A random key, the number in hexadecimal between fixed bytes, filler: gensort 1.1, Hadoop's TeraGen since 2009.</summary>
    OldBinary,
}
