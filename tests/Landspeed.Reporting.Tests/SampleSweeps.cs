using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

/// <summary>Made-up sweeps of the made-up machine.</summary>
internal static class SampleSweeps
{
    private static readonly long[] s_small = [1, 4, 16, 64, 256, 1024];
    private static readonly long[] s_large = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

    /// <summary>Six curves as a quick sweep has them, all measured; requests of 1 KiB do not fit direct I/O.</summary>
    public static SweepDocument Quick()
    {
        MeasurementDocument place = SampleDocuments.Of();
        return new SweepDocument
        {
            ToolVersion = place.ToolVersion,
            StartedAt = place.StartedAt,
            Host = place.Host,
            Environment = place.Environment,
            Setup = new SweepSetupRecord
            {
                Grid = "quick", Seed = 20040601, Repetitions = 5, TimeS = 0.2, LimitBytes = 256 << 20,
                FileBytes = 1L << 30, MadeFile = true, DirectAlignmentBytes = 4096,
            },
            Cells =
            [
                .. Cells("read", "filestream", 1), .. Cells("write", "filestream", 1),
                .. Cells("read", "direct", 1), .. Cells("read", "direct", 8),
                .. Cells("write", "direct", 1), .. Cells("write", "direct", 8),
            ],
            Curves =
            [
                Curve("read", "filestream", 1, 1240e6, 4, 64, 0.31, 65536),
                Curve("write", "filestream", 1, 640e6, 1, 16, 0.52, 16384),
                Curve("read", "direct", 1, null, null, null, 0.021, 4 << 20) with
                {
                    NotReached = "the rate still grows by 21 % from 1 MiB to 4 MiB; measure larger requests",
                },
                Curve("read", "direct", 8, 1580e6, 16 << 10, 256 << 10, 0.019, 1 << 20),
                Curve("write", "direct", 1, 1010e6, 64 << 10, 1 << 20, 0.028, 1 << 20),
                Curve("write", "direct", 8, 1120e6, 16 << 10, 64 << 10, 0.023, 1 << 20),
            ],
            Advice =
            [
                new AdviceRecord("read_request_size", "To read, use direct requests of 256 KiB, 8 in flight: 1,545.2 MB/s, 98 % of the plateau of 1,580.0 MB/s."),
                new AdviceRecord("write_request_size", "To write, use direct requests of 64 KiB, 8 in flight: 1,081.7 MB/s, 97 % of the plateau of 1,120.0 MB/s."),
                new AdviceRecord("buffering_cost", "Reading through the page cache reaches 1,240.0 MB/s, 78 % of direct, and costs 0.310 ns of processor time a byte, 16 times direct's 0.019."),
            ],
            Findings = [],
        };
    }

    /// <summary>The same, stopped after a third: some cells done, one failed, the rest pending.</summary>
    public static SweepDocument Partial()
    {
        SweepDocument whole = Quick();
        return whole with
        {
            Partial = true,
            Cells = [.. whole.Cells.Select((cell, index) => index switch
            {
                5 => Emptied(cell) with { State = CellState.Failed, Reason = "cannot read /data/a.dat at offset 4096: EIO (Input/output error)" },
                _ when index % 3 != 0 && cell.State == CellState.Done => Emptied(cell),
                _ => cell,
            })],
            Curves = [.. whole.Curves.Take(1)],
            Advice = [.. whole.Advice.Take(2)],
        };
    }

    /// <summary>One cell, and names that want to be markup.</summary>
    public static SweepDocument Hostile()
    {
        SweepDocument whole = Quick();
        return whole with
        {
            Environment = whole.Environment with
            {
                Path = "/data/</title><script>alert(1)</script>&\"'.dat", FileSystem = "<b>ext4</b>", DeviceModel = "]]><img src=x>",
            },
            Cells = [whole.Cells.First(cell => cell.State == CellState.Done)],
            Curves = [whole.Curves[0] with { PlateauBytesPerS = null, HalfPowerRequestSizeBytes = null, KneeRequestSizeBytes = null, NotReached = "one size <only>" }],
            Advice = [new AdviceRecord("one_size", "One size & no curve: measure \"more\" <sizes>.")],
        };
    }

    private static SweepCellRecord Emptied(SweepCellRecord cell) => cell with
    {
        State = CellState.Pending, Verdict = null, ThroughputBytesPerS = null, ThroughputToReturnBytesPerS = null,
        CpuNsPerByte = null, CpuCyclesPerByte = null, RequestsPerS = null, LatencyP50Ns = null, LatencyP99Ns = null,
        Findings = [], Runs = [],
    };

    private static IEnumerable<SweepCellRecord> Cells(string operation, string way, int depth)
    {
        bool stream = way == "filestream";
        if (!stream)
        {
            yield return Emptied(Cell(operation, way, depth, 1024)) with
            {
                State = CellState.Skipped, Reason = "1024 bytes are less than 4096, the alignment for direct I/O here",
            };
        }

        foreach (long size in stream ? s_small.Concat(s_large) : s_large)
        {
            yield return Cell(operation, way, depth, size);
        }
    }

    // A constant cost per request and one per byte: rate = size × depth / (latency + size × depth / bandwidth).
    private static SweepCellRecord Cell(string operation, string way, int depth, long size)
    {
        bool stream = way == "filestream";
        bool write = operation == "write";
        double bandwidth = (stream ? 1240e6 : 1580e6) * (write ? 0.7 : 1);
        double inFlight = size * (stream ? 1000.0 : depth);
        double rate = inFlight / ((stream ? 2e-6 : 60e-6) + (inFlight / bandwidth));
        double cost = (stream ? 0.3 : 0.018) + ((stream ? 3.0 : 9000.0) / size);
        return new SweepCellRecord
        {
            Name = $"{operation}-{way}-{size}-q{depth}",
            Curve = stream ? $"{operation}-{way}" : $"{operation}-{way}-q{depth}",
            Api = stream ? "filestream" : "engine",
            Mode = stream ? "buffered" : "direct",
            Operation = operation,
            QueueDepth = depth,
            RequestSizeBytes = size,
            State = CellState.Done,
            Verdict = stream && !write && size == 64 ? Verdict.Mixed : stream && write && size < 16 ? Verdict.Cache : Verdict.Device,
            ThroughputBytesPerS = Interval(rate, size),
            ThroughputToReturnBytesPerS = write ? Interval(rate * 1.2, size) : null,
            CpuNsPerByte = Interval(cost, size),
            CpuCyclesPerByte = Interval(cost * 2.5, size),
            RequestsPerS = rate / size,
            LatencyP50Ns = size < 4096 ? null : depth * size * 1e9 / rate,
            LatencyP99Ns = size < 4096 ? null : depth * size * 1.7e9 / rate,
            Findings = [],
            Runs = [.. Enumerable.Range(0, 5).Select(run => Run(operation, way, depth, size, run))],
        };
    }

    private static MeasurementRecord Run(string operation, string way, int depth, long size, int run)
    {
        bool stream = way == "filestream";
        MeasurementRecord read = SampleRuns.Read(1000 + run);
        CaseRecord done = read.Effective with
        {
            Operation = operation, Api = stream ? "filestream" : "engine", Mode = stream ? "buffered" : "direct",
            RequestSizeBytes = size, QueueDepth = depth, Engine = stream ? "filestream" : "uring", Cold = true, TimeS = 0.2,
            LimitBytes = 256 << 20, Flush = operation == "read" ? "none" : "end",
        };
        return read with
        {
            Name = $"{operation}-{way}-{size}-q{depth}", RunIndex = run, Requested = done, Effective = done,
            Latency = size < 4096 ? null : read.Latency! with { Bins = [] },
        };
    }

    private static IntervalRecord Interval(double median, long size)
    {
        double half = median * (size == 256 ? 0.3 : 0.04);
        return new IntervalRecord
        {
            Runs = 5, Median = median, Low = median - half, High = median + half, ConfidencePct = 93.75, Min = median - half,
            Max = median + half, SpreadPct = 200 * half / median, OutlierRuns = size == 256 ? [3] : [],
        };
    }

    private static CurveRecord Curve(
        string operation, string way, int depth, double? plateau, long? half, long? knee, double floor, long floorSize)
    {
        bool stream = way == "filestream";
        return new CurveRecord
        {
            Name = stream ? $"{operation}-{way}" : $"{operation}-{way}-q{depth}",
            Api = stream ? "filestream" : "engine",
            Mode = stream ? "buffered" : "direct",
            Operation = operation,
            QueueDepth = depth,
            Points = stream ? 12 : 6,
            NoisePct = 4,
            PlateauBytesPerS = plateau,
            HalfPowerRequestSizeBytes = half,
            KneeRequestSizeBytes = knee,
            BestRequestSizeBytes = 4 << 20,
            BestBytesPerS = plateau ?? 1400e6,
            CpuFloorNsPerByte = floor,
            CpuFloorRequestSizeBytes = floorSize,
        };
    }
}
