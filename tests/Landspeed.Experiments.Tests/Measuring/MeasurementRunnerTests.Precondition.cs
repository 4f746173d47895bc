using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing.Faults;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Files that are written over before they are measured.</content>
public sealed partial class MeasurementRunnerTests
{
    [Theory]
    [InlineData(PreconditionOrder.Fill, MeasuredOperation.Read, IoMode.Direct, 2, 1 << 16)]
    [InlineData(PreconditionOrder.Random, MeasuredOperation.Read, IoMode.Direct, 1.5, 1 << 16)]
    [InlineData(PreconditionOrder.Random, MeasuredOperation.Write, IoMode.Buffered, 1, 1000)]
    public void A_file_is_written_over_before_it_is_measured(
        PreconditionOrder order, MeasuredOperation operation, IoMode mode, double times, int requestSize)
    {
        MeasurementOptions options = New() with { RequestSize = requestSize, Mode = mode, QueueDepth = 4 };
        Measure(options);
        byte[] before = File.ReadAllBytes(options.Path.Text);

        ResultDocument document = Run(options with
        {
            Operation = operation,
            Precondition = new Precondition(order, new WriteLimit(times, null)),
            Repeat = 2,
        });

        RunRecord[] runs = [.. document.Cells[0].Runs];
        PreconditionRecord written = runs[0].Precondition!;
        // On a busy machine the writes may become slower, which ends them.
        long most = (long)(times * Size);
        Assert.InRange(written.BytesWritten, written.IsSlower ? most / FreshWatch.Slices : most - requestSize, most);
        Assert.Equal(order.ToWord(), written.Order);
        Assert.True(written.ElapsedNs > 0);
        Assert.Equal(written, runs[1].Precondition); // once, before the first
        Assert.Equal($"{order.ToWord()} {times}x", runs[0].Case!.Effective.Precondition);
        byte[] now = File.ReadAllBytes(options.Path.Text);
        Assert.Equal(before.Length, now.Length);
        int changed = before.Chunk(4096).Zip(now.Chunk(4096)).Count(pair => !pair.First.SequenceEqual(pair.Second));
        double share = order == PreconditionOrder.Fill
            ? Math.Min(1, (double)written.BytesWritten / Size)
            : 1 - Math.Exp(-(double)written.BytesWritten / Size); // some places are written twice
        Assert.InRange(changed, 0.9 * share * Size / 4096, Size / 4096);
    }

    [Fact]
    public void Writing_ends_when_the_device_has_become_slower()
    {
        using var volume = new SlowVolume(one => File.WriteAllBytes(one.File("file"), new byte[8 << 20]));
        volume.Delay(FaultOperations.Write, TimeSpan.FromMilliseconds(2));

        ResultDocument document = Run(New() with
        {
            Path = FilePath.FromText(volume.File("file")),
            Size = null,
            RequestSize = 4096,
            QueueDepth = 1,
            Overwrite = true,
            Precondition = new Precondition(PreconditionOrder.Random, new WriteLimit(null, 8 << 20)),
        }, SlowerFrom(volume, FaultOperations.Write, WorkPhase.Preparing, 2 << 20));

        PreconditionRecord written = document.Cells[0].Runs[0].Precondition!;
        Assert.True(written.IsSlower);
        Assert.InRange(written.BytesWritten, 100_000, (8 << 20) - 1);
        Assert.True(written.LastBytesPerS < FreshWatch.SlowerShare * written.FirstBytesPerS);
    }
}
