using System.Runtime.InteropServices;
using System.Text;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>Libraries, Linux.</summary>
internal sealed unsafe class LinuxLibraryCalls : ILibraryCalls
{
    internal static readonly LinuxLibraryCalls Instance = new();

    private LinuxLibraryCalls()
    {
    }

    public nint Open(string name, out string? refusal)
    {
        fixed (byte* text = Text(name))
        {
            // The first call of a function makes the runtime look it up, which clears the loader's last error.
            _ = DlError();
            nint library = DlOpen(text, RTLD_NOW | RTLD_GLOBAL);
            refusal = library != 0 ? null : Marshal.PtrToStringUTF8((nint)DlError()) ?? "the loader gives no reason";
            return library;
        }
    }

    public nint Find(nint library, string symbol)
    {
        fixed (byte* text = Text(symbol))
        {
            return DlSym(library, text);
        }
    }

    public NativeResult SetVariable(string name, string value)
    {
        fixed (byte* variable = Text(name))
        fixed (byte* content = Text(value))
        {
            return Result(SetEnv(variable, content, overwrite: 0));
        }
    }

    private static byte[] Text(string text) => Encoding.UTF8.GetBytes(text + '\0');
}
