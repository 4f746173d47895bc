using Landspeed.Testing;

namespace Landspeed.Tests.Streams.Sequential;

/// <summary>What a FileStream refuses our streams refuse with the same exception, in the call or in its task as it does.</summary>
public sealed class RefusalTests : IDisposable
{
    private static readonly CancellationToken s_cancelled = new(canceled: true);
    private static readonly byte[] s_bytes = new byte[10];

    private static readonly Dictionary<string, Func<Stream, object?>> s_calls = new(StringComparer.Ordinal)
    {
        ["SetLength(-1)"] = stream => Done(() => stream.SetLength(-1)),
        ["SetLength(5)"] = stream => Done(() => stream.SetLength(5)),
        ["Seek(0, no origin)"] = stream => stream.Seek(0, (SeekOrigin)9),
        ["Seek(-1, Begin)"] = stream => stream.Seek(-1, SeekOrigin.Begin),
        ["Seek(1, Begin)"] = stream => stream.Seek(1, SeekOrigin.Begin),
        ["Position = -1"] = stream => stream.Position = -1,
        ["Position = 1"] = stream => stream.Position = 1,
        ["Position"] = stream => stream.Position,
        ["Length"] = stream => stream.Length,
        ["Read(null)"] = stream => stream.Read(null!, 0, 0),
        ["Read(-1)"] = stream => stream.Read(s_bytes, -1, 1),
        ["Read(11)"] = stream => stream.Read(s_bytes, 0, 11),
        ["Read(array)"] = stream => stream.Read(s_bytes, 0, 2),
        ["Read(span)"] = stream => stream.Read(s_bytes.AsSpan(0, 2)),
        ["Read(empty)"] = stream => stream.Read([]),
        ["ReadByte"] = stream => stream.ReadByte(),
        ["ReadAsync(null)"] = stream => stream.ReadAsync(null!, 0, 0),
        ["ReadAsync(11)"] = stream => stream.ReadAsync(s_bytes, 0, 11, s_cancelled),
        ["ReadAsync(array)"] = stream => stream.ReadAsync(s_bytes, 0, 2),
        ["ReadAsync(memory)"] = stream => stream.ReadAsync(s_bytes.AsMemory(0, 2)).AsTask(),
        ["ReadAsync(array, cancelled)"] = stream => stream.ReadAsync(s_bytes, 0, 2, s_cancelled),
        ["ReadAsync(memory, cancelled)"] = stream => stream.ReadAsync(s_bytes.AsMemory(0, 2), s_cancelled).AsTask(),
        ["BeginRead(null)"] = stream => stream.BeginRead(null!, 0, 0, null, null),
        ["BeginRead"] = stream => stream.EndRead(stream.BeginRead(s_bytes, 0, 2, null, null)),
        ["EndRead(null)"] = stream => stream.EndRead(null!),
        ["Write(null)"] = stream => Done(() => stream.Write(null!, 0, 0)),
        ["Write(-1)"] = stream => Done(() => stream.Write(s_bytes, -1, 1)),
        ["Write(array)"] = stream => Done(() => stream.Write(s_bytes, 0, 2)),
        ["Write(span)"] = stream => Done(() => stream.Write(s_bytes.AsSpan(0, 2))),
        ["Write(empty)"] = stream => Done(() => stream.Write([])),
        ["WriteByte"] = stream => Done(() => stream.WriteByte(1)),
        ["WriteAsync(null)"] = stream => stream.WriteAsync(null!, 0, 0),
        ["WriteAsync(11)"] = stream => stream.WriteAsync(s_bytes, 0, 11, s_cancelled),
        ["WriteAsync(array)"] = stream => stream.WriteAsync(s_bytes, 0, 2),
        ["WriteAsync(memory)"] = stream => stream.WriteAsync(s_bytes.AsMemory(0, 2)).AsTask(),
        ["WriteAsync(array, cancelled)"] = stream => stream.WriteAsync(s_bytes, 0, 2, s_cancelled),
        ["WriteAsync(memory, cancelled)"] = stream => stream.WriteAsync(s_bytes.AsMemory(0, 2), s_cancelled).AsTask(),
        ["BeginWrite(null)"] = stream => stream.BeginWrite(null!, 0, 0, null, null),
        ["BeginWrite"] = stream => Done(() => stream.EndWrite(stream.BeginWrite(s_bytes, 0, 2, null, null))),
        ["EndWrite(null)"] = stream => Done(() => stream.EndWrite(null!)),
        ["Flush"] = stream => Done(stream.Flush),
        ["FlushAsync"] = stream => stream.FlushAsync(),
        ["FlushAsync(cancelled)"] = stream => stream.FlushAsync(s_cancelled),
        ["CopyTo(null)"] = stream => Done(() => stream.CopyTo(null!)),
        ["CopyTo(size 0)"] = stream => Done(() => stream.CopyTo(Stream.Null, 0)),
        ["CopyTo(unwritable)"] = stream => Done(() => stream.CopyTo(new MemoryStream(s_bytes, writable: false))),
        ["CopyTo"] = stream => Done(() => stream.CopyTo(Stream.Null)),
        ["CopyToAsync(null)"] = stream => stream.CopyToAsync(null!),
        ["CopyToAsync"] = stream => stream.CopyToAsync(Stream.Null),
        ["CopyToAsync(cancelled)"] = stream => stream.CopyToAsync(Stream.Null, s_cancelled),
        ["ReadTimeout"] = stream => stream.ReadTimeout,
        ["WriteTimeout = 1"] = stream => stream.WriteTimeout = 1,
        ["CanTimeout"] = stream => stream.CanTimeout,
        ["Dispose"] = stream => Done(stream.Dispose),
        ["DisposeAsync"] = stream => stream.DisposeAsync().AsTask(),
    };

    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<bool, bool, string> Calls
    {
        get
        {
            var data = new TheoryData<bool, bool, string>();
            foreach (string call in s_calls.Keys)
            {
                data.Add(true, false, call);
                data.Add(true, true, call);
                data.Add(false, false, call);
                data.Add(false, true, call);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Calls))]
    public async Task A_call_is_refused_as_FileStream_refuses_it(bool reads, bool isDisposed, string call)
    {
        string path = _scratch.CreateFile("file", 100_000);
        string expected = await AnswerOf(OpenFileStream(path, reads), isDisposed, s_calls[call]);
        foreach (IoMode? mode in (IoMode?[])[null, IoMode.Buffered])
        {
            string answer = await AnswerOf(Open(path, reads, mode), isDisposed, s_calls[call]);

            Assert.Equal(expected, answer);
        }
    }

    public void Dispose() => _scratch.Dispose();

    private static FileStream OpenFileStream(string path, bool reads) => reads
        ? new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 4096, FileOptions.Asynchronous)
        : new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.None, 4096, FileOptions.Asynchronous);

    private static Stream Open(string path, bool reads, IoMode? mode)
    {
        var options = new SequentialFileOptions { Mode = mode };
        return reads ? SequentialFile.OpenRead(path, options) : SequentialFile.OpenWrite(path, options);
    }

    private static async Task<string> AnswerOf(Stream stream, bool isDisposed, Func<Stream, object?> call)
    {
        await using (stream)
        {
            if (isDisposed)
            {
                await stream.DisposeAsync();
            }

            object? answer;
            try
            {
                answer = call(stream);
            }
            catch (Exception refusal)
            {
                return "throws " + refusal.GetType().Name;
            }

            try
            {
                await (answer as Task ?? Task.CompletedTask);
                return "succeeds";
            }
            catch (Exception refusal)
            {
                return "its task throws " + refusal.GetType().Name;
            }
        }
    }

    private static object? Done(Action call)
    {
        call();
        return null;
    }
}
