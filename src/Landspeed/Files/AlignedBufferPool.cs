using System.Globalization;
using System.Numerics;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed;

/// <summary>
/// Native memory for I/O: buffers of one size in one mapping, so that an engine can register them at once. The mapping
/// starts at a multiple of 2 MiB, uses huge pages if the system provides them, is excluded from child processes, and is
/// faulted in when created, because first touch during I/O would cost 5 to 10 times as much as the copy.
/// </summary>
/// <remarks>
/// All members are thread-safe, but memory in flight belongs to the file that reads or writes it: dispose the file
/// first, then the pool, and keep the pool or its <see cref="MemoryOf"/> reachable until then. If a pool is not
/// disposed, its finalizer unmaps it.
/// </remarks>
/// <example>
/// <code>
/// using var pool = new AlignedBufferPool(bufferCount: 2, bufferSize: 1 &lt;&lt; 20); // disposed after the file
/// using DirectFile file = DirectFile.OpenRead("big.dat");
/// Task&lt;int&gt; first = file.ReadAsync(pool.MemoryOf(0), 0).AsTask();
/// Task&lt;int&gt; second = file.ReadAsync(pool.MemoryOf(1), 1 &lt;&lt; 20).AsTask();
/// Console.WriteLine($"{(await Task.WhenAll(first, second)).Sum()} bytes, read without a copy");
/// </code>
/// </example>
public sealed class AlignedBufferPool : IDisposable, IMemoryOwnerState
{
    /// <summary>
    /// Smallest alignment of a buffer: 4096 bytes, a page on most machines and a sector on most devices.
    /// </summary>
    public const int MinAlignment = 4096;

    /// <summary>
    /// Alignment of the mapping, and the largest alignment of a buffer: 2,097,152 bytes (2 MiB), the huge page of x64.
    /// </summary>
    public const int MappingAlignment = 2 * 1024 * 1024;

    private readonly MappedMemory _memory;

    /// <summary>Maps the memory and faults it in.</summary>
    /// <param name="bufferCount">Number of buffers, 1 or more.</param>
    /// <param name="bufferSize">Size of each in bytes, 1 or more.</param>
    /// <param name="alignment">
    /// Alignment of each buffer's start in bytes, a power of two up to 2 MiB; values below 4096 are treated as 4096.
    /// </param>
    /// <exception cref="ArgumentOutOfRangeException">A number is out of range.</exception>
    /// <exception cref="NativeIOException">Not enough memory; nothing remains mapped.</exception>
    /// <remarks>Four to six system calls; most of the time is the kernel zeroing every page.</remarks>
    public AlignedBufferPool(int bufferCount, int bufferSize, int alignment = MinAlignment)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(bufferCount);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(bufferSize);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(alignment);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(alignment, MappingAlignment);
        if (!BitOperations.IsPow2(alignment))
        {
            throw new ArgumentOutOfRangeException(nameof(alignment), alignment, "an alignment is a power of two");
        }

        BufferCount = bufferCount;
        BufferSize = bufferSize;
        Stride = Alignment.AlignUp(bufferSize, Math.Max(alignment, MinAlignment));
        _memory = MappedMemory.Map(MappingLength(), MappingAlignment);
        try
        {
            HugePages = AskForHugePages();
            ExcludeFromFork();
            FaultIn();
        }
        catch
        {
            _memory.Dispose();
            throw;
        }
    }

    /// <summary>Number of buffers in the pool.</summary>
    public int BufferCount { get; }

    /// <summary>Size of one buffer in bytes, as requested.</summary>
    public int BufferSize { get; }

    /// <summary>Distance between the starts of two buffers in bytes: the size rounded up to the alignment.</summary>
    public long Stride { get; }

    /// <summary>Whether huge pages were requested, and the system's answer.</summary>
    internal HugePageUse HugePages { get; }

    /// <summary>Start of the whole mapping, a multiple of 2 MiB; the address of the first buffer.</summary>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public nint Address
    {
        get
        {
            ThrowIfDisposed();
            return _memory.Address;
        }
    }

    /// <summary>
    /// Length of the whole mapping in bytes, a multiple of the page size; from 2 MiB on, a multiple of 2 MiB.
    /// </summary>
    public long Length => _memory.Length;

    /// <summary>Returns the address of a buffer.</summary>
    /// <param name="index">0 to <see cref="BufferCount"/> - 1.</param>
    /// <returns>The address; valid until the pool is disposed.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The index is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public nint AddressOf(int index)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(index, BufferCount);
        return Address + (nint)(index * Stride);
    }

    /// <summary>Returns a buffer's bytes without a copy.</summary>
    /// <param name="index">0 to <see cref="BufferCount"/> - 1.</param>
    /// <returns><see cref="BufferSize"/> bytes; using them after the pool is disposed is a memory fault.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The index is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <example>
    /// <code>
    /// using var pool = new AlignedBufferPool(bufferCount: 1, bufferSize: 4_096);
    /// using DirectFile file = DirectFile.OpenRead("big.dat");
    /// int count = file.Read(pool.SpanOf(0), 65_536);
    /// </code>
    /// </example>
    public unsafe Span<byte> SpanOf(int index) => new((void*)AddressOf(index), BufferSize);

    /// <summary>Returns a buffer as memory that never moves, for asynchronous calls and batches.</summary>
    /// <param name="index">0 to <see cref="BufferCount"/> - 1.</param>
    /// <returns>
    /// <see cref="BufferSize"/> bytes. It keeps the pool reachable; using it after the pool is disposed throws
    /// <see cref="ObjectDisposedException"/>.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">The index is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <remarks>Allocates a small object: keep the memory instead of asking for it in each request.</remarks>
    /// <example>
    /// <code>
    /// using var pool = new AlignedBufferPool(bufferCount: 4, bufferSize: 4_096);
    /// Memory&lt;byte&gt;[] pages = [.. Enumerable.Range(0, 4).Select(index =&gt; pool.MemoryOf(index))];
    /// using DirectFile file = DirectFile.OpenRead("big.dat");
    /// int count = await file.ReadAsync(pages[3], 65_536);
    /// </code>
    /// </example>
    public Memory<byte> MemoryOf(int index) => new NativeBlock(AddressOf(index), BufferSize, this).Memory;

    /// <inheritdoc/>
    void IMemoryOwnerState.ThrowIfMemoryGone() => ThrowIfDisposed();

    /// <summary>Unmaps the memory; further calls do nothing.</summary>
    public void Dispose() => _memory.Dispose();

    private long MappingLength()
    {
        long wanted = BufferCount * Stride;
        int pageSize = NativePlatform.Memory.PageSize;
        return Alignment.AlignUp(wanted, wanted >= MappingAlignment ? MappingAlignment : pageSize);
    }

    private HugePageUse AskForHugePages()
    {
        int hugePageSize = NativePlatform.Memory.HugePageSize;
        if (hugePageSize == 0)
        {
            return new HugePageUse(Accepted: false, "the system has no transparent huge pages");
        }

        if (Length < hugePageSize)
        {
            return new HugePageUse(Accepted: false, string.Create(
                CultureInfo.InvariantCulture, $"{Length} bytes do not fill a huge page of {hugePageSize} bytes"));
        }

        NativeResult advised = NativePlatform.Memory.Advise(_memory.Address, Length, MemoryAdvice.HugePages);
        return new HugePageUse(advised.Succeeded, advised.Failed ? advised.Error.ToString() : null);
    }

    private void ExcludeFromFork()
    {
        NativeResult advised = NativePlatform.Memory.Advise(_memory.Address, Length, MemoryAdvice.ExcludeFromFork);
        if (advised.Failed)
        {
            throw new NativeIOException("keep I/O memory out of child processes", path: null, advised.Error);
        }
    }

    private void FaultIn()
    {
        NativeResult populated = Interruptions.Retry(
            () => NativePlatform.Memory.Advise(_memory.Address, Length, MemoryAdvice.Populate));
        switch (populated.Error.Kind)
        {
            case NativeErrorKind.None:
                return;
            case NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported: // before Linux 5.14
                TouchEachPage();
                return;
            default:
                throw new NativeIOException(
                    "fault in I/O memory",
                    path: null,
                    populated.Error,
                    length: Length,
                    hint: "Use fewer or smaller buffers, or raise the memory limit.");
        }
    }

    private unsafe void TouchEachPage()
    {
        for (long offset = 0; offset < Length; offset += NativePlatform.Memory.PageSize)
        {
            Volatile.Write(ref *((byte*)_memory.Address + offset), 0);
        }
    }

    private void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(_memory.IsClosed, this);
}

/// <summary>Whether huge pages were requested, and the system's answer.</summary>
/// <param name="Accepted">
/// The system accepted the advice and follows it as far as it has free huge pages, without a guarantee for each page.
/// </param>
/// <param name="Reason">Why huge pages were not requested or were refused, or null if accepted.</param>
internal readonly record struct HugePageUse(bool Accepted, string? Reason);
