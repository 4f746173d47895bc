using Landspeed.Platform.Linux;
using Landspeed.Testing;

namespace Landspeed.Tests.Platform.Linux;

/// <summary>A directory that stands for the root of another machine.</summary>
internal sealed class SystemTree : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public SystemFiles Files => new(_scratch.Path);

    public SystemTree With(string path, string text)
    {
        string full = At(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
        return this;
    }

    public SystemTree WithLink(string path, string target)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(At(path))!);
        File.CreateSymbolicLink(At(path), target);
        return this;
    }

    public string At(string path) => _scratch.Path + path;

    public void Dispose() => _scratch.Dispose();
}
