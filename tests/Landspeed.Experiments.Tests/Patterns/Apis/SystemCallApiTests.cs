using Landspeed.Engine;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Experiments.Tests.Patterns.Apis;

public sealed class SystemCallApiTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly FaultyFileCalls _calls = new();
    private readonly byte[] _record = GC.AllocateArray<byte>(1000, pinned: true);

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_write_that_moves_nothing_ends_the_trial_with_an_error()
    {
        int calls = 0;
        _calls.OnWrite = length => ++calls < 100
            ? (new NativeResult(0), length)
            : throw new InvalidOperationException("the loop does not end");
        using SystemCallApi api = Open();

        NativeIOException failure = Assert.Throws<NativeIOException>(() => api.Write(_record, 0, _record.Length));

        Assert.Equal(NativeErrorKind.NoProgress, failure.Error.Kind);
    }

    [Fact]
    public void Short_and_interrupted_calls_go_on()
    {
        int calls = 0;
        _calls.OnRead = length => (++calls % 2 == 0 ? FaultyFileCalls.Error(NativeErrorKind.Interrupted) : null, Math.Min(length, 300));
        using SystemCallApi api = Open();

        Assert.Equal(_record.Length, api.Read(_record, 0, _record.Length));

        Assert.Equal(File.ReadAllBytes(_scratch.File("file"))[.._record.Length], _record);
    }

    private SystemCallApi Open()
    {
        _scratch.CreateFile("file", 4000);
        StorageFile file = StorageFile.Open(_scratch.FilePath("file"), new() { Access = FileAccessKind.ReadWrite });
        return new SystemCallApi(file, new WholeTransfer(file.Handle, file.Path) { Calls = _calls });
    }
}
