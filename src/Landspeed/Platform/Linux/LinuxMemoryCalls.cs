using Microsoft.Win32.SafeHandles;
using static Landspeed.Platform.Linux.LinuxConstants;
using static Landspeed.Platform.Linux.LinuxFunctions;

namespace Landspeed.Platform.Linux;

/// <summary>Calls on memory, Linux.</summary>
internal sealed unsafe class LinuxMemoryCalls : IMemoryCalls
{
    internal static readonly LinuxMemoryCalls Instance = new();

    private LinuxMemoryCalls()
    {
    }

    public int PageSize => Environment.SystemPageSize;

    public int HugePageSize { get; } = ReadHugePageSize();

    public NativeResult MapAnonymous(long length, out nint address) => Mapped(
        Mmap(0, (nuint)length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
        out address);

    public NativeResult MapFile(SafeFileHandle handle, long offset, long length, out nint address) =>
        Mapped(Mmap(0, (nuint)length, PROT_READ, MAP_SHARED, handle, offset), out address);

    public NativeResult MapFileForWriting(SafeFileHandle handle, long offset, long length, out nint address) =>
        Mapped(Mmap(0, (nuint)length, PROT_READ | PROT_WRITE, MAP_SHARED, handle, offset), out address);

    public NativeResult Unmap(nint address, long length) => Result(Munmap(address, (nuint)length));

    public NativeResult Advise(nint address, long length, MemoryAdvice advice) => Result(Madvise(
        address,
        (nuint)length,
        advice switch
        {
            MemoryAdvice.HugePages => MADV_HUGEPAGE,
            MemoryAdvice.ExcludeFromFork => MADV_DONTFORK,
            MemoryAdvice.Populate => MADV_POPULATE_WRITE,
            _ => throw new ArgumentOutOfRangeException(nameof(advice), advice, "not an advice"),
        }));

    public NativeResult Residency(nint address, long length, Span<byte> residency)
    {
        long pages = (length + PageSize - 1) / PageSize;
        ArgumentOutOfRangeException.ThrowIfLessThan(residency.Length, pages, nameof(residency));
        fixed (byte* bytes = residency)
        {
            return Result(Mincore(address, (nuint)length, bytes));
        }
    }

    private static int ReadHugePageSize()
    {
        const string Source = "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size";
        return (int)(new SystemFiles().Number(Source) ?? 0);
    }
}
