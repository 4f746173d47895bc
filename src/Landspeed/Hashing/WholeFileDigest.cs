using System.Security.Cryptography;
using Landspeed.Copying;

namespace Landspeed.Hashing;

/// <summary>Computes digests of whole files with several algorithms at once, from their bytes in file order.</summary>
/// <remarks>
/// For use by one thread at a time. <see cref="Append"/> and <see cref="AppendZeros"/> allocate nothing; each algorithm
/// reads the bytes once. One instance can process many files in turn. Dispose it, because the cryptographic algorithms
/// hold native memory.
/// </remarks>
internal sealed class WholeFileDigest : IDisposable
{
    // Large enough that the calls cost nothing, small enough to stay in the CPU's cache.
    private const int ZeroBlockLength = 64 * 1024;

    private static readonly byte[] s_zeros = new byte[ZeroBlockLength];
    private readonly DigestAlgorithm[] _algorithms;
    private readonly IncrementalHash?[] _cryptographic;
    private readonly Xxh3State128 _fast = new();
    private bool _isDisposed;

    /// <summary>Creates an instance, ready for the first byte of a file.</summary>
    /// <param name="algorithms">
    /// The algorithms, at least one and each at most once; the digests are returned in this order.
    /// </param>
    /// <exception cref="ArgumentException">There is none, or one occurs twice.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An algorithm is undefined.</exception>
    /// <exception cref="IOException">MD5 or SHA-256 was requested, and the machine has no OpenSSL.</exception>
    public WholeFileDigest(params ReadOnlySpan<DigestAlgorithm> algorithms)
    {
        _algorithms = algorithms.ToArray();
        if (_algorithms.Length == 0 || _algorithms.Distinct().Count() != _algorithms.Length)
        {
            throw new ArgumentException(
                $"one algorithm or more, each once, but there were: {string.Join(", ", _algorithms)}", nameof(algorithms));
        }

        foreach (DigestAlgorithm algorithm in _algorithms)
        {
            _ = DigestNotation.DigitsOf(algorithm);
        }

        RequireAvailable(_algorithms);
        _cryptographic = [.. _algorithms.Select(Create)];
    }

    /// <summary>The algorithms, in the order of the constructor.</summary>
    public IReadOnlyList<DigestAlgorithm> Algorithms => _algorithms;

    /// <summary>Bytes of the file so far, including zeros.</summary>
    public long Length { get; private set; }

    /// <summary>Adds the next bytes of the file.</summary>
    /// <param name="data">Any number of bytes, possibly none; not kept.</param>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="OverflowException">
    /// The file would exceed 9,223,372,036,854,775,807 bytes; nothing was added.
    /// </exception>
    public void Append(ReadOnlySpan<byte> data)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        Length += data.Length;
        Add(data);
    }

    /// <summary>Adds zero bytes, for a hole in the file.</summary>
    /// <param name="count">Number of bytes, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">The count is negative.</exception>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    /// <exception cref="OverflowException">
    /// The file would exceed 9,223,372,036,854,775,807 bytes; nothing was added.
    /// </exception>
    /// <remarks>
    /// Costs as much as other bytes in the CPU cache: a caller that must be able to stop should add zeros in parts.
    /// </remarks>
    public void AppendZeros(long count)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        Length += count;
        for (; count > 0; count -= Math.Min(count, ZeroBlockLength))
        {
            Add(s_zeros.AsSpan(0, (int)Math.Min(count, ZeroBlockLength)));
        }
    }

    /// <summary>Finishes the file. Further bytes belong to the next file.</summary>
    /// <returns>One digest per algorithm, in the order of the constructor.</returns>
    /// <exception cref="ObjectDisposedException">The instance is disposed.</exception>
    public IReadOnlyList<FileDigest> Finish()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, this);
        FileDigest[] digests = new FileDigest[_algorithms.Length];
        for (int index = 0; index < digests.Length; index++)
        {
            string hex = _cryptographic[index] is { } hash
                ? Convert.ToHexStringLower(hash.GetHashAndReset())
                : _fast.Current.ToString();
            digests[index] = new FileDigest(_algorithms[index], hex);
        }

        _fast.Reset();
        Length = 0;
        return digests;
    }

    /// <summary>Frees the native memory. Further calls do nothing.</summary>
    public void Dispose()
    {
        _isDisposed = true;
        foreach (IncrementalHash? hash in _cryptographic)
        {
            hash?.Dispose();
        }
    }

    /// <summary>
    /// Throws if an algorithm is not available on this machine, before the runtime ends the process because of it.
    /// </summary>
    /// <exception cref="IOException">MD5 or SHA-256 is requested, and there is no OpenSSL.</exception>
    internal static void RequireAvailable(IReadOnlyList<DigestAlgorithm> algorithms)
    {
        if (algorithms.Any(algorithm => algorithm is DigestAlgorithm.Md5 or DigestAlgorithm.Sha256) && !NativePlatform.HasCryptography)
        {
            throw new IOException(
                "MD5 and SHA-256 come from OpenSSL, and its library libssl.so.3 is not on this machine; install OpenSSL, or use xxh128");
        }
    }

    private static IncrementalHash? Create(DigestAlgorithm algorithm) => algorithm switch
    {
        DigestAlgorithm.Md5 => IncrementalHash.CreateHash(HashAlgorithmName.MD5),
        DigestAlgorithm.Sha256 => IncrementalHash.CreateHash(HashAlgorithmName.SHA256),
        _ => null,
    };

    private void Add(ReadOnlySpan<byte> data)
    {
        foreach (IncrementalHash? hash in _cryptographic)
        {
            if (hash is null)
            {
                _fast.Append(data);
            }
            else
            {
                hash.AppendData(data);
            }
        }
    }
}
