using Landspeed.Testing;

namespace Landspeed.Tests.Streams.Sequential;

/// <summary>
/// What every stream on a file keeps, reading or writing. Derived suites add reading and writing; all run on our
/// streams in every setup and on FileStream as the control.
/// </summary>
public abstract class StreamConformance : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<StreamSubject> Subjects => [.. StreamSubject.All];

    public static TheoryData<StreamSubject> OurSubjects => [.. StreamSubject.All.Where(subject => subject.IsOurs)];

    /// <summary>Lengths in threes around sectors and requests.</summary>
    protected static int[] Lengths => [0, 1, 511, 512, 513, 4095, 4096, 4097, 12287, 12288, 12289, 20_000];

    protected static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>A stream over a file of a few bytes.</summary>
    protected abstract Stream Open(StreamSubject subject);

    [Theory]
    [MemberData(nameof(Subjects))]
    public void A_position_out_of_range_is_refused_and_changes_nothing(StreamSubject subject)
    {
        using Stream stream = Open(subject);
        stream.Position = 7;

        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Position = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Position = long.MinValue);
        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        Assert.Throws<IOException>(() => stream.Seek(-8, SeekOrigin.Current));
        Assert.Throws<IOException>(() => stream.Seek(-stream.Length - 1, SeekOrigin.End));
        Assert.Throws<ArgumentException>(() => stream.Seek(0, (SeekOrigin)3));
        Assert.Throws<ArgumentException>(() => stream.Seek(0, (SeekOrigin)(-1)));

        Assert.Equal(7, stream.Position);
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Seeking_counts_from_each_origin(StreamSubject subject)
    {
        using Stream stream = Open(subject);
        long length = stream.Length;

        Assert.Equal(5, stream.Seek(5, SeekOrigin.Begin));
        Assert.Equal(9, stream.Seek(4, SeekOrigin.Current));
        Assert.Equal(8, stream.Seek(-1, SeekOrigin.Current));
        Assert.Equal(8, stream.Seek(0, SeekOrigin.Current));
        Assert.Equal(length, stream.Seek(0, SeekOrigin.End));
        Assert.Equal(0, stream.Seek(-length, SeekOrigin.End));
        Assert.Equal(length + 5000, stream.Seek(5000, SeekOrigin.End));
        Assert.Equal(length + 5000, stream.Position);
        Assert.Equal(1L << 40, stream.Seek(1L << 40, SeekOrigin.Begin));
        Assert.Equal(length, stream.Length);
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task A_disposed_stream_refuses_every_call_and_can_be_disposed_again(StreamSubject subject)
    {
        foreach (bool isAsync in (bool[])[false, true])
        {
            Stream stream = Open(subject);
            await DisposeAsync(stream, isAsync);
            await DisposeAsync(stream, isAsync);
            await DisposeAsync(stream, !isAsync);
            stream.Close();

            Assert.Equal((false, false, false), (stream.CanRead, stream.CanWrite, stream.CanSeek));
            Assert.Throws<ObjectDisposedException>(() => stream.Position);
            Assert.Throws<ObjectDisposedException>(() => stream.Position = 0);
            Assert.Throws<ObjectDisposedException>(() => stream.Length);
            Assert.Throws<ObjectDisposedException>(() => stream.Seek(0, SeekOrigin.Begin));
            Assert.Throws<ObjectDisposedException>(stream.Flush);
            await Assert.ThrowsAsync<ObjectDisposedException>(() => stream.FlushAsync(Token));
            foreach (CallShape shape in StreamCalls.Shapes)
            {
                await RefusesTransferAsync<ObjectDisposedException>(stream, shape);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task A_stream_that_was_never_used_is_disposed_at_once(StreamSubject subject)
    {
        Stream stream = Open(subject);

        ValueTask disposing = stream.DisposeAsync();

        Assert.True(disposing.IsCompletedSuccessfully);
        await disposing;
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public async Task Flushing_with_a_token_that_is_cancelled_is_a_cancelled_task(StreamSubject subject)
    {
        await using Stream stream = Open(subject);

        Task flushing = stream.FlushAsync(new CancellationToken(canceled: true));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => flushing);
        Assert.True(flushing.IsCanceled);
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void There_is_no_timeout(StreamSubject subject)
    {
        using Stream stream = Open(subject);

        Assert.False(stream.CanTimeout);
        Assert.Throws<InvalidOperationException>(() => stream.ReadTimeout);
        Assert.Throws<InvalidOperationException>(() => stream.WriteTimeout);
    }

    public void Dispose()
    {
        _scratch.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>The call that the suite is about, one byte long, is refused.</summary>
    protected abstract Task RefusesTransferAsync<TException>(Stream stream, CallShape shape)
        where TException : Exception;

    protected string PathOf(string name) => _scratch.File(name);

    /// <summary>A file of pseudo-random bytes.</summary>
    protected (string Path, byte[] Content) MakeFile(int length)
    {
        byte[] content = Bytes(length, seed: length);
        string path = PathOf("a");
        File.WriteAllBytes(path, content);
        return (path, content);
    }

    protected static byte[] Bytes(int length, int seed)
    {
        byte[] content = new byte[length];
        new Random(seed).NextBytes(content);
        return content;
    }

    /// <summary>What another program sees in a file that is still open.</summary>
    protected static byte[] Seen(string path)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        byte[] seen = new byte[stream.Length];
        stream.ReadExactly(seen);
        return seen;
    }

    private static async Task DisposeAsync(Stream stream, bool isAsync)
    {
        if (isAsync)
        {
            await stream.DisposeAsync();
        }
        else
        {
            stream.Dispose();
        }
    }
}
