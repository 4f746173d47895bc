namespace Landspeed.Experiments.Measuring;

/// <summary>Which interface carries the requests out.</summary>
public enum FileApi
{
    /// <summary>An engine of Landspeed.</summary>
    Engine,

    /// <summary>
    /// <see cref="System.IO.FileStream"/> with its default buffer: buffered, one request at a time, and byte by byte with
    /// <see cref="System.IO.FileStream.ReadByte"/> and <see cref="System.IO.FileStream.WriteByte"/> for requests of 1 byte.
    /// </summary>
    FileStream,
}
