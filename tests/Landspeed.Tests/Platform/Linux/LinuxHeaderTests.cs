using System.Globalization;
using System.Reflection;
using Landspeed.Platform;
using Landspeed.Platform.Linux;
using Landspeed.Testing;

namespace Landspeed.Tests.Platform.Linux;

/// <summary>Numbers and layouts of the kernel's interface against the headers of the system that runs the tests.</summary>
public class LinuxHeaderTests(ITestOutputHelper output)
{
    // Younger than the headers of Debian 12 (Linux 6.1). Everything else must be known to the headers.
    private static readonly string[] s_young =
    [
        "FAN_PRE_ACCESS", // 6.14
        "IORING_SETUP_NO_SQARRAY", // 6.6
        "RWF_DONTCACHE", // 6.14
        "STATX_DIO_READ_ALIGN", // 6.14
        "SYS_cachestat", // 6.5
        "offsetof(Cachestat.Cached)",
        "offsetof(Cachestat.Dirty)",
        "offsetof(Cachestat.Evicted)",
        "offsetof(Cachestat.RecentlyEvicted)",
        "offsetof(Cachestat.Writeback)",
        "offsetof(CachestatRange.Length)",
        "offsetof(CachestatRange.Offset)",
        "offsetof(Statx.DioReadOffsetAlignment)",
        "sizeof(Cachestat)",
        "sizeof(Cachestat.Cached)",
        "sizeof(Cachestat.Dirty)",
        "sizeof(Cachestat.Evicted)",
        "sizeof(Cachestat.RecentlyEvicted)",
        "sizeof(Cachestat.Writeback)",
        "sizeof(CachestatRange)",
        "sizeof(CachestatRange.Length)",
        "sizeof(CachestatRange.Offset)",
        "sizeof(Statx.DioReadOffsetAlignment)",
    ];

    // These are C enumerators, which #ifdef cannot see.
    private static readonly string[] s_enumerators = ["IORING_OP_", "IORING_REGISTER_", "IORING_UNREGISTER_", "LO_FLAGS_", "P_PID"];

    private static readonly NativeLayout[] s_layouts =
    [
        NativeLayout.Of<Statx>(
            "struct statx",
            null,
            ("Mask", "stx_mask"),
            ("BlockSize", "stx_blksize"),
            ("Attributes", "stx_attributes"),
            ("LinkCount", "stx_nlink"),
            ("UserId", "stx_uid"),
            ("GroupId", "stx_gid"),
            ("Mode", "stx_mode"),
            ("Inode", "stx_ino"),
            ("Size", "stx_size"),
            ("Blocks", "stx_blocks"),
            ("AccessedSeconds", "stx_atime.tv_sec"),
            ("AccessedNanoseconds", "stx_atime.tv_nsec"),
            ("ChangedSeconds", "stx_ctime.tv_sec"),
            ("ChangedNanoseconds", "stx_ctime.tv_nsec"),
            ("NodeDeviceMajor", "stx_rdev_major"),
            ("NodeDeviceMinor", "stx_rdev_minor"),
            ("BornSeconds", "stx_btime.tv_sec"),
            ("BornNanoseconds", "stx_btime.tv_nsec"),
            ("ModifiedSeconds", "stx_mtime.tv_sec"),
            ("ModifiedNanoseconds", "stx_mtime.tv_nsec"),
            ("DeviceMajor", "stx_dev_major"),
            ("DeviceMinor", "stx_dev_minor"),
            ("MountId", "stx_mnt_id"),
            ("DioMemoryAlignment", "stx_dio_mem_align"),
            ("DioOffsetAlignment", "stx_dio_offset_align"),
            ("DioReadOffsetAlignment", "stx_dio_read_offset_align?STATX_DIO_READ_ALIGN")),
        NativeLayout.Of<StatFs>(
            "struct statfs",
            null,
            ("Type", "f_type"),
            ("BlockSize", "f_bsize"),
            ("Blocks", "f_blocks"),
            ("BlocksFree", "f_bfree"),
            ("BlocksAvailable", "f_bavail"),
            ("FilesFree", "f_ffree"),
            ("FragmentSize", "f_frsize"),
            ("Flags", "f_flags")),
        NativeLayout.Of<FiemapHeader>(
            "struct fiemap",
            null,
            ("Start", "fm_start"),
            ("Length", "fm_length"),
            ("Flags", "fm_flags"),
            ("MappedExtents", "fm_mapped_extents"),
            ("ExtentCount", "fm_extent_count"),
            ("Reserved", "fm_reserved")),
        NativeLayout.Of<FiemapExtent>(
            "struct fiemap_extent",
            null,
            ("Logical", "fe_logical"),
            ("Physical", "fe_physical"),
            ("Length", "fe_length"),
            ("Flags", "fe_flags")),
        NativeLayout.Of<Fsmap>(
            "struct fsmap",
            null,
            ("Device", "fmr_device"),
            ("Flags", "fmr_flags"),
            ("Physical", "fmr_physical"),
            ("Owner", "fmr_owner"),
            ("Offset", "fmr_offset"),
            ("Length", "fmr_length")),
        NativeLayout.Of<FsmapHead>(
            "struct fsmap_head",
            null,
            ("OutputFlags", "fmh_oflags"),
            ("Count", "fmh_count"),
            ("Entries", "fmh_entries"),
            ("Low", "fmh_keys[0]"),
            ("High", "fmh_keys[1]")),
        NativeLayout.Of<LoopInformation>("struct loop_info64", null, ("Flags", "lo_flags")),
        NativeLayout.Of<LoopConfig>(
            "struct loop_config",
            null,
            ("File", "fd"),
            ("BlockSize", "block_size"),
            ("Information", "info")),
        NativeLayout.Of<Cachestat>(
            "struct cachestat",
            "__NR_cachestat",
            ("Cached", "nr_cache"),
            ("Dirty", "nr_dirty"),
            ("Writeback", "nr_writeback"),
            ("Evicted", "nr_evicted"),
            ("RecentlyEvicted", "nr_recently_evicted")),
        NativeLayout.Of<CachestatRange>(
            "struct cachestat_range", "__NR_cachestat", ("Offset", "off"), ("Length", "len")),
        NativeLayout.Of<PollDescriptor>(
            "struct pollfd", null, ("File", "fd"), ("Wanted", "events"), ("Found", "revents")),
        NativeLayout.Of<IoVector>("struct iovec", null, ("Address", "iov_base"), ("Length", "iov_len")),
        NativeLayout.Of<TimeSpecification>("struct timespec", null, ("Seconds", "tv_sec"), ("Nanoseconds", "tv_nsec")),
        NativeLayout.Of<ResourceUsage>(
            "struct rusage",
            null,
            ("UserSeconds", "ru_utime.tv_sec"),
            ("UserMicroseconds", "ru_utime.tv_usec"),
            ("SystemSeconds", "ru_stime.tv_sec"),
            ("SystemMicroseconds", "ru_stime.tv_usec"),
            ("VoluntarySwitches", "ru_nvcsw"),
            ("InvoluntarySwitches", "ru_nivcsw")),
        NativeLayout.Of<UringParameters>(
            "struct io_uring_params",
            null,
            ("SubmissionEntries", "sq_entries"),
            ("CompletionEntries", "cq_entries"),
            ("Flags", "flags"),
            ("Features", "features"),
            ("SubmissionHead", "sq_off.head"),
            ("SubmissionTail", "sq_off.tail"),
            ("SubmissionMask", "sq_off.ring_mask"),
            ("SubmissionArray", "sq_off.array"),
            ("CompletionHead", "cq_off.head"),
            ("CompletionTail", "cq_off.tail"),
            ("CompletionMask", "cq_off.ring_mask"),
            ("CompletionOverflow", "cq_off.overflow"),
            ("CompletionArray", "cq_off.cqes")),
        NativeLayout.Of<UringSubmission>(
            "struct io_uring_sqe",
            null,
            ("Opcode", "opcode"),
            ("Flags", "flags"),
            ("Priority", "ioprio"),
            ("File", "fd"),
            ("Offset", "off"),
            ("Address", "addr"),
            ("Length", "len"),
            ("OperationFlags", "rw_flags"),
            ("UserData", "user_data"),
            ("BufferIndex", "buf_index")),
        NativeLayout.Of<UringCompletion>(
            "struct io_uring_cqe", null, ("UserData", "user_data"), ("Result", "res"), ("Flags", "flags")),
        NativeLayout.Of<UringWait>(
            "struct io_uring_getevents_arg", null, ("SignalMask", "sigmask"), ("SignalMaskSize", "sigmask_sz"), ("Time", "ts")),
        NativeLayout.Of<UringFilesUpdate>(
            "struct io_uring_files_update", null, ("Offset", "offset"), ("Reserved", "resv"), ("Data", "fds")),
        NativeLayout.Of<UringTaggedUpdate>(
            "struct io_uring_rsrc_update2",
            null,
            ("Offset", "offset"),
            ("Reserved", "resv"),
            ("Data", "data"),
            ("Tags", "tags"),
            ("Count", "nr"),
            ("Reserved2", "resv2")),
    ];

    [Fact]
    public void Every_number_and_layout_agrees_with_the_headers()
    {
        HeaderQuestion[] questions = [.. Constants(), .. s_layouts.SelectMany(layout => layout.Questions())];

        IReadOnlyDictionary<string, long> theirs = HeaderProbe.Ask(questions);

        string[] unknown = [.. questions.Select(question => question.Name).Where(name => !theirs.ContainsKey(name))];
        output.WriteLine($"{questions.Length - unknown.Length} numbers compared; not in these headers:");
        output.WriteLine(string.Join('\n', unknown.Order(StringComparer.Ordinal)));
        Assert.Empty(unknown.Except(s_young));
        Assert.Empty(s_young.Except(questions.Select(question => question.Name)));
        Assert.Empty(questions
            .Where(question => theirs.TryGetValue(question.Name, out long value) && value != question.Ours)
            .Select(question => $"{question.Name}: {question.Ours} here, {theirs[question.Name]} in the headers"));
    }

    [Fact]
    public void Every_struct_of_the_Linux_platform_is_compared()
    {
        IEnumerable<Type> structs = typeof(LinuxConstants).Assembly.GetTypes().Where(type =>
            type is { IsValueType: true, IsEnum: false, IsNested: false, Namespace: "Landspeed.Platform.Linux" });

        Assert.Equal(
            structs.Select(type => type.Name).Order(StringComparer.Ordinal),
            s_layouts.Select(layout => layout.Type.Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Every_named_error_can_be_explained()
    {
        (string Name, long Value)[] constants = [.. Literals(typeof(LinuxErrors))];

        Assert.Equal(
            constants.Select(pair => (pair.Name, (int)pair.Value)).Order(), LinuxErrors.All().Order());
        Assert.All(LinuxErrors.All(), pair =>
        {
            Assert.Equal(pair.Name, new NativeError(pair.Code).Name);
            Assert.NotEqual("unknown error", new NativeError(pair.Code).Description);
        });
    }

    [Fact]
    public void Every_error_of_the_headers_has_its_name()
    {
        Capability.RequireProgram("gcc");
        string[] lines = Command.Shell("echo '#include <errno.h>' | gcc -dM -E - | grep '^#define E[A-Z0-9]* '")
            .Split('\n');
        string[][] macros = [.. lines.Select(line => line.Split(' ')).Where(words => words.Length == 3)];
        Dictionary<string, int> numbers = macros
            .Where(words => int.TryParse(words[2], CultureInfo.InvariantCulture, out _))
            .ToDictionary(words => words[1], words => int.Parse(words[2], CultureInfo.InvariantCulture));
        string[] others = [.. macros.Where(words => numbers.ContainsKey(words[2])).Select(words => words[1])];

        Assert.InRange(numbers.Count, 120, 200);
        Assert.Empty(others.Except(["EDEADLOCK", "ENOTSUP", "EWOULDBLOCK"]));
        Assert.All(numbers, macro =>
        {
            Assert.Equal(macro.Key, new NativeError(macro.Value).Name);
            Assert.NotEqual("unknown error", new NativeError(macro.Value).Description);
        });
    }

    private static IEnumerable<HeaderQuestion> Constants()
    {
        Type[] types = [typeof(LinuxConstants), typeof(UringConstants), typeof(LinuxErrors)];
        foreach (var (name, value) in types.SelectMany(Literals))
        {
            bool enumerator = s_enumerators.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal));
            yield return new HeaderQuestion(name, name, enumerator ? null : name, value);
        }

        // Chosen by architecture at run time, so these are properties.
        foreach (PropertyInfo property in typeof(LinuxConstants).GetProperties(BindingFlags.Static | BindingFlags.NonPublic))
        {
            yield return new HeaderQuestion(property.Name, property.Name, property.Name, Number(property.GetValue(null)!));
        }

        foreach (AccessAdvice advice in Enum.GetValues<AccessAdvice>())
        {
            yield return Macro($"POSIX_FADV_{advice.ToString().ToUpperInvariant()}", (long)advice);
        }

        yield return Macro("FIEMAP_EXTENT_LAST", (long)NativeExtentFlags.Last);
        yield return Macro("FIEMAP_EXTENT_UNKNOWN", (long)NativeExtentFlags.Unknown);
        yield return Macro("FIEMAP_EXTENT_DELALLOC", (long)NativeExtentFlags.DelayedAllocation);
        yield return Macro("FIEMAP_EXTENT_ENCODED", (long)NativeExtentFlags.Encoded);
        yield return Macro("FIEMAP_EXTENT_NOT_ALIGNED", (long)NativeExtentFlags.NotAligned);
        yield return Macro("FIEMAP_EXTENT_DATA_INLINE", (long)NativeExtentFlags.Inline);
        yield return Macro("FIEMAP_EXTENT_DATA_TAIL", (long)NativeExtentFlags.Tail);
        yield return Macro("FIEMAP_EXTENT_UNWRITTEN", (long)NativeExtentFlags.Unwritten);
        yield return Macro("FIEMAP_EXTENT_MERGED", (long)NativeExtentFlags.Merged);
        yield return Macro("FIEMAP_EXTENT_SHARED", (long)NativeExtentFlags.Shared);
        yield return Macro("FMR_OF_SPECIAL_OWNER", (long)NativeVolumeExtentFlags.SpecialOwner);
        yield return Macro("FMR_OF_LAST", (long)NativeVolumeExtentFlags.Last);
        yield return Macro("FMR_OWN_FREE", (long)NativeVolumeExtent.FreeOwner);
    }

    private static HeaderQuestion Macro(string name, long ours) => new(name, name, name, ours);

    private static IEnumerable<(string Name, long Value)> Literals(Type type) => type
        .GetFields(BindingFlags.Static | BindingFlags.NonPublic)
        .Where(field => field.IsLiteral)
        .Select(field => (field.Name, Number(field.GetRawConstantValue()!)));

    private static long Number(object value) => Convert.ToInt64(value, CultureInfo.InvariantCulture);
}
