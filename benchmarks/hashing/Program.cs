using System.Globalization;
using System.IO.Hashing;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;
using HashingBenchmark;
using Landspeed.Hashing;

// hashing [ROUNDS]
//
// XXH3 of the library beside that of System.IO.Hashing, by CPU time of this thread. Each round measures both, the order
// alternates, and the table shows medians over the rounds: nanoseconds per call of each, and the ratio within a round
// with the range of 80 % of the rounds. Above 1: the library is faster. Runs as it is compiled here and, after
// dotnet publish -r linux-x64 -p:PublishAot=true, as native code, whose instruction set is fixed then.
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
int rounds = args.Length > 0 ? int.Parse(args[0]) : 101;
byte[] data = new byte[4 << 20];
new Random(1).NextBytes(data);
var ours = new Xxh3State128();
var package = new XxHash128();
ulong seen = 0; // what is never looked at might never be computed

Console.WriteLine(
    $"System.IO.Hashing {typeof(XxHash128).Assembly.GetName().Version}, "
    + $"{(RuntimeFeature.IsDynamicCodeCompiled ? "compiled while running" : "native")}, "
    + $"AVX2: {Avx2.IsSupported}, AVX-512: {Avx512F.IsSupported}, {rounds} rounds");
Console.WriteLine($"{"",-26}{"library ns",12}{"package ns",12}{"ratio",8}   80 % of rounds");
foreach (int length in (int[])[16, 256, 4096, 64 << 10, 1 << 20])
{
    if (Xxh3.Hash128(data.AsSpan(0, length)) != Same(XxHash128.HashToUInt128(data.AsSpan(0, length))))
    {
        throw new InvalidOperationException($"the hashes of {length} bytes differ");
    }

    int calls = Math.Max(4, (4 << 20) / (length + 300));
    Show($"128 bits, {length} B", calls, Pair.Measure(
        rounds,
        () =>
        {
            for (int call = 0; call < calls; call++)
            {
                seen ^= Xxh3.Hash128(data.AsSpan(64 * (call & 7), length)).Low;
            }
        },
        () =>
        {
            for (int call = 0; call < calls; call++)
            {
                seen ^= Same(XxHash128.HashToUInt128(data.AsSpan(64 * (call & 7), length))).Low;
            }
        }));
    Show($"64 bits, {length} B", calls, Pair.Measure(
        rounds,
        () =>
        {
            for (int call = 0; call < calls; call++)
            {
                seen ^= Xxh3.Hash64(data.AsSpan(64 * (call & 7), length));
            }
        },
        () =>
        {
            for (int call = 0; call < calls; call++)
            {
                seen ^= XxHash3.HashToUInt64(data.AsSpan(64 * (call & 7), length));
            }
        }));
}

foreach (int piece in (int[])[4096, 64 << 10, 1 << 20])
{
    int calls = data.Length / piece;
    Show($"stream, pieces of {piece} B", calls, Pair.Measure(
        rounds,
        () =>
        {
            for (int offset = 0; offset < data.Length; offset += piece)
            {
                ours.Append(data.AsSpan(offset, piece));
            }

            seen ^= ours.Current.Low;
            ours.Reset();
        },
        () =>
        {
            for (int offset = 0; offset < data.Length; offset += piece)
            {
                package.Append(data.AsSpan(offset, piece));
            }

            seen ^= Same(package.GetCurrentHashAsUInt128()).Low;
            package.Reset();
        }));
}

return seen == 0 ? 1 : 0;

static Hash128 Same(UInt128 hash) => new((ulong)(hash >> 64), (ulong)(hash & ulong.MaxValue));

static void Show(string name, int calls, Pair pair) => Console.WriteLine(
    $"{name,-26}{pair.OursNs / calls,12:F1}{pair.PackageNs / calls,12:F1}"
    + $"{pair.Ratio.Median,8:F2}   {pair.Ratio.Low:F2}-{pair.Ratio.High:F2}");
