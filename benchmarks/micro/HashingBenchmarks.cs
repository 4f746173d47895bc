using System.IO.Hashing;
using BenchmarkDotNet.Attributes;
using Landspeed.Hashing;

namespace MicroBenchmarks;

/// <summary>XXH3 of a block in memory: the library's, and that of System.IO.Hashing.</summary>
public class HashingBenchmarks
{
    private byte[] _block = [];

    /// <summary>Bytes of the block.</summary>
    [Params(16, 256, 4096, 64 << 10, 1 << 20)]
    public int Length { get; set; }

    /// <summary>Fills the block.</summary>
    [GlobalSetup]
    public void Fill()
    {
        _block = new byte[Length];
        new Random(1).NextBytes(_block);
    }

    /// <summary>128 bits, the library's.</summary>
    [Benchmark(Baseline = true)]
    public ulong Landspeed128() => Xxh3.Hash128(_block).Low;

    /// <summary>128 bits, the package's.</summary>
    [Benchmark]
    public UInt128 Package128() => XxHash128.HashToUInt128(_block);

    /// <summary>64 bits, the library's.</summary>
    [Benchmark]
    public ulong Landspeed64() => Xxh3.Hash64(_block);

    /// <summary>64 bits, the package's.</summary>
    [Benchmark]
    public ulong Package64() => XxHash3.HashToUInt64(_block);
}

/// <summary>XXH3-128 of a file that comes piece by piece.</summary>
public class StreamHashingBenchmarks
{
    private const int Total = 4 << 20;

    private readonly byte[] _file = new byte[Total];
    private readonly Xxh3State128 _ours = new();
    private readonly XxHash128 _package = new();

    /// <summary>Bytes of a piece.</summary>
    [Params(4096, 64 << 10, 1 << 20)]
    public int Piece { get; set; }

    /// <summary>Fills the file.</summary>
    [GlobalSetup]
    public void Fill() => new Random(1).NextBytes(_file);

    /// <summary>4 MiB, the library's.</summary>
    [Benchmark(Baseline = true)]
    public ulong Landspeed()
    {
        for (int offset = 0; offset < Total; offset += Piece)
        {
            _ours.Append(_file.AsSpan(offset, Piece));
        }

        Hash128 hash = _ours.Current;
        _ours.Reset();
        return hash.Low;
    }

    /// <summary>4 MiB, the package's.</summary>
    [Benchmark]
    public UInt128 Package()
    {
        for (int offset = 0; offset < Total; offset += Piece)
        {
            _package.Append(_file.AsSpan(offset, Piece));
        }

        UInt128 hash = _package.GetCurrentHashAsUInt128();
        _package.Reset();
        return hash;
    }
}
