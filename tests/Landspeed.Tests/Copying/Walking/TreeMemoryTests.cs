using System.Globalization;
using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Walking;

[Collection(Engine.ProcessWideCollection.Name)]
public class TreeMemoryTests
{
    [Fact]
    public void A_directory_of_two_hundred_thousand_entries_needs_little_memory_and_no_descriptor_stays_open()
    {
        using var volume = new TestVolume("tmpfs", "1G", "rw,nr_inodes=900k");
        Command.Shell($"mkdir '{volume.File("s")}' && cd '{volume.File("s")}' && seq 200000 | xargs touch && mkdir many && cd many && seq 50000 | xargs mkdir");
        TreeCopies.AssertDone(TreeCopies.Copy(volume.File("s/many/1"), volume.File("warm")));
        GC.Collect();
        File.WriteAllText("/proc/self/clear_refs", "5"); // the peak starts anew
        long before = Kilobytes("VmRSS");

        CopyResult result = TreeCopies.Copy(volume.File("s"), volume.File("t"));

        long peak = Kilobytes("VmHWM");
        TreeCopies.AssertDone(result);
        Assert.Equal((200_000, 50_002), (result.FilesCopied, result.Directories));
        Assert.Equal("250002\n", Command.Shell($"find '{volume.File("t")}' | wc -l"));
        Assert.InRange(peak - before, 0, 100 * 1024);
        Assert.DoesNotContain(
            Directory.GetFiles("/proc/self/fd").Select(file => new FileInfo(file).LinkTarget ?? string.Empty),
            opened => opened.StartsWith(volume.Path, StringComparison.Ordinal));
    }

    private static long Kilobytes(string name) => long.Parse(
        File.ReadLines("/proc/self/status").First(line => line.StartsWith(name, StringComparison.Ordinal))
            .Split(':')[1].Replace("kB", string.Empty, StringComparison.Ordinal).Trim(),
        CultureInfo.InvariantCulture);
}
