using System.Security.Cryptography;
using System.Text;

namespace Landspeed.Testing.Faults;

/// <summary>A C program of the tests, compiled when first asked for and kept beside the tests under the hash of its
/// source.</summary>
internal static class NativeProgram
{
    private const string Header = "fault-rules.h";
    private static readonly Lock Compiling = new();

    /// <summary>The path of the executable.</summary>
    /// <param name="name">The source without <c>.c</c>, below <c>native/</c>.</param>
    /// <param name="packages">What pkg-config must know; empty for plain C.</param>
    public static string Build(string name, string packages = "")
    {
        Capability.RequireProgram("gcc");
        string source = Resource($"{name}.c");
        string header = Resource(Header);
        byte[] hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{source}\0{header}\0{packages}"));

        // Not in the temporary directory: root must not start what somebody else could have laid there.
        string directory = Path.Combine(AppContext.BaseDirectory, "faults", Convert.ToHexStringLower(hash)[..16]);
        string program = Path.Combine(directory, name);
        lock (Compiling)
        {
            if (!File.Exists(program))
            {
                Directory.CreateDirectory(directory);
                Compile(source, header, packages, program);
            }
        }

        return program;
    }

    private static void Compile(string source, string header, string packages, string program)
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File(Header), header);
        File.WriteAllText(scratch.File("program.c"), source);
        string flags = packages.Length == 0 ? string.Empty : $"$(pkg-config --cflags --libs {packages})";
        string fresh = $"{program}.{Guid.NewGuid():N}";
        Command.Shell($"cd '{scratch.Path}' && gcc -O1 -g -Wall -pthread -o '{fresh}' program.c {flags}");

        // Two test programs may compile at once; each moves a whole file into place.
        File.Move(fresh, program, overwrite: true);
    }

    private static string Resource(string name)
    {
        using Stream stream = typeof(NativeProgram).Assembly.GetManifestResourceStream($"native/{name}")
            ?? throw new InvalidOperationException($"the assembly holds no source native/{name}");
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
