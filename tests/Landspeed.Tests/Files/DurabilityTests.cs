using Landspeed.Files;
using Landspeed.Testing;

namespace Landspeed.Tests.Files;

public class DurabilityTests(TestVolumes volumes)
{
    private const int MiB = 1024 * 1024;

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void A_flush_leaves_nothing_dirty(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        foreach (FlushScope scope in Enum.GetValues<FlushScope>())
        {
            using StorageFile file = Opened.New(scratch.FilePath($"{scope}"));
            RandomAccess.Write(file.Handle, new byte[MiB], 0);

            Durability.Flush(file, scope);

            Assert.Equal(0, PageResidency.Measure(file, 0, MiB).DirtyBytes);
            Assert.False(file.IsCondemned);
        }

        Durability.FlushDirectory(FilePath.FromText(scratch.Path));
    }

    [Fact]
    public void The_first_failed_flush_condemns_the_file_for_good()
    {
        Capability.RequireRoot();
        using var thin = new ThinVolume();
        using StorageFile file = Opened.New(thin.FilePath("a"));
        RandomAccess.Write(file.Handle, new byte[32 * MiB], 0);

        var first = Assert.Throws<NativeIOException>(() => Durability.Flush(file, FlushScope.Data));
        var second = Assert.Throws<NativeIOException>(() => Durability.Flush(file, FlushScope.DataAndMetadata));

        Assert.True(file.IsCondemned);
        Assert.Equal(first.Error, file.CondemnedBy);
        Assert.Equal(first.Error, second.Error);
        Assert.Throws<NativeIOException>(() => PageCache.Drop(file, TestContext.Current.CancellationToken));
    }

    [Fact]
    public void Of_flushes_at_the_same_time_none_succeeds_over_lost_data()
    {
        const int Threads = 4;
        Capability.RequireRoot();
        using var thin = new ThinVolume();
        using StorageFile file = Opened.New(thin.FilePath("a"));
        RandomAccess.Write(file.Handle, new byte[32 * MiB], 0);
        using var start = new Barrier(Threads);
        var failures = new Exception?[Threads];
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(index => new Thread(() =>
        {
            start.SignalAndWait();
            failures[index] = Record.Exception(() => Durability.Flush(file, FlushScope.Data));
        }))];

        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        Assert.All(failures, failure => Assert.IsType<NativeIOException>(failure));
    }

    [Fact]
    public void Flushing_a_directory_wants_a_directory()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 1);

        Assert.Throws<NativeIOException>(() => Durability.FlushDirectory(scratch.FilePath("a")));
        var missing = Assert.Throws<NativeIOException>(() => Durability.FlushDirectory(scratch.FilePath("none")));
        Assert.Equal(NativeErrorKind.NotFound, missing.Error.Kind);
    }

    [Fact]
    public void A_closed_file_cannot_be_flushed()
    {
        using var scratch = new ScratchDirectory();
        StorageFile file = Opened.New(scratch.FilePath("a"));
        file.Dispose();

        Assert.Throws<ObjectDisposedException>(() => Durability.Flush(file, FlushScope.Data));
        Assert.False(file.IsCondemned);
    }

    /// <summary>An ext4 that believes in 64 MiB while its device can keep 12: writes succeed and the flush
    /// fails.</summary>
    private sealed class ThinVolume : IDisposable
    {
        private readonly ScratchDirectory _scratch = new();

        internal ThinVolume()
        {
            string store = _scratch.File("store");
            string mounted = _scratch.File("mounted");
            Command.Shell(
                $"mkdir '{store}' '{mounted}' && mount -t tmpfs -o size=12M none '{store}'"
                + $" && truncate -s 64M '{store}/image'"
                + $" && PATH=$PATH:/usr/sbin mkfs.ext4 -q -O ^has_journal '{store}/image'"
                + $" && mount -o loop '{store}/image' '{mounted}'");
        }

        public void Dispose()
        {
            Command.Shell($"umount '{_scratch.File("mounted")}'; umount '{_scratch.File("store")}'");
            _scratch.Dispose();
        }

        internal FilePath FilePath(string name) =>
            Landspeed.FilePath.FromText(_scratch.File($"mounted/{name}"));
    }
}
