using System.Diagnostics;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Tests;

public sealed class AtomicFileTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Target => _scratch.File("target");

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(5)]
    [InlineData((9 << 20) + 3)]
    public async Task It_has_the_new_content_and_nothing_lies_beside_it(int length)
    {
        byte[] bytes = new byte[length];
        new Random(length).NextBytes(bytes);

        AtomicFile.Replace(Target, stream => stream.Write(bytes));
        Assert.Equal(bytes, File.ReadAllBytes(Target));
        File.WriteAllText(Target, "old");
        await AtomicFile.ReplaceAsync(
            Target, (stream, token) => stream.WriteAsync(bytes, token).AsTask(), cancellationToken: Token);

        Assert.Equal(bytes, File.ReadAllBytes(Target));
        Assert.Equal([Target], Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_writer_may_close_the_stream()
    {
        AtomicFile.Replace(Target, stream =>
        {
            using var writer = new StreamWriter(stream);
            writer.Write("all of it");
        });

        Assert.Equal("all of it", File.ReadAllText(Target));
    }

    [Fact]
    public void A_new_file_has_the_permissions_of_any_new_file_or_those_asked_for()
    {
        File.WriteAllText(_scratch.File("usual"), "a");
        AtomicFile.Replace(Target, stream => stream.WriteByte(1));
        Assert.Equal(ModeOf(_scratch.File("usual")), ModeOf(Target));

        const UnixFileMode Asked = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead;
        AtomicFile.Replace(
            _scratch.File("private"), stream => stream.WriteByte(1), new() { UnixCreateMode = Asked });
        Assert.Equal("640\n", ModeOf(_scratch.File("private")));
    }

    [Fact]
    public void Permissions_and_owner_stay_and_other_names_keep_the_old_content()
    {
        File.WriteAllText(Target, "old");
        Command.Shell($"cd '{_scratch.Path}' && ln target other && chown 1234:4321 target && chmod 6751 target");

        AtomicFile.Replace(Target, stream => stream.Write("new"u8));

        Assert.Equal("6751 1234 4321\n", Command.Shell($"stat -c '%a %u %g' '{Target}'"));
        Assert.Equal("old", File.ReadAllText(_scratch.File("other")));
    }

    [Fact]
    public void A_symbolic_link_stays_and_leads_to_the_new_content()
    {
        Directory.CreateDirectory(_scratch.File("elsewhere"));
        File.WriteAllText(_scratch.File("elsewhere/real"), "old");
        File.CreateSymbolicLink(Target, "elsewhere/real");

        AtomicFile.Replace(Target, stream => stream.Write("new"u8));

        Assert.Equal("elsewhere/real", new FileInfo(Target).LinkTarget);
        Assert.Equal("new", File.ReadAllText(_scratch.File("elsewhere/real")));
        Assert.Single(Directory.GetFileSystemEntries(_scratch.File("elsewhere")));
    }

    [Fact]
    public async Task What_the_writer_throws_is_thrown_and_nothing_has_changed()
    {
        File.WriteAllText(Target, "old");
        var failure = new InvalidOperationException("mine");

        Assert.Same(failure, Assert.Throws<InvalidOperationException>(() => AtomicFile.Replace(Target, stream =>
        {
            stream.Write(new byte[1_000_000]);
            throw failure;
        })));
        using var stop = new CancellationTokenSource();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => AtomicFile.ReplaceAsync(
            Target,
            async (stream, token) =>
            {
                await stream.WriteAsync(new byte[1_000_000], token);
                await stop.CancelAsync();
            },
            cancellationToken: stop.Token));

        Assert.Equal("old", File.ReadAllText(Target));
        Assert.Equal([Target], Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_full_volume_is_an_error_even_if_the_writer_did_not_mind(bool isCaught)
    {
        using var volume = new TestVolume("ext4", "24M");
        string target = volume.File("target");
        File.WriteAllText(target, "old");
        string[] before = Directory.GetFileSystemEntries(volume.Path);

        var full = Assert.Throws<NativeIOException>(() => AtomicFile.Replace(target, stream =>
        {
            try
            {
                for (int written = 0; written < 64; written++)
                {
                    stream.Write(new byte[1 << 20]);
                }

                stream.Flush();
            }
            catch (IOException) when (isCaught)
            {
            }
        }));

        Assert.Equal(28, full.HResult);
        Assert.Equal("old", File.ReadAllText(target));
        Assert.Equal(before, Directory.GetFileSystemEntries(volume.Path));
    }

    [Fact]
    public void What_a_killed_process_left_is_removed_by_the_next_replacement()
    {
        var place = FilePath.FromText(_scratch.Path);
        using (OpenDirectory directory = OpenDirectory.Holding(place))
        {
            var final = new DirectoryEntry(directory, FilePath.FromText("target"));
            using WholeReplacement left = WholeReplacement.Begin(final, UnpublishedFile.OwnerOnly);
            left.Part.Keep();
        }

        Assert.EndsWith(".landspeed-part", Assert.Single(Directory.GetFileSystemEntries(_scratch.Path)));
        File.WriteAllText(_scratch.File(".target.0123456789abcdef.landspeed-part"), "not ours");
        AtomicFile.Replace(Target, stream => stream.WriteByte(1));

        Assert.Equal(
            [_scratch.File(".target.0123456789abcdef.landspeed-part"), Target],
            Directory.GetFileSystemEntries(_scratch.Path).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Whoever_reads_meanwhile_sees_one_content_as_a_whole()
    {
        AtomicFile.Replace(Target, stream => stream.Write(Content(0)));
        int running = 3;
        Task[] writers = [.. Enumerable.Range(1, running).Select(writer => Task.Run(
            () =>
            {
                for (int round = 0; round < 20; round++)
                {
                    AtomicFile.Replace(Target, stream => stream.Write(Content((byte)writer)));
                }

                Interlocked.Decrement(ref running);
            },
            Token))];

        int seen = 0;
        do
        {
            byte[] found = File.ReadAllBytes(Target);
            Assert.Equal(Content(found[0]), found);
            seen++;
        }
        while (Volatile.Read(ref running) > 0);

        await Task.WhenAll(writers);
        Assert.True(seen > 1);
        Assert.Equal([Target], Directory.GetFileSystemEntries(_scratch.Path));

        static byte[] Content(byte writer) => [.. Enumerable.Repeat(writer, 100_000 + (writer * 7919))];
    }

    [Fact]
    public void A_running_program_can_be_replaced()
    {
        // Neither program is started while this process, or a child that another test starts just then, holds it open
        // for writing: another process makes the first, and a shell reads the second.
        Command.Run("cp", ["/bin/sleep", Target]);
        using Process running = ChildProcess.Start(new ProcessStartInfo(Target, ["30"]));

        AtomicFile.Replace(Target, stream => stream.Write("echo new\n"u8));

        Assert.Equal("new\n", Command.Run("/bin/sh", [Target]).Output);
        Assert.False(running.HasExited);
        running.Kill();
        running.WaitForExit();
    }

    [Fact]
    public void What_is_no_file_is_refused_as_File_does()
    {
        static void Write(SequentialWriteStream stream) => Assert.Fail("nothing is to be written");
        Command.Shell($"cd '{_scratch.Path}' && mkfifo fifo && echo old >fixed && chattr +i fixed");
        try
        {
            Assert.Throws<DirectoryNotFoundException>(() => AtomicFile.Replace(_scratch.File("missing/a"), Write));
            Assert.Throws<UnauthorizedAccessException>(() => AtomicFile.Replace(_scratch.Path, Write));
            Assert.Throws<NotRegularFileException>(() => AtomicFile.Replace(_scratch.File("fifo"), Write));
            Assert.Throws<UnauthorizedAccessException>(() => AtomicFile.Replace(_scratch.File("fixed"), Write));
            Assert.Throws<PathTooLongException>(() => AtomicFile.Replace(_scratch.File(new string('x', 300)), Write));
            Assert.Throws<ArgumentException>(
                "options", () => AtomicFile.Replace(Target, Write, new SequentialFileOptions { DeleteOnClose = true }));
            Assert.Throws<ArgumentNullException>("write", () => AtomicFile.Replace(Target, null!));
        }
        finally
        {
            Command.Shell($"chattr -i '{_scratch.File("fixed")}'");
        }

        Assert.Equal("old\n", File.ReadAllText(_scratch.File("fixed")));
        Assert.Equal(2, Directory.GetFileSystemEntries(_scratch.Path).Length);
    }

    [Fact]
    public void An_error_at_any_operation_leaves_the_old_content_or_the_new_one()
    {
        const FaultOperations Counted = FaultOperations.Steps | FaultOperations.Lookups;
        string backing = Directory.CreateDirectory(_scratch.File("backing")).FullName;
        using var mount = new FaultMount(backing);
        string target = Path.Combine(mount.Path, "target");
        File.WriteAllText(target, "old");
        long operations = Operations(mount, Counted, () => Replace(target, "old"));
        Assert.InRange(operations, 8, 200);

        int refused = 0;
        for (int nth = 1; nth <= operations; nth++)
        {
            mount.Arm(new FaultRule(Counted, FaultAction.Deny(Errno.EIO), nth));
            Exception? failure = Record.Exception(() => Replace(target, "new"));
            mount.Clear();

            string found = File.ReadAllText(Path.Combine(backing, "target"));
            bool isNamed = failure is null or NativeIOException { Operation: "flush the directory" };
            Assert.Equal(isNamed ? "new" : "old", found);
            Assert.True(failure is null or IOException, $"at {nth}: {failure}");
            refused += failure is null ? 0 : 1;
            Replace(target, "old");
        }

        Assert.InRange(refused, 6, operations);
        Assert.Equal(["target"], Directory.GetFileSystemEntries(backing).Select(Path.GetFileName));
    }

    private static string ModeOf(string path) => Command.Shell($"stat -c %a '{path}'");

    private static void Replace(string target, string content) => AtomicFile.Replace(target, stream =>
    {
        using var writer = new StreamWriter(stream);
        writer.Write(content);
    });

    private static long Operations(FaultMount mount, FaultOperations counted, Action action)
    {
        ArmedRule count = mount.Arm(FaultRule.Counting(counted));
        action();
        long operations = count.Count;
        mount.Clear();
        return operations;
    }
}
