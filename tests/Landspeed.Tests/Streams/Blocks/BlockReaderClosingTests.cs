using Landspeed.Testing;

namespace Landspeed.Tests.Streams.Blocks;

public sealed class BlockReaderClosingTests : IDisposable
{
    private readonly ScratchDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    [Theory]
    [InlineData(null)]
    [InlineData(EngineKind.Threads)]
    [InlineData(EngineKind.Synchronous)]
    public void A_disposed_reader_has_given_the_files_lock_back(EngineKind? engine)
    {
        string path = _directory.CreateFile("file", 100_000);
        for (int turn = 0; turn < 50; turn++)
        {
            using (BlockReader reader = BlockReader.Open(path, new SequentialFileOptions { Engine = engine, RequestSize = 4 * 1024 }))
            {
                using ReadBlock block = reader.Read();
                Assert.Equal(0, block.Offset);
            }

            using var alone = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            Assert.Equal(100_000, alone.Length);
        }
    }
}
