namespace Landspeed.Platform;

/// <summary>The C library's buffered streams (stdio): one library call per method, without policy.</summary>
/// <remarks>
/// A stream belongs to one thread at a time, has the library's own buffer (4,096 bytes on most file systems), and must be
/// closed by its owner. No method allocates on the managed heap. Source: stdio(3).
/// </remarks>
internal interface IStandardIoCalls
{
    /// <summary>Opens an existing file (fopen), close-on-exec, at offset 0.</summary>
    /// <param name="path">The name; a relative one starts at the working directory.</param>
    /// <param name="access">Read, or read and write; the file is never truncated.</param>
    /// <param name="stream">The stream, owned by the caller until <see cref="Close"/>; 0 on failure.</param>
    /// <returns>0, or the error.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The access is another one.</exception>
    NativeResult Open(FilePath path, FileAccessKind access, out nint stream);

    /// <summary>Reads at the stream's position (fread).</summary>
    /// <param name="stream">An open stream.</param>
    /// <param name="address">Memory for the bytes.</param>
    /// <param name="length">Bytes wanted, 1 or more.</param>
    /// <returns>Bytes read, fewer only at the end of the file; or the error.</returns>
    NativeResult Read(nint stream, nint address, int length);

    /// <summary>Writes at the stream's position (fwrite); most bytes stay in the stream's buffer at first.</summary>
    /// <param name="stream">A stream open for writing.</param>
    /// <param name="address">The bytes.</param>
    /// <param name="length">Number of bytes, 1 or more.</param>
    /// <returns>The length; or the error, after which it is unspecified how much was written.</returns>
    NativeResult Write(nint stream, nint address, int length);

    /// <summary>Sets the stream's position (fseeko) after writing the buffered bytes.</summary>
    /// <param name="stream">An open stream.</param>
    /// <param name="offset">Bytes from the start, 0 or more.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Seek(nint stream, long offset);

    /// <summary>Passes buffered bytes to the system (fflush); does not make them durable.</summary>
    /// <param name="stream">An open stream.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Flush(nint stream);

    /// <summary>Writes buffered bytes and closes the stream, even if the write fails (fclose).</summary>
    /// <param name="stream">An open stream; must not be used again.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Close(nint stream);
}
