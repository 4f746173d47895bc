using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams.Sequential;

/// <summary>What a reader does when the device fails.</summary>
public sealed class ReadFaultTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly byte[] _content = new byte[300_000];

    public ReadFaultTests()
    {
        new Random(1).NextBytes(_content);
        File.WriteAllBytes(_scratch.File("a"), _content);
    }

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public async Task A_read_that_failed_once_is_told_in_its_place_and_then_goes_on(IoMode mode)
    {
        foreach (CallShape shape in StreamCalls.Shapes.Where(shape => shape != CallShape.Byte))
        {
            for (int at = 0; at < 8; at++)
            {
                using Stream stream = Open(mode, new SimulatedFault(at, NativeErrorKind.DeviceFailure, FaultExtent.Once));
                var read = new MemoryStream();
                int failures = 0;
                byte[] buffer = new byte[50_000];
                while (read.Length < _content.Length)
                {
                    try
                    {
                        int count = await StreamCalls.ReadAsync(stream, shape, buffer, 0, buffer.Length);
                        Assert.True(count > 0, "the stream ended early");
                        read.Write(buffer, 0, count);
                    }
                    catch (NativeIOException failure)
                    {
                        failures++;
                        Assert.Equal(read.Length / 65536 * 65536, failure.Offset);
                    }

                    Assert.Equal(read.Length, stream.Position);
                }

                Assert.True(_content.AsSpan().SequenceEqual(read.ToArray()), $"{shape}, request {at}");

                // Where bytes came before the failure, the call that repeats the read may find the device well again.
                Assert.InRange(failures, at == 0 ? 1 : 0, 1);
            }
        }
    }

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public async Task A_device_that_fails_for_good_gives_what_lies_before_and_fails_each_call(IoMode mode)
    {
        using Stream stream = Open(mode, new SimulatedFault(2, NativeErrorKind.DeviceFailure, FaultExtent.Permanent));
        byte[] buffer = new byte[_content.Length];

        Assert.Equal(2 * 65536, stream.Read(buffer));
        for (int time = 0; time < 3; time++)
        {
            foreach (CallShape shape in StreamCalls.Shapes)
            {
                await Assert.ThrowsAsync<NativeIOException>(
                    () => StreamCalls.ReadAsync(stream, shape, new byte[100], 0, 100).AsTask());
            }

            Assert.Throws<NativeIOException>(() => stream.CopyTo(Stream.Null));
            await Assert.ThrowsAsync<NativeIOException>(() => stream.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken));
            Assert.Equal(2 * 65536, stream.Position);
        }

        Assert.True(_content.AsSpan(0, 2 * 65536).SequenceEqual(buffer.AsSpan(0, 2 * 65536)));
    }

    public void Dispose() => _scratch.Dispose();

    private SequentialReadStream Open(IoMode mode, SimulatedFault fault) => SequentialFile.OpenRead(
        _scratch.File("a"),
        Simulations.Failing(new() { Mode = mode, RequestSize = 65536, QueueDepth = 3 }, fault));
}
