using Landspeed.Cli.Diskspd;
using Landspeed.Cli.Jobs;
using Landspeed.Experiments;

namespace Landspeed.Cli.Tests.Diskspd;

/// <summary>
/// No program runs here: DiskSpd is one of Windows. The meanings are those of its own parser and help.
/// </summary>
public sealed class DiskspdTranslatorTests
{
    [Theory]
    [InlineData("", "--request-size 64KiB --queue-depth 2 --mode buffered --time 10s")]
    [InlineData("diskspd.exe", "--request-size 64KiB --queue-depth 2 --mode buffered --time 10s")]
    [InlineData(@"C:\tools\DiskSpd64.EXE –b4K", "--request-size 4KiB --queue-depth 2 --mode buffered --time 10s")]
    [InlineData(
        "-b8K -d30 -o4 -t8 -h -r -w25 -L -Zr",
        "--mix 75:25 --request-size 8KiB --queue-depth 4 --threads 8 --mode direct --order random --time 30s "
        + "--flush each --touch")]
    [InlineData(
        "-b4K -w100 -Su -d5", "--write --request-size 4KiB --queue-depth 2 --mode direct --time 5s")]
    [InlineData("-S -w0", "--request-size 64KiB --queue-depth 2 --mode direct --time 10s")]
    [InlineData("-Sw -w", "--request-size 64KiB --queue-depth 2 --mode buffered --time 10s")]
    [InlineData("-Suw -w100", "--write --request-size 64KiB --queue-depth 2 --mode direct --time 10s --flush each")]
    [InlineData("-w100 -Sbw", "--write --request-size 64KiB --queue-depth 2 --mode buffered --time 10s --flush each")]
    [InlineData(
        "-b4K -F8 -O16 -r4K",
        "--request-size 4KiB --queue-depth 16 --threads 8 --mode buffered --order random --time 10s")]
    [InlineData("-b4K -r1b", "--request-size 4KiB --queue-depth 2 --mode buffered --order random --time 10s")]
    [InlineData("-rdpct90/10", "--request-size 64KiB --queue-depth 2 --mode buffered --places hot:10:90 --time 10s")]
    [InlineData(
        "-r -rdpct80/20:20/80", "--request-size 64KiB --queue-depth 2 --mode buffered --places hot:20:80 --time 10s")]
    [InlineData(
        "-b64K -s128K", "--request-size 64KiB --queue-depth 2 --mode buffered --stride 128KiB --time 10s")]
    [InlineData("-b64K -s4b", "--request-size 64KiB --queue-depth 2 --mode buffered --stride 256KiB --time 10s")]
    [InlineData(
        "-c2G -b4K -F8 -T1b -s8b -o32 -d60 -Sh",
        "--request-size 4KiB --queue-depth 32 --threads 8 --mode direct --size 2GiB --time 60s")]
    [InlineData("-si -t4", "--request-size 64KiB --queue-depth 2 --threads 4 --mode buffered --time 10s")]
    [InlineData(
        "-B1M -f3G", "--request-size 64KiB --queue-depth 2 --mode buffered --offset 1MiB --size 3GiB --time 10s")]
    [InlineData(
        "-B0 -c3G -f100b -fr", "--request-size 64KiB --queue-depth 2 --mode buffered --size 6.25MiB --time 10s")]
    [InlineData(
        "-g1024 -t2 -o8",
        "--request-size 64KiB --in-flight 8 --threads 2 --rate 2048000B/s --mode buffered --time 10s")]
    [InlineData("-g50i -t3", "--request-size 64KiB --in-flight 2 --threads 3 --rate 150/s --mode buffered --time 10s")]
    [InlineData(
        "-o1 -i8 -j10", "--request-size 64KiB --queue-depth 1 --think 10ms/8 --mode buffered --time 10s")]
    public void A_command_line_becomes_words(string line, string expected) =>
        Assert.Equal($"measure old.dat {expected}", string.Join(' ', Translate($"{line} old.dat").Words));

    [Theory]
    [InlineData("-b4K a.dat", null, "a.dat")]
    [InlineData("-b4K \"a b.dat\"", null, "a b.dat")]
    [InlineData("-b4K a.dat", "old.dat", "old.dat")]
    [InlineData(@"-b4K C:\a.dat", "old.dat", "old.dat")]
    [InlineData("-b4K #1", "old.dat", "old.dat")]
    [InlineData("-b4K a.dat b.dat", "old.dat", "old.dat")]
    [InlineData("-b4K", "-old.dat", "./-old.dat")]
    public void A_file_in_front_replaces_that_of_the_line(string line, string? file, string expected) =>
        Assert.Equal(expected, Translate(line, file).Words[1]);

    [Theory]
    [InlineData("-a0,1", "-a0,1")]
    [InlineData("-L -D500 -Rxml -v -n -x", "-L -D500 -Rxml -v -n -x")]
    [InlineData("-l -I1 -C5 -P -z7 -eDISK_IO", "-l -I1 -C5 -P -z7 -eDISK_IO")]
    [InlineData("-frs -b4K", "-frs")]
    public void What_changes_nothing_is_named(string line, string expected) =>
        Assert.Equal(expected, string.Join(' ', Translate($"{line} old.dat").Ignored));

    [Theory]
    [InlineData("-W60", "-W: the warm-up")]
    [InlineData("-g10", "DiskSpd delays requests until its mean rate fits")]
    [InlineData("-rdpct90/10", "DiskSpd's hot places are at the start of the file")]
    [InlineData("-t4", "each of DiskSpd's 4 threads goes through the file, here each through its part")]
    [InlineData("-t4 -si", "DiskSpd's 4 threads take turns")]
    [InlineData("-t4 -T64K -s256K", "DiskSpd's 4 threads take turns")]
    [InlineData("-w100", "DiskSpd writes a pattern that repeats")]
    [InlineData("-w100 -Z", "DiskSpd writes zeros")]
    [InlineData("-w100 -Z1G", "DiskSpd writes the same random data again and again")]
    [InlineData("-w100 -Z1M,x.bin", "DiskSpd writes what is in a file")]
    public void What_is_done_otherwise_is_named(string line, string expected) =>
        Assert.StartsWith(expected, Assert.Single(Translate($"{line} old.dat").Differences), StringComparison.Ordinal);

    [Theory]
    [InlineData("-b4K", "it names no file")]
    [InlineData("", "it names no file")]
    [InlineData("a.dat b.dat", "it names several files")]
    [InlineData(@"C:\a.dat", @"'C:\a.dat' is on a drive of Windows")]
    [InlineData("#1", "'#1' is on a drive of Windows")]
    [InlineData("old.dat -b4K", "'-b4K' stands behind the file")]
    [InlineData("new.dat", "there is no file 'new.dat' yet, and -c does not say")]
    [InlineData("-b0 old.dat", "the block size, -b, is not the size of a request")]
    [InlineData("-b4b old.dat", "-b4b: it is not a size")]
    [InlineData("-b4.5K old.dat", "-b4.5K: it is not a size")]
    [InlineData("-B99999999999999999999 old.dat", "-B99999999999999999999: it is not a size")]
    [InlineData("-B9223372036854775807 old.dat", "it is not a size")]
    [InlineData("-o0 old.dat", "-o0: it is not a whole number from 1 to 4096")]
    [InlineData("-t257 old.dat", "-t257: it is not a whole number from 1 to 256")]
    [InlineData("-d0 old.dat", "-d0: it is not a whole number from 1 to 604800")]
    [InlineData("-w101 old.dat", "-w101: it is not a whole number from 0 to 100")]
    [InlineData("-F2 -t2 old.dat", "-t2: it contradicts -F2")]
    [InlineData("-g0 old.dat", "-g0: it is neither bytes per millisecond nor")]
    [InlineData("-gi old.dat", "-gi: it is neither bytes per millisecond nor")]
    [InlineData("-o1 -i4 old.dat", "-i4: bursts need both -i and -j")]
    [InlineData("-o1 -j4 old.dat", "-j4: bursts need both -i and -j")]
    [InlineData("-o2 -i4 -j4 old.dat", "-j4: here each request in flight pauses by itself")]
    [InlineData("-o1 -g5 -i4 -j4 old.dat", "-j4: here each request in flight pauses by itself")]
    [InlineData("-Sm old.dat", "-Sm: files are not mapped here")]
    [InlineData("-Sr old.dat", "-Sr: it is one or more of b, h, u, w")]
    [InlineData("-rs50 old.dat", "-rs50: requests are all at random, or all in order")]
    [InlineData("-b8K -r4K old.dat", "-r4K: places are as far apart as requests are long")]
    [InlineData("-rdabs10/1G old.dat", "-rdabs10/1G: only two ranges in percent")]
    [InlineData("-rdpct90/10:5/20 old.dat", "only two ranges in percent")]
    [InlineData("-b64K -s100K old.dat", "-s100K: the stride is not a multiple of the block size")]
    [InlineData("-s0 old.dat", "-s0: the stride is not a multiple of the block size")]
    [InlineData("-p old.dat", "-p: it has no counterpart")]
    [InlineData("-Xa.xml old.dat", "-Xa.xml: it has no counterpart")]
    [InlineData("-yrgo old.dat", "-yrgo: it has no counterpart")]
    [InlineData("- old.dat", "-: it has no counterpart")]
    public void What_has_no_counterpart_is_refused_with_its_word(string line, string expected)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => Translate(line));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.StartsWith("--diskspd: ", refused.Message, StringComparison.Ordinal);
        Assert.Contains(expected, refused.Message, StringComparison.Ordinal);
    }

    private static TranslatedJob Translate(string line, string? file = null) =>
        DiskspdTranslator.Translate(line, file, name => name == "new.dat" ? null : 64 << 20);
}
