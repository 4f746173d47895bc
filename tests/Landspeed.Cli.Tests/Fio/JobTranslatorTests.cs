using Landspeed.Cli.Fio;
using Landspeed.Cli.Jobs;
using Landspeed.Experiments;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Fio;

public sealed class JobTranslatorTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("", "--request-size 4KiB --mode buffered --engine synchronous --bytes 64MiB --cold")]
    [InlineData("invalidate=0", "--request-size 4KiB --mode buffered --engine synchronous --bytes 64MiB")]
    [InlineData(
        "rw=randread|bs=8k|direct=1|ioengine=libaio|iodepth=32|runtime=30|time_based",
        "--request-size 8KiB --queue-depth 32 --mode direct --order random --time 30s")]
    [InlineData(
        "rw=randread|blocksize=8k|buffered=0|ioengine=io_uring|runtime=1500ms|size=50%",
        "--request-size 8KiB --queue-depth 1 --mode direct --order random --size 32MiB --time 1500ms --bytes 32MiB")]
    [InlineData(
        "rw=write|bs=1m|iodepth=8|ioengine=posixaio|direct=1|size=1g|end_fsync=1",
        "--write --request-size 1MiB --queue-depth 8 --mode direct --size 1GiB --bytes 1GiB --flush end")]
    [InlineData(
        "rw=randwrite|fdatasync=1|io_size=1m|loops=3",
        "--write --request-size 4KiB --mode buffered --engine synchronous --order random --bytes 3MiB --flush each")]
    [InlineData(
        "rw=write|bs=64k,16k|sync=dsync|refill_buffers",
        "--write --request-size 16KiB --mode buffered --engine synchronous --bytes 64MiB --flush each --touch")]
    [InlineData(
        "rw=randrw|rwmixwrite=30|direct=1",
        "--mix 70:30 --request-size 4KiB --mode direct --engine synchronous --order random --bytes 64MiB")]
    [InlineData(
        "rw=rw|rwmixread=100|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --bytes 64MiB")]
    [InlineData(
        "rw=randread|bssplit=4k/50:8k/:16k/|direct=1",
        "--sizes 4KiB:50,8KiB:25,16KiB:25 --mode direct --engine synchronous --order random --bytes 64MiB")]
    [InlineData(
        "rw=read:12k|direct=1", "--request-size 4KiB --mode direct --engine synchronous --stride 16KiB --bytes 64MiB")]
    [InlineData(
        "rw=read:-8k|direct=1", "--request-size 4KiB --mode direct --engine synchronous --order reverse --bytes 64MiB")]
    [InlineData(
        "rw=read:-16k|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --order reverse --stride 12KiB --bytes 64MiB")]
    [InlineData(
        "rw=randread|random_distribution=zipf:1.2|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --places zipf:1.2 --bytes 64MiB")]
    [InlineData(
        "rw=randread|random_distribution=zoned:80/20:20/80|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --places hot:20:80 --bytes 64MiB")]
    [InlineData(
        "direct=1|numjobs=4|size=16m|offset_increment=16m",
        "--request-size 4KiB --threads 4 --mode direct --engine synchronous --size 64MiB --bytes 64MiB")]
    [InlineData(
        "rw=randread|direct=1|rate_iops=1000|rate_process=poisson|ioengine=libaio|iodepth=64|numjobs=2|io_size=4m",
        "--request-size 4KiB --in-flight 64 --threads 2 --mode direct --rate 2000/s --arrivals poisson --order random "
        + "--bytes 8MiB")]
    [InlineData(
        "rw=randrw|direct=1|rate=1m|runtime=1m|time_based",
        "--mix 50:50 --request-size 4KiB --mode direct --engine synchronous --rate 2097152B/s --order random "
        + "--time 60s")]
    [InlineData(
        "rw=randrw|direct=1|ioengine=libaio|iodepth=32|rate_iops=2000,500|numjobs=2|runtime=1m|time_based",
        "--request-size 4KiB --in-flight 32 --threads 2 --mode direct --rate 4000/s:1000/s --order random --time 60s")]
    [InlineData(
        "rw=rw|rwmixread=70|direct=1|rate=1m|runtime=1m|time_based",
        "--request-size 4KiB --in-flight 2 --mode direct --rate 1048576B/s:1048576B/s --time 60s")]
    [InlineData(
        "direct=1|runtime=10m|time_based|steadystate=iops:5%|ss_dur=30",
        "--request-size 4KiB --mode direct --engine synchronous --time 600s --until steady=5%/30s")]
    [InlineData(
        "kb_base=1000|bs=4k|direct=1|size=1m",
        "--request-size 4000 --mode direct --engine synchronous --size 1000000 --bytes 1000000")]
    [InlineData(
        "bs=8k|kb_base=1024|clocksource=cpu|disk_util=1|cpus_allowed_policy=split|direct=1",
        "--request-size 8KiB --mode direct --engine synchronous --bytes 64MiB")]
    [InlineData("bs=8k|bs=,64k|direct=1", "--request-size 8KiB --mode direct --engine synchronous --bytes 64MiB")]
    [InlineData(
        "rw=write|bs=64k,|rate=1m,|direct=1",
        "--write --request-size 4KiB --mode direct --engine synchronous --bytes 64MiB")]
    [InlineData(
        "rw=rw|rwmixwrite=10|rwmixread=70|direct=1",
        "--mix 70:30 --request-size 4KiB --mode direct --engine synchronous --bytes 64MiB")]
    [InlineData(
        "buffered=0|direct=0|invalidate=0",
        "--request-size 4KiB --mode buffered --engine synchronous --bytes 64MiB")]
    [InlineData(
        "size=10000|io_size=20000|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --size 12KiB --bytes 20KiB")]
    [InlineData(
        "runtime=30|time_based", "--request-size 4KiB --mode buffered --engine synchronous --time 30s")]
    [InlineData(
        "rate=1m|rate_iops=0|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --rate 1048576B/s --bytes 64MiB")]
    [InlineData(
        "size=1m|loops=2000000000|numjobs=256|direct=1|offset_increment=1m",
        "--request-size 4KiB --threads 256 --mode direct --engine synchronous --size 256MiB --bytes 488281.25TiB")]
    [InlineData(
        "filesize=64m|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --size 64MiB --bytes 64MiB")]
    [InlineData(
        "direct=1|ioengine=libaio|iodepth=4|thinktime=2500",
        "--request-size 4KiB --queue-depth 1 --think 2500us --mode direct --bytes 64MiB")]
    [InlineData(
        "direct=1|iodepth=4|thinktime=1s|thinktime_blocks=4|thinktime_blocks_type=issue",
        "--request-size 4KiB --think 1000000us/4 --mode direct --engine synchronous --bytes 64MiB")]
    [InlineData(
        "direct=1|thinktime=0|thinktime_blocks=4",
        "--request-size 4KiB --mode direct --engine synchronous --bytes 64MiB")]
    [InlineData(
        "offset=16m|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --offset 16MiB --bytes 48MiB")]
    [InlineData(
        "offset=50%|size=50%|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --offset 32MiB --bytes 32MiB")]
    [InlineData(
        "offset=25%|size=50%|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --offset 16MiB --size 48MiB --bytes 32MiB")]
    [InlineData(
        "offset=16m|filesize=32m|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --offset 16MiB --size 32MiB --bytes 16MiB")]
    [InlineData(
        "offset=16m|filesize=32m|size=16m|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --offset 16MiB --size 32MiB --bytes 16MiB")]
    [InlineData(
        "offset=16m|size=100k|bs=64k|direct=1",
        "--request-size 64KiB --mode direct --engine synchronous --offset 16MiB --size 16512KiB --bytes 128KiB")]
    [InlineData(
        "rw=randread|size=100k|bs=64k|direct=1",
        "--request-size 64KiB --mode direct --engine synchronous --order random --size 64KiB --bytes 64KiB")]
    [InlineData(
        "offset=1m|size=4000000t|offset_increment=4000000t|numjobs=256|direct=1",
        "--request-size 4KiB --threads 256 --mode direct --engine synchronous --offset 1MiB "
        + "--size 9223372036854775807 --bytes 9223372036854775807")]
    [InlineData(
        "offset_increment=1m|size=64m|direct=1",
        "--request-size 4KiB --mode direct --engine synchronous --size 64MiB --bytes 64MiB")]
    [InlineData(
        "offset=1%|size=1m|direct=1|bs=64k", // 671,088.64 bytes go up to 11 requests
        "--request-size 64KiB --mode direct --engine synchronous --offset 704KiB --size 1728KiB --bytes 1MiB")]
    [InlineData(
        "offset=100m|size=1m|offset_increment=1m|numjobs=3|direct=1",
        "--request-size 4KiB --threads 3 --mode direct --engine synchronous --offset 100MiB --size 103MiB "
        + "--bytes 3MiB")]
    public void A_job_becomes_words(string options, string expected) =>
        Assert.Equal($"measure old.dat {expected}", string.Join(' ', Translate(options).Words));

    [Theory]
    [InlineData("", "reads.0.0")]
    [InlineData("directory=/mnt", "/mnt/reads.0.0")]
    [InlineData("filename=a.dat", "a.dat")]
    [InlineData(@"filename=a\:b", "a:b")]
    [InlineData("filename=-x", "./-x")]
    [InlineData("directory=d|filename=a.dat", "d/a.dat")]
    [InlineData("filename_format=$jobname-$filenum.dat", "reads-0.dat")]
    public void The_file_has_the_name_that_fio_gives_it(string options, string expected) =>
        Assert.Equal(expected, Translate($"{options}|size=1m", file: null).Words[1]);

    [Fact]
    public void Jobs_with_a_file_each_share_one_as_large_as_all()
    {
        TranslatedJob job = Translate("numjobs=4|size=16m|direct=1", file: null);

        Assert.Equal(
            "measure reads.0.0 --request-size 4KiB --threads 4 --mode direct --engine synchronous --size 64MiB "
            + "--bytes 64MiB",
            string.Join(' ', job.Words));
        Assert.Equal(
            ["fio gives each of its 4 jobs a file; here 4 threads share one, as large as those together"],
            job.Differences);
    }

    [Theory]
    [InlineData("rw=randread", "fio uses each place once before any comes again")]
    [InlineData("rw=randread|softrandommap=1", "fio uses each place once before any comes again")]
    [InlineData("rw=read:8k", "fio ends after a pass, or begins it at the same places again")]
    [InlineData("rw=read:-8k", "fio begins at the start, and then goes backwards from the end")]
    [InlineData("rw=write|sync=1", "fio writes with O_SYNC, here with O_DSYNC")]
    [InlineData("rw=write|fsync=1", "fio calls fsync after each write")]
    [InlineData("ioengine=io_uring|iodepth=8|iodepth_low=1|iodepth_batch=4", "fio submits and reaps several requests")]
    [InlineData("ioengine=libaio|iodepth=8", "without direct I/O libaio waits in each submission")]
    [InlineData("thinktime=1ms|thinktime_spin=1ms", "fio keeps a CPU busy in a part of each pause")]
    [InlineData(
        "direct=1|ioengine=libaio|iodepth=4|thinktime=1ms",
        "fio waits for all requests in flight before each pause, so here one is in flight")]
    [InlineData("runtime=1|time_based", "fio drops the file from the page cache before its first pass")]
    public void What_fio_does_otherwise_is_named(string options, string expected) =>
        Assert.StartsWith(expected, Assert.Single(Translate(options).Differences), StringComparison.Ordinal);

    [Fact]
    public void A_job_may_have_a_name_with_a_dollar()
    {
        File.WriteAllLines(_scratch.File("jobs"), ["[job$x]", "size=64k"]);

        TranslatedJob job = JobTranslator.Translate(
            JobFile.Read(_scratch.FilePath("jobs"), _ => null)[0], null, _ => null);

        Assert.Equal("job$x.0.0", job.Words[1]);
    }

    [Theory]
    [InlineData("rw=write|size=1m", "reserve")]
    [InlineData("rw=write|size=1m|fallocate=none", "length")]
    [InlineData("rw=randwrite|size=1m|overwrite=1", null)]
    [InlineData("rw=randrw|size=1m", null)]
    public void A_new_file_of_writes_holds_what_fio_leaves_in_it(string options, string? expected)
    {
        string[] words = [.. Translate(options, "new.dat").Words];

        Assert.Equal(expected, words.SkipWhile(word => word != "--preallocate").Skip(1).FirstOrDefault());
    }

    [Theory]
    [InlineData("rw=trim", "line 2: rw=trim: it neither reads nor writes")]
    [InlineData("rw=randread:8", "line 2: rw=randread:8: what is behind the colon")]
    [InlineData("rw=randread:-1", "line 2: rw=randread:-1: what is behind the colon")]
    [InlineData("rw=read:-4k", "line 2: rw=read:-4k: the gap is too small")]
    [InlineData("bs=4q", "line 2: bs=4q: it is not the size of a request")]
    [InlineData("rw=rw|bs=4k,64k", "line 3: bs=4k,64k: reads and writes of a mix have the same sizes")]
    [InlineData("bssplit=4k/60:64k/60", "line 2: bssplit=4k/60:64k/60: sizes have whole percent")]
    [InlineData("ioengine=mmap", "line 2: ioengine=mmap: only sync, ")]
    [InlineData("filename=a:b", "line 2: filename=a:b: it names several")]
    [InlineData("nrfiles=4", "nrfiles is more than 1")]
    [InlineData("size=101%", "line 2: size=101%: it is 1% to 100%")]
    [InlineData("size=x", "line 2: size=x: it is not a size")]
    [InlineData("offset=100%", "line 2: offset=100%: it is not a size, or 0% to 99%")]
    [InlineData("offset=x", "line 2: offset=x: it is not a size")]
    [InlineData("offset=8e", "line 2: offset=8e: it is not a size")]
    [InlineData("offset=64m", "line 2: offset=64m: it is not before the end of the file")]
    [InlineData("filename=new.dat|offset=10%|size=1m", "line 3: offset=10%: there is no file yet")]
    [InlineData("size=1.5m", "line 2: size=1.5m: it is not a size")]
    [InlineData("bs=0", "line 2: bs=0: it is not the size of a request")]
    [InlineData("numjobs=300", "line 2: numjobs=300: it is not a whole number from 1 to 256")]
    [InlineData("rw=rw|rwmixread=150", "line 3: rwmixread=150: it is not a whole number from 0 to 100")]
    [InlineData("rw=read:--8k", "line 2: rw=read:--8k: what is behind the colon")]
    [InlineData("rw=write|sync=maybe", "line 3: sync=maybe: it is none, sync or dsync")]
    [InlineData("rw=write|verify=md5|do_verify=0|verify_only=1", "line 5: verify_only=1: it has no counterpart")]
    [InlineData("filename=x$ncpus", "line 2: filename=x$ncpus: words that stand for others")]
    [InlineData("filename=x-{rank}", "line 2: filename=x-{rank}: words that stand for others")]
    [InlineData("filename=a|directory=", "line 3: directory=: it names nothing")]
    [InlineData("bs=4k|kb_base=1000", "line 3: kb_base=1000: fio has read the sizes above it")]
    [InlineData("bssplit=4k/9000000000000000000:8k/9000000000000000000", "sizes have whole percent")]
    [InlineData("rw=randrw|rate=1m,", "line 3: rate=1m,: one direction of the mix has no rate")]
    [InlineData("numjobs=2|offset_increment=1m", "line 3: offset_increment=1m: it is not the size of a job's part")]
    [InlineData("numjobs=2|offset_increment=20%", "line 3: offset_increment=20%: it is not a size")]
    [InlineData("time_based", "time_based needs runtime")]
    [InlineData("runtime=x", "line 2: runtime=x: it is not a time")]
    [InlineData("iodepth=many", "line 2: iodepth=many: it is not a whole number from 1 to 4096")]
    [InlineData("direct=yes", "line 2: direct=yes: it is 0 or 1")]
    [InlineData("rw=write|fsync=32", "line 3: fsync=32: here each write is made durable")]
    [InlineData("rate_iops=100|rate_process=bursty", "line 3: rate_process=bursty: it is linear or poisson")]
    [InlineData("rw=randread|random_distribution=pareto:0.9", "line 3: random_distribution=pareto:0.9: only random")]
    [InlineData("steadystate=bw:1000", "line 2: steadystate=bw:1000: only bw:PCT%")]
    [InlineData("thinktime=x", "line 2: thinktime=x: it is not a time")]
    [InlineData("thinktime=200h", "line 2: thinktime=200h: it is longer than a week")]
    [InlineData("thinktime=1ms|rate_iops=10", "line 2: thinktime=1ms: there is a rate, too")]
    [InlineData("thinktime=1ms|thinktime_iotime=1s", "line 2: thinktime=1ms: here a pause follows requests")]
    [InlineData("thinktime=1|thinktime_blocks=x", "line 3: thinktime_blocks=x: it is not a whole number from 0")]
    [InlineData("size=1m|filesize=2m|offset=512k", "line 3: filesize=2m: it does not end where size does")]
    [InlineData("filesize=2%", "line 2: filesize=2%: it is not a size")]
    [InlineData(
        "direct=1|ioengine=libaio|iodepth=4|thinktime=1ms|thinktime_blocks=8",
        "line 5: thinktime=1ms: fio waits for all requests in flight before it pauses")]
    [InlineData(
        "direct=1|ioengine=libaio|iodepth=4|thinktime=1ms|thinktime_blocks_type=issue",
        "line 5: thinktime=1ms: fio waits for all requests in flight before it pauses")]
    [InlineData("rw=write|verify=crc32c", "line 3: verify=crc32c: use --write --verify-blocks")]
    [InlineData("zonemode=zbd", "line 2: zonemode=zbd: it has no counterpart")]
    [InlineData("exec_prerun=rm -rf x", "line 2: exec_prerun=rm -rf x: it has no counterpart")]
    public void What_has_no_counterpart_is_refused_with_its_line(string options, string expected)
    {
        bool named = options.Contains("filename", StringComparison.Ordinal);

        ExperimentException refused =
            Assert.Throws<ExperimentException>(() => Translate(options, named ? null : "old.dat"));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(expected, refused.Message, StringComparison.Ordinal);
        Assert.StartsWith(
            $"{_scratch.File("jobs")}, line 1, [reads] cannot be measured", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void All_that_is_refused_is_named_at_once_up_to_five()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => Translate("a=1|b=2|c=3|d=4|e=5|f=6|g=7"));

        Assert.Contains("line 2: a=1: ", refused.Message, StringComparison.Ordinal);
        Assert.Contains("line 6: e=5: ", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith("; and 2 more", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_missing_file_needs_a_size()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => Translate("rw=read", "new.dat"));

        Assert.Contains(
            "there is no file 'new.dat' yet, and size does not say", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_changes_nothing_and_what_fio_does_otherwise_is_named()
    {
        TranslatedJob job = Translate(
            "thread|group_reporting=1|write_bw_log=x|log_avg_msec=500|ramp_time=5|runtime=1|time_based|zero_buffers"
            + "|rwmixread=70|rw=write|verify=md5|do_verify=0|verify_fatal=1|unlink=1");

        Assert.Equal(
            ["thread", "group_reporting", "write_bw_log", "log_avg_msec", "rwmixread", "verify_fatal"], job.Ignored);
        Assert.Equal(
            [
                "ramp_time: the warm-up that is left out of the numbers has a length of its own here",
                "fio removes the file at the end, here it stays",
                "what is written does not compress and has no pattern here",
                "fio writes a checksum into each block",
            ],
            job.Differences);
    }

    // old.dat has 64 MiB; nothing else exists.
    private TranslatedJob Translate(string options, string? file = "old.dat")
    {
        File.WriteAllLines(_scratch.File("jobs"), ["[reads]", .. options.Split('|')]);
        JobSection job = Assert.Single(JobFile.Read(_scratch.FilePath("jobs"), _ => null));
        return JobTranslator.Translate(job, file, name => name == "old.dat" ? 64 << 20 : null);
    }
}
