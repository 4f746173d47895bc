using System.Collections.Frozen;

namespace Landspeed.Results;

/// <summary>The catalogue: every metric that a result may hold, once.</summary>
/// <remarks>
/// A new metric is declared here and counted in one place. Metrics are listed nowhere else: JSON and CSV take their
/// names from this list, reports their headings and units, comparisons the better direction, and <c>docs/results.md</c>
/// its table.
/// </remarks>
public static class Metrics
{
    private const MetricFormats Shown = MetricFormats.Csv | MetricFormats.Table;

    /// <summary>Time until the work was done; for writes until the last call returned.</summary>
    public static readonly Metric Elapsed = new(
        "elapsed_ns", "Time until the work was done; for writes until the last call returned.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "time", Formats = Shown,
    };

    /// <summary>Time until the written data was durable.</summary>
    public static readonly Metric ElapsedToDurable = new(
        "elapsed_to_durable_ns", "Time until the written data was durable; missing if it was not made durable.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "until durable", Formats = Shown,
    };

    /// <summary>Time until the written data was also verified.</summary>
    public static readonly Metric ElapsedToVerified = new(
        "elapsed_to_verified_ns",
        "Time until everything was verified, durable and had its name; for copies that verify. Its excess over "
        + "elapsed_to_durable_ns is the time in which only verification was left.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "until verified",
    };

    /// <summary>Longest time without a completed byte.</summary>
    public static readonly Metric LongestStall = new(
        "longest_stall_ns",
        "Longest time during the work, until its last byte and excluding the flush, in which no worker completed "
        + "a byte; 0 if there was none of a second; missing if the work does not count its bytes while it runs.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "stalled",
    };

    /// <summary>Warm-up before the measured time.</summary>
    public static readonly Metric WarmUp = new("warm_up_ns", "Warm-up before the measured time, not counted.")
    {
        Print = MetricPrint.Duration, Heading = "warm-up",
    };

    /// <summary>Bytes read from files.</summary>
    public static readonly Metric BytesRead = new("bytes_read", "Bytes that the work read from files.")
    {
        Print = MetricPrint.Moved, Heading = "read",
    };

    /// <summary>Bytes written to files.</summary>
    public static readonly Metric BytesWritten = new("bytes_written", "Bytes that the work wrote to files.")
    {
        Print = MetricPrint.Moved, Heading = "written",
    };

    /// <summary>Requests completed.</summary>
    public static readonly Metric Requests = new("requests", "Requests completed.") { Heading = "requests" };

    /// <summary>Requests that were continued.</summary>
    public static readonly Metric ShortRequests = new(
        "short_requests", "Requests that moved fewer bytes than requested and were continued.")
    { Better = Better.Lower };

    /// <summary>Records or calls.</summary>
    public static readonly Metric Records = new("records", "Records, or calls, that the work made.");

    /// <summary>The rate that is compared.</summary>
    public static readonly Metric Throughput = new(
        "throughput_bytes_per_s",
        "Bytes read / elapsed time; if there were only writes, bytes written / time until durable, or until the "
        + "last call returned if nothing was made durable.")
    {
        Better = Better.Higher, Print = MetricPrint.Throughput, Heading = "MB/s", Formats = Shown,
    };

    /// <summary>The rate of writes until the last call returned.</summary>
    public static readonly Metric ThroughputToReturn = new(
        "throughput_to_return_bytes_per_s", "Bytes written / time until the last call returned; missing for reads.")
    {
        Better = Better.Higher, Print = MetricPrint.Throughput, Heading = "MB/s until return", Formats = Shown,
    };

    /// <summary>Requests / elapsed time.</summary>
    public static readonly Metric RequestRate = new("requests_per_s", "Requests / elapsed time.")
    {
        Better = Better.Higher, Print = MetricPrint.Rate, Heading = "requests/s", Formats = Shown,
    };

    /// <summary>Records / the time used for the throughput.</summary>
    public static readonly Metric RecordRate = new("records_per_s", "Records / the time used for the throughput.")
    {
        Better = Better.Higher, Print = MetricPrint.Rate, Heading = "records/s", Formats = Shown,
    };

    /// <summary>Files copied per second.</summary>
    public static readonly Metric FileRate = new(
        "files_per_s", "Files copied or shared / the time used for the throughput; for copies of more than one file.")
    {
        Print = MetricPrint.Rate, Heading = "files/s",
    };

    /// <summary>Median latency.</summary>
    public static readonly Metric LatencyP50 = new(
        "latency_p50_ns", "Half of the requests completed within this time; for a cell the median of its runs' values.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "p50", Formats = Shown,
    };

    /// <summary>99th percentile of latency.</summary>
    public static readonly Metric LatencyP99 = new(
        "latency_p99_ns", "99 % of the requests completed within this time; missing unless every run has 1,000 samples.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "p99", Formats = Shown,
    };

    /// <summary>Requests that read, per second.</summary>
    public static readonly Metric ReadRequestRate = new(
        "read_requests_per_s", "Requests that read / elapsed time. Only for reads beside writes.")
    {
        Print = MetricPrint.Rate, Heading = "reads/s",
    };

    /// <summary>Median latency of the requests that read.</summary>
    public static readonly Metric ReadLatencyP50 = new(
        "read_latency_p50_ns", "As latency_p50_ns, of the requests that read. Only for reads beside writes.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "read p50",
    };

    /// <summary>99th percentile of latency of the requests that read.</summary>
    public static readonly Metric ReadLatencyP99 = new(
        "read_latency_p99_ns", "As latency_p99_ns, of the requests that read. Only for reads beside writes.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "read p99",
    };

    /// <summary>99th percentile of response times of the requests that read.</summary>
    public static readonly Metric ReadResponseP99 = new(
        "read_response_p99_ns",
        "As response_p99_ns, of the requests that read. Only for reads beside writes at a rate.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "read response p99",
    };

    /// <summary>Requests that write, per second.</summary>
    public static readonly Metric WriteRequestRate = new(
        "write_requests_per_s", "Requests that write / elapsed time. Only for reads beside writes.")
    {
        Print = MetricPrint.Rate, Heading = "writes/s",
    };

    /// <summary>Median latency of the requests that write.</summary>
    public static readonly Metric WriteLatencyP50 = new(
        "write_latency_p50_ns", "As latency_p50_ns, of the requests that write. Only for reads beside writes.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "write p50",
    };

    /// <summary>99th percentile of latency of the requests that write.</summary>
    public static readonly Metric WriteLatencyP99 = new(
        "write_latency_p99_ns", "As latency_p99_ns, of the requests that write. Only for reads beside writes.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "write p99",
    };

    /// <summary>99th percentile of response times of the requests that write.</summary>
    public static readonly Metric WriteResponseP99 = new(
        "write_response_p99_ns",
        "As response_p99_ns, of the requests that write. Only for reads beside writes at a rate.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "write response p99",
    };

    /// <summary>Requests that were due.</summary>
    public static readonly Metric RequestsOffered = new(
        "requests_offered", "Requests that were due in the measured time. Only for measure --rate.")
    { Heading = "offered" };

    /// <summary>Requests that were skipped.</summary>
    public static readonly Metric RequestsSkipped = new(
        "requests_skipped",
        "Requests that were due while as many as allowed were in flight, and never started. Only for measure --rate.")
    { Better = Better.Lower, Heading = "skipped" };

    /// <summary>Requests that had not started at the end.</summary>
    public static readonly Metric RequestsUnstarted = new(
        "requests_unstarted",
        "Requests that were due and had not started when the time was over. Only for measure --rate.")
    { Better = Better.Lower, Heading = "not started" };

    /// <summary>Requests that were due, per second.</summary>
    public static readonly Metric OfferedRate = new(
        "offered_requests_per_s", "Requests that were due / the time in which they were due. Only for measure --rate.")
    {
        Print = MetricPrint.Rate, Heading = "offered/s", Formats = Shown,
    };

    /// <summary>Median response time.</summary>
    public static readonly Metric ResponseP50 = new(
        "response_p50_ns",
        "Half of the requests were done within this time from the moment at which they were due. Only for "
        + "measure --rate.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "response p50", Formats = Shown,
    };

    /// <summary>99th percentile of response times.</summary>
    public static readonly Metric ResponseP99 = new(
        "response_p99_ns",
        "99 % of the requests were done within this time from the moment at which they were due; missing unless every "
        + "run has 1,000 samples. Only for measure --rate.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "response p99", Formats = Shown,
    };

    /// <summary>99.9th percentile of response times.</summary>
    public static readonly Metric ResponseP999 = new(
        "response_p999_ns",
        "99.9 % of the requests were done within this time from the moment at which they were due; missing unless "
        + "every run has 10,000 samples. Only for measure --rate.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "response p99.9",
    };

    /// <summary>99th percentile of lateness.</summary>
    public static readonly Metric LatenessP99 = new(
        "lateness_p99_ns",
        "99 % of the requests started within this time from the moment at which they were due. Only for "
        + "measure --rate.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "lateness p99", Formats = Shown,
    };

    /// <summary>99th percentile of the lateness that is ours.</summary>
    public static readonly Metric OwnLatenessP99 = new(
        "own_lateness_p99_ns",
        "As lateness_p99_ns, without the time in which as many requests as allowed were in flight: what "
        + "landspeed itself was late. Only for measure --rate.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "own lateness p99",
    };

    /// <summary>Mean pause between requests.</summary>
    public static readonly Metric PauseMean = new(
        "pause_mean_ns",
        "Mean time in which a place of the queue rested before its next request. Only for measure --think.")
    {
        Print = MetricPrint.Duration, Heading = "mean pause",
    };

    /// <summary>Requested number of requests in flight.</summary>
    public static readonly Metric DepthRequested = new(
        "queue_depth_requested",
        "Queue depth × workers; missing with measure --rate and --think, which do not keep a queue full.")
    { Heading = "depth" };

    /// <summary>Achieved number of requests in flight.</summary>
    public static readonly Metric DepthAchieved = new(
        "queue_depth_mean", "Requests in flight on average: sum of all latencies / elapsed time (Little's law).")
    {
        Print = MetricPrint.Number, Heading = "in flight",
    };

    /// <summary>CPU time of the process.</summary>
    public static readonly Metric Cpu = new("cpu_ns", "CPU time of the process, user and system.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "cpu",
    };

    /// <summary>CPU time in the program.</summary>
    public static readonly Metric CpuUser = new("cpu_user_ns", "CPU time in the program.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "user",
    };

    /// <summary>CPU time in the kernel on behalf of the program.</summary>
    public static readonly Metric CpuSystem = new("cpu_system_ns", "CPU time in the kernel on behalf of the program.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "kernel",
    };

    /// <summary>CPU time of the process per byte.</summary>
    public static readonly Metric CpuPerByte = new(
        "cpu_ns_per_byte", "CPU time of the process / bytes read and written.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "ns/B", Formats = Shown,
    };

    /// <summary>CPU cycles of the process per byte.</summary>
    public static readonly Metric CyclesPerByte = new(
        "cpu_cycles_per_byte", "CPU time of the process × clock / bytes read and written.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "cycles/B", Formats = Shown,
    };

    /// <summary>Elapsed time per byte, for a measurement by layers.</summary>
    public static readonly Metric ElapsedPerByte = new(
        "elapsed_ns_per_byte",
        "Elapsed time / bytes of the requests; for durable writes the time until durable. Only for measure --layers.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "time ns/B", Formats = Shown, IsOfGrids = true,
    };

    /// <summary>CPU time per byte beyond the layer below.</summary>
    public static readonly Metric AddedCpuPerByte = new(
        "added_cpu_ns_per_byte",
        "CPU time per byte beyond that of the layer in the label over: the difference of the medians; its "
        + "interval is between the differences of the intervals' ends. Below 0 if the layer seems to cost less. "
        + "Only for measure --layers.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "adds ns/B", Formats = Shown, IsOfGrids = true,
    };

    /// <summary>CPU cycles per byte beyond the layer below.</summary>
    public static readonly Metric AddedCyclesPerByte = new(
        "added_cpu_cycles_per_byte", "Added CPU time per byte × clock. Only for measure --layers.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "adds cycles/B", Formats = Shown, IsOfGrids = true,
    };

    /// <summary>Elapsed time per byte beyond the layer below.</summary>
    public static readonly Metric AddedElapsedPerByte = new(
        "added_elapsed_ns_per_byte",
        "Elapsed time per byte beyond that of the layer in the label over, as for CPU time. Only for measure "
        + "--layers.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "adds time ns/B", Formats = Shown, IsOfGrids = true,
    };

    /// <summary>CPU time of the process per request.</summary>
    public static readonly Metric CpuPerRequest = new("cpu_ns_per_request", "CPU time of the process / requests.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "CPU per request",
    };

    /// <summary>Busy time of the machine beyond its idle baseline.</summary>
    public static readonly Metric MachineCpu = new(
        "machine_cpu_ns", "Busy time of all CPUs less the idle baseline; includes writeback and interrupts.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "machine cpu",
    };

    /// <summary>The idle baseline.</summary>
    public static readonly Metric MachineIdle = new(
        "machine_idle_baseline_ns_per_s", "Busy time per second of the idle machine, measured just before.")
    {
        Print = MetricPrint.Duration, Heading = "idle baseline",
    };

    /// <summary>Machine time per byte.</summary>
    public static readonly Metric MachineCpuPerByte = new("machine_cpu_ns_per_byte", "Machine time / bytes.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "machine ns/B",
    };

    /// <summary>Machine cycles per byte.</summary>
    public static readonly Metric MachineCyclesPerByte = new("machine_cpu_cycles_per_byte", "Machine time × clock / bytes.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "machine cycles/B",
    };

    /// <summary>CPU time that the hypervisor took away.</summary>
    public static readonly Metric Stolen = new("stolen_ns", "CPU time that the hypervisor took away.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "stolen",
    };

    /// <summary>Number of times a thread waited.</summary>
    public static readonly Metric VoluntarySwitches = new(
        "voluntary_context_switches", "Number of times a thread of the process gave up its CPU to wait.")
    {
        Better = Better.Lower, Heading = "waits",
    };

    /// <summary>Number of times a thread was pre-empted.</summary>
    public static readonly Metric InvoluntarySwitches = new(
        "involuntary_context_switches", "Number of times a thread of the process lost its CPU to another thread.")
    {
        Better = Better.Lower, Heading = "pre-emptions",
    };

    /// <summary>Garbage collections.</summary>
    public static readonly Metric Collections = new("garbage_collections", "Garbage collections in the measured time.")
    {
        Better = Better.Lower, Heading = "collections",
    };

    /// <summary>Pauses of the garbage collector.</summary>
    public static readonly Metric CollectionPause = new(
        "garbage_collection_pause_ns", "Pauses of the garbage collector in the measured time.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "GC pause", Formats = Shown,
    };

    /// <summary>Bytes allocated on the managed heap.</summary>
    public static readonly Metric Allocated = new(
        "managed_allocated_bytes", "Bytes allocated on the managed heap in the measured time.")
    {
        Better = Better.Lower, Print = MetricPrint.Size, Heading = "allocated", Formats = Shown,
    };

    /// <summary>Bytes allocated on the managed heap per request.</summary>
    public static readonly Metric AllocatedPerRequest = new(
        "managed_allocated_bytes_per_request", "Bytes allocated on the managed heap / requests, or records.")
    {
        Better = Better.Lower, Print = MetricPrint.Number, Heading = "B/record",
    };

    /// <summary>Work items of the thread pool.</summary>
    public static readonly Metric PoolItems = new(
        "pool_work_items", "Work items that the thread pool completed in the measured time, from all sources.")
    {
        Better = Better.Lower, Heading = "items",
    };

    /// <summary>Work items of the thread pool per record.</summary>
    public static readonly Metric PoolItemsPerRequest = new(
        "pool_work_items_per_request", "Work items of the thread pool / records.")
    {
        Better = Better.Lower, Print = MetricPrint.Number, Heading = "items/record",
    };

    /// <summary>Mean wait of a work item for a thread of the thread pool.</summary>
    public static readonly Metric PoolWait = new(
        "pool_wait_ns",
        "Time from an awaited call until a thread of the thread pool started its work item, mean of the timed "
        + "items; missing with fewer than 100, and if nothing is awaited.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "wait",
    };

    /// <summary>Work items that were timed.</summary>
    public static readonly Metric PoolItemsTimed = new(
        "pool_work_items_timed",
        "Timed work items of the thread pool: about one in 16 for records up to 16 KiB, all from 256 KiB on; "
        + "missing if nothing is awaited.")
    {
        Heading = "timed",
    };

    /// <summary>Threads of the thread pool before the work.</summary>
    public static readonly Metric PoolThreadsAtStart = new(
        "pool_threads_at_start", "Threads of the thread pool at the start of the measured time.")
    {
        Heading = "threads at start",
    };

    /// <summary>Maximum number of threads of the thread pool.</summary>
    public static readonly Metric PoolThreadsMost = new(
        "pool_threads_most",
        "Maximum number of thread-pool threads: at the start, at the end, and whenever a work item was timed.")
    {
        Better = Better.Lower, Heading = "threads",
    };

    /// <summary>Threads that the thread pool started during the work.</summary>
    public static readonly Metric PoolThreadsInjected = new(
        "pool_threads_injected",
        "Threads that the thread pool gained in the measured time: the total increase from check to check.")
    {
        Better = Better.Lower, Heading = "injected",
    };

    /// <summary>Peak resident memory.</summary>
    public static readonly Metric PeakResident = new("peak_resident_bytes", "Peak resident memory of the process.")
    {
        Better = Better.Lower, Print = MetricPrint.Size, Heading = "peak memory", Formats = Shown,
    };

    /// <summary>Device bytes per byte read.</summary>
    public static readonly Metric ReadAmplification = new(
        "read_amplification", "Bytes that the device delivered / bytes read; above 1: read-ahead, alignment, metadata.")
    {
        Better = Better.Lower, Print = MetricPrint.Cost, Heading = "per byte", Formats = Shown,
    };

    /// <summary>Bytes that the device read.</summary>
    public static readonly Metric DeviceReadBytes = new(
        "device_read_bytes",
        "Bytes that the device read during the run, for all processes; of a copy the device of the source.")
    {
        Print = MetricPrint.Moved,
    };

    /// <summary>Read requests that the device completed.</summary>
    public static readonly Metric DeviceReadRequests = new(
        "device_read_requests",
        "Read requests that the device completed during the run, for all processes; of a copy the device of the "
        + "source.");

    /// <summary>Bytes that the device wrote.</summary>
    public static readonly Metric DeviceWriteBytes = new(
        "device_write_bytes",
        "Bytes that the device wrote during the run, including metadata, for all processes; of a copy the device of "
        + "the target.")
    {
        Print = MetricPrint.Moved,
    };

    /// <summary>Write requests that the device completed.</summary>
    public static readonly Metric DeviceWriteRequests = new(
        "device_write_requests",
        "Write requests that the device completed during the run, for all processes; of a copy the device of the "
        + "target.");

    /// <summary>Device requests per MiB of the work.</summary>
    public static readonly Metric DeviceRequestsPerMebibyte = new(
        "device_requests_per_mib",
        "Requests that the device completed during the run in the direction of the work, for all processes / MiB "
        + "that the work moved. Only for patterns --run-lengths.")
    {
        Better = Better.Lower, Print = MetricPrint.Number, Heading = "requests/MiB", Formats = Shown, IsOfGrids = true,
    };

    /// <summary>Mean size of the device's read requests.</summary>
    public static readonly Metric DeviceReadRequestSize = new(
        "device_read_request_bytes",
        "Bytes that the device delivered / its read requests; includes other processes' traffic.")
    {
        Print = MetricPrint.Size, Heading = "request", Formats = Shown,
    };

    /// <summary>Mean size of the device's write requests.</summary>
    public static readonly Metric DeviceWriteRequestSize = new(
        "device_write_request_bytes",
        "Bytes that the device wrote / its write requests; includes metadata and other processes' traffic.")
    {
        Print = MetricPrint.Size,
    };

    /// <summary>Bytes left in the page cache.</summary>
    public static readonly Metric PagesLeft = new("pages_left_bytes", "Bytes of the files that stay in the page cache.")
    {
        Print = MetricPrint.Size, Heading = "left", Formats = Shown,
    };

    /// <summary>Where a zone starts on the device.</summary>
    public static readonly Metric DevicePlace = new(
        "device_place_bytes",
        "Where the first stored byte of the zone is, from the start of the device or partition that holds the file "
        + "system. Only for measure --zones; missing if the file system does not report it.")
    {
        Print = MetricPrint.Size, Heading = "on the device from", IsOfGrids = true,
    };

    /// <summary>Fragments of the test file.</summary>
    public static readonly Metric FileFragments = new(
        "file_fragments", "Physically contiguous runs of the test file; for process of all files read, together.");

    /// <summary>Fragments of the files that a run made.</summary>
    public static readonly Metric ResultFragments = new(
        "result_fragments",
        "Physically contiguous runs of all files that a run made, together; missing if the file system does not report "
        + "them. Only for process.")
    {
        IsOfGrids = true,
    };

    /// <summary>Median length of the runs of a file.</summary>
    public static readonly Metric RunLengthMedian = new(
        "run_length_median_bytes", "Median size of the physically contiguous runs of the file.")
    {
        Print = MetricPrint.Size,
    };

    /// <summary>Free runs of a volume.</summary>
    public static readonly Metric FreeRuns = new(
        "free_runs",
        "Contiguous runs of free space on the volume before the first run; missing if the file system does not "
        + "report them. Only for patterns --creation.")
    {
        Heading = "free runs", IsOfGrids = true,
    };

    /// <summary>Median length of the free runs of a volume.</summary>
    public static readonly Metric FreeRunMedian = new(
        "free_run_median_bytes", "Median size of these runs. Only for patterns --creation.")
    {
        Print = MetricPrint.Size, Heading = "median", IsOfGrids = true,
    };

    /// <summary>Length of the longest free run of a volume.</summary>
    public static readonly Metric FreeRunLongest = new(
        "free_run_longest_bytes", "Size of the longest of them. Only for patterns --creation.")
    {
        Print = MetricPrint.Size, Heading = "longest", IsOfGrids = true,
    };

    /// <summary>Bytes of one record.</summary>
    public static readonly Metric RecordBytes = new("record_bytes", "Bytes of one record or call.") { Print = MetricPrint.Size };

    /// <summary>Share of the work done.</summary>
    public static readonly Metric WorkDone = new(
        "work_done_pct",
        "Share of the work done before the time limit of the run; 100 is all of it. Below that, rates are for the "
        + "completed part.")
    {
        Print = MetricPrint.Percent, Heading = "done", Formats = Shown,
    };

    /// <summary>Share of the CPUs used.</summary>
    public static readonly Metric CpuBusy = new(
        "cpu_busy_pct", "CPU time of the process / (time until durable × CPUs that the threads can use).")
    {
        Print = MetricPrint.Percent, Heading = "cpu %", Formats = Shown,
    };

    /// <summary>Share of the time with requests at the device.</summary>
    public static readonly Metric DeviceBusy = new(
        "device_busy_pct", "Time during which the device had requests / time until durable.")
    {
        Print = MetricPrint.Percent, Heading = "device %", Formats = Shown,
    };

    /// <summary>Peak of the managed heap.</summary>
    public static readonly Metric PeakManaged = new(
        "peak_managed_bytes",
        "Peak of the managed heap beyond its size before the run, garbage included; sampled every 2 ms.")
    {
        Better = Better.Lower, Print = MetricPrint.Size, Heading = "heap",
    };

    /// <summary>Buffers outside the managed heap.</summary>
    public static readonly Metric NativeBuffers = new("native_buffer_bytes", "Memory for buffers outside the managed heap.")
    {
        Better = Better.Lower, Print = MetricPrint.Size, Heading = "buffers",
    };

    /// <summary>Files created.</summary>
    public static readonly Metric FilesMade = new("files_made", "Files made.");

    /// <summary>Existing files that were kept.</summary>
    public static readonly Metric FilesKept = new("files_kept", "Files that already existed with the right content.");

    /// <summary>Files removed again.</summary>
    public static readonly Metric FilesRemoved = new(
        "files_removed", "Our files that were removed again, to leave holes in the free space.");

    /// <summary>Runs of free space before the run.</summary>
    public static readonly Metric FreeRunsBefore = new(
        "free_runs_before",
        "Contiguous unused ranges of the volume before the run; missing if the file system does not report them.");

    /// <summary>Runs of free space after the run.</summary>
    public static readonly Metric FreeRunsAfter = new("free_runs_after", "The same afterwards.");

    /// <summary>Size of a new file.</summary>
    public static readonly Metric ProbeBytes = new(
        "probe_bytes",
        "Size of the file that is created to see how new files are stored, and then removed.")
    {
        Print = MetricPrint.Size,
    };

    /// <summary>Runs of a new file, appended, before the run.</summary>
    public static readonly Metric ProbeRunsBefore = new(
        "probe_runs_before",
        "Number of runs of such a file before the fill, written from start to end through the page cache, 64 KiB "
        + "at a time.");

    /// <summary>Runs of a new file, appended, after the run.</summary>
    public static readonly Metric ProbeRuns = new("probe_runs", "The same afterwards.");

    /// <summary>Runs of a new file, reserved, before the run.</summary>
    public static readonly Metric ReservedProbeRunsBefore = new(
        "reserved_probe_runs_before",
        "Number of runs of such a file before the fill, with its blocks reserved at once.");

    /// <summary>Runs of a new file, reserved, after the run.</summary>
    public static readonly Metric ReservedProbeRuns = new("reserved_probe_runs", "The same afterwards.");

    /// <summary>Records out of order.</summary>
    public static readonly Metric UnorderedRecords = new(
        "unordered_records", "Records with a smaller key than the one before.")
    { Better = Better.Lower };

    /// <summary>Duplicate keys.</summary>
    public static readonly Metric DuplicateRecords = new("duplicate_records", "Records with the same key as the one before.");

    /// <summary>Bytes taken over from an interrupted run.</summary>
    public static readonly Metric ResumedBytes = new("resumed_bytes", "Bytes taken over from an interrupted run.")
    {
        Print = MetricPrint.Size,
    };

    /// <summary>Start of a rank.</summary>
    public static readonly Metric StartOffset = new(
        "start_offset_ns",
        "First request of this rank after the moment on which all ranks agreed. Only for one of several ranks.")
    {
        Print = MetricPrint.Duration, Formats = MetricFormats.None,
    };

    /// <summary>End of a rank.</summary>
    public static readonly Metric EndOffset = new(
        "end_offset_ns",
        "Last completion of this rank after the moment on which all ranks agreed. Only for one of several ranks.")
    {
        Print = MetricPrint.Duration, Formats = MetricFormats.None,
    };

    /// <summary>Error of clocks.</summary>
    public static readonly Metric ClockError = new(
        "clock_error_ns", "Maximum error of that moment on this rank's clock; for all ranks together the largest.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "clock error", Formats = MetricFormats.None,
    };

    /// <summary>Skew of ranks.</summary>
    public static readonly Metric Skew = new(
        "skew_ns",
        "From the first request of the first rank to the first request of the last one. Only for several ranks.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "skew",
    };

    /// <summary>End of the first rank.</summary>
    public static readonly Metric FirstDone = new("first_done_ns", "Time until the first of several ranks was done.")
    {
        Print = MetricPrint.Duration, Heading = "first done",
    };

    /// <summary>End of the last rank.</summary>
    public static readonly Metric LastDone = new("last_done_ns", "Time until the last of several ranks was done.")
    {
        Better = Better.Lower, Print = MetricPrint.Duration, Heading = "last done",
    };

    /// <summary>Time in which all ranks worked.</summary>
    public static readonly Metric AllBusy = new("all_busy_ns", "Time in which all of several ranks were at work: from the start of the last to the end of the first.")
    {
        Print = MetricPrint.Duration, Heading = "all busy",
    };

    /// <summary>Rate while all ranks worked.</summary>
    public static readonly Metric ThroughputAllBusy = new(
        "throughput_all_busy_bytes_per_s",
        "Bytes moved while all of several ranks were at work / that time; a sample only partly in this period "
        + "counts by its share.")
    {
        Better = Better.Higher, Print = MetricPrint.Throughput, Heading = "all busy MB/s",
    };

    /// <summary>Rate of the window in which it was steady.</summary>
    public static readonly Metric ThroughputSteady = new(
        "throughput_steady_bytes_per_s",
        "Bytes moved / time in the window at the end of the run in which the rate was steady; only of runs that waited "
        + "for that (`--until steady`), and became so.")
    {
        Better = Better.Higher, Print = MetricPrint.Throughput, Heading = "steady MB/s", Formats = Shown,
    };

    /// <summary>All metrics, in column order.</summary>
    public static IReadOnlyList<Metric> All { get; } =
    [
        Elapsed, ElapsedToDurable, ElapsedToVerified, LongestStall, WarmUp,
        BytesRead, BytesWritten, Requests, ShortRequests, Records,
        Throughput, ThroughputToReturn, ThroughputSteady, RequestRate, RecordRate, FileRate,
        LatencyP50, LatencyP99,
        ReadRequestRate, ReadLatencyP50, ReadLatencyP99, WriteRequestRate, WriteLatencyP50, WriteLatencyP99,
        OfferedRate, RequestsOffered, RequestsSkipped, RequestsUnstarted,
        ResponseP50, ResponseP99, ResponseP999, ReadResponseP99, WriteResponseP99, LatenessP99, OwnLatenessP99,
        PauseMean, DepthRequested, DepthAchieved,
        Cpu, CpuUser, CpuSystem, CpuPerByte, CyclesPerByte, CpuPerRequest, ElapsedPerByte, AddedCpuPerByte, AddedCyclesPerByte, AddedElapsedPerByte,
        MachineCpu, MachineIdle, MachineCpuPerByte, MachineCyclesPerByte, Stolen, VoluntarySwitches, InvoluntarySwitches,
        Collections, CollectionPause, Allocated, AllocatedPerRequest,
        PoolItems, PoolItemsPerRequest, PoolWait, PoolItemsTimed, PoolThreadsAtStart, PoolThreadsMost, PoolThreadsInjected, PeakResident,
        ReadAmplification, DeviceReadBytes, DeviceReadRequests, DeviceWriteBytes, DeviceWriteRequests,
        DeviceRequestsPerMebibyte, DeviceReadRequestSize, DeviceWriteRequestSize, PagesLeft, DevicePlace,
        FileFragments, ResultFragments,
        RunLengthMedian, FreeRuns, FreeRunMedian, FreeRunLongest, RecordBytes, WorkDone, CpuBusy, DeviceBusy, PeakManaged, NativeBuffers, FilesMade, FilesKept, UnorderedRecords, DuplicateRecords,
        ResumedBytes, FilesRemoved, FreeRunsBefore, FreeRunsAfter, ProbeBytes, ProbeRunsBefore, ProbeRuns, ReservedProbeRunsBefore, ReservedProbeRuns,
        StartOffset, EndOffset, ClockError, Skew, FirstDone, LastDone, AllBusy, ThroughputAllBusy,
    ];

    private static readonly FrozenDictionary<string, Metric> s_byName = All.ToFrozenDictionary(metric => metric.Name);

    /// <summary>Finds a metric.</summary>
    /// <param name="name">Its name in documents.</param>
    /// <returns>The metric, or null if this version does not know it, for example a metric of a newer
    /// document.</returns>
    public static Metric? Find(string name) => s_byName.GetValueOrDefault(name);

    /// <summary>Returns values by name; null values are left out.</summary>
    /// <param name="values">Each metric at most once.</param>
    public static IReadOnlyDictionary<string, double> Of(params ReadOnlySpan<(Metric Metric, double? Value)> values)
    {
        var known = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach ((Metric metric, double? value) in values)
        {
            if (value is { } number)
            {
                known.Add(metric.Name, number);
            }
        }

        return known;
    }
}
