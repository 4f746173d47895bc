using System.Runtime.InteropServices;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>The C library's buffered streams, Linux.</summary>
internal sealed unsafe class LinuxStandardIoCalls : IStandardIoCalls
{
    internal static readonly LinuxStandardIoCalls Instance = new();

    private const int FromStart = 0; // SEEK_SET

    private LinuxStandardIoCalls()
    {
    }

    public NativeResult Open(FilePath path, FileAccessKind access, out nint stream)
    {
        ArgumentNullException.ThrowIfNull(path);
        ReadOnlySpan<byte> mode = access switch
        {
            FileAccessKind.Read => "rbe\0"u8,
            FileAccessKind.ReadWrite => "r+be\0"u8,
            _ => throw new ArgumentOutOfRangeException(nameof(access), access, "a stream is read, or read and written"),
        };
        fixed (byte* name = path.ToNullTerminated())
        fixed (byte* how = mode)
        {
            stream = Fopen(name, how);
            return stream == 0 ? LastError() : default;
        }
    }

    public NativeResult Read(nint stream, nint address, int length)
    {
        nuint read = Fread(address, 1, (nuint)length, stream);
        return read < (nuint)length && Ferror(stream) != 0 ? LastError() : new NativeResult((long)read);
    }

    public NativeResult Write(nint stream, nint address, int length)
    {
        nuint written = Fwrite(address, 1, (nuint)length, stream);
        return written < (nuint)length ? LastError() : new NativeResult((long)written);
    }

    public NativeResult Seek(nint stream, long offset) => Result(Fseeko(stream, offset, FromStart));

    public NativeResult Flush(nint stream) => Result(Fflush(stream));

    public NativeResult Close(nint stream) => Result(Fclose(stream));

    // ferror does not change the error number, and its own entry point does not keep it.
    private static NativeResult LastError() => new(-Marshal.GetLastPInvokeError());
}
