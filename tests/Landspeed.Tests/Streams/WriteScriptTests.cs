using Landspeed.Testing;

namespace Landspeed.Tests.Streams;

public sealed class WriteScriptTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    [Theory]
    [InlineData(1, 3500, false)]
    [InlineData(100_000, 2000, true)]
    public Task Every_script_writes_as_FileStream_does(int first, int count, bool isSimulated) =>
        Scripts.RunAsync(_scratch, first, count, isSimulated, WriteScript.RunAsync);

    public void Dispose() => _scratch.Dispose();
}
