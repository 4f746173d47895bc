using Landspeed.Engine;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Engine;

public sealed class AttachedFilesTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly AttachedFiles _files = new();
    private readonly SafeFileHandle _handle;

    public AttachedFilesTests() => _handle = File.OpenHandle(_scratch.CreateFile("a", 1));

    [Fact]
    public void A_file_is_removed_only_when_all_its_requests_have_ended()
    {
        EngineFile file = _files.Add(_handle);
        EngineFile other = _files.Add(_handle);
        var request = new IoRequest { Operation = IoOperation.FlushData, File = file };
        _files.Began(AttachedFiles.SlotOf(request));
        _files.Began(AttachedFiles.SlotOf(request));
        _files.Ended(AttachedFiles.SlotOf(request));
        Assert.Throws<InvalidOperationException>(() => _files.Remove(file));
        _files.Remove(other);

        _files.Ended(AttachedFiles.SlotOf(request));

        _files.Remove(file);
        Assert.False(_files.Contains(file));
    }

    [Fact]
    public void A_request_without_a_file_is_not_counted()
    {
        var nothing = new IoRequest { Operation = IoOperation.Nothing, File = new EngineFile(-5) };

        _files.Began(AttachedFiles.SlotOf(nothing));
        _files.Ended(AttachedFiles.SlotOf(nothing));
    }

    [Fact]
    public void Disposing_gives_every_descriptor_back()
    {
        nint descriptor = _handle.DangerousGetHandle();
        _files.Add(_handle);
        _files.Add(_handle);
        _handle.Dispose();
        Assert.True(Path.Exists($"/proc/self/fd/{descriptor}"));

        _files.Dispose();

        Assert.True(_handle.IsClosed);
        Assert.Throws<ObjectDisposedException>(() => _files.Add(_handle));
    }

    public void Dispose()
    {
        _files.Dispose();
        _handle.Dispose();
        _scratch.Dispose();
    }
}
