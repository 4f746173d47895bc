using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Engine;

/// <summary>An engine on the test bench, with memory, a scratch directory and short words for what tests do.</summary>
internal sealed class EngineBench : IDisposable
{
    internal const int Page = 4096;

    private readonly List<SafeFileHandle> _handles = [];
    private readonly ScratchDirectory _scratch = new();

    internal EngineBench(IIoEngine engine, int memoryLength = 64 * Page)
    {
        Engine = engine;
        Memory = new NativeBuffer(memoryLength);
    }

    internal IIoEngine Engine { get; }

    internal NativeBuffer Memory { get; }

    internal string CreateFile(long length, int seed = 1) => _scratch.CreateFile($"{Guid.NewGuid():N}", length, seed);

    internal SafeFileHandle Open(string path, FileAccessKind access = FileAccessKind.ReadWrite)
    {
        NativeResult opened = NativePlatform.Files.Open(
            FilePath.FromText(path), access, FileCreation.MustExist, out SafeFileHandle? handle);
        Assert.True(opened.Succeeded, opened.ToString());
        _handles.Add(handle!);
        return handle!;
    }

    internal SafeFileHandle OpenDirect(string path)
    {
        SafeFileHandle handle = Open(path);
        Assert.True(NativePlatform.Files.EnableDirect(handle).Succeeded);
        return handle;
    }

    /// <summary>A file of pseudo-random bytes, open for reading and writing, attached.</summary>
    internal EngineFile AttachFile(long length, int seed = 1) => Engine.Attach(Open(CreateFile(length, seed)));

    /// <summary>A request with the n-th page of the memory.</summary>
    internal IoRequest Request(IoOperation operation, EngineFile file, long offset, int page = 0, int length = Page) => new()
    {
        Operation = operation,
        File = file,
        Offset = offset,
        Address = Memory.Address + (page * Page),
        Length = length,
        Tag = (ulong)page,
    };

    internal Span<byte> PageOf(int page) => Memory.Span.Slice(page * Page, Page);

    /// <summary>Queues one request and waits for it.</summary>
    internal NativeResult Run(in IoRequest request)
    {
        Assert.True(Engine.TryQueue(request));
        IoCompletion[] completions = new IoCompletion[1];
        Assert.Equal(1, Engine.Reap(completions, 1));
        Assert.Equal(request.Tag, completions[0].Tag);
        return completions[0].Result;
    }

    /// <summary>Waits for everything outstanding.</summary>
    internal IoCompletion[] ReapAll()
    {
        IoCompletion[] completions = new IoCompletion[Math.Max(1, Engine.Outstanding)];
        int count = Engine.Reap(completions, Engine.Outstanding);
        return completions[..count];
    }

    public void Dispose()
    {
        Engine.Dispose();
        _handles.ForEach(handle => handle.Dispose());
        Memory.Dispose();
        _scratch.Dispose();
    }
}
