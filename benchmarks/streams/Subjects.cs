using Landspeed;
using Landspeed.Files;

namespace StreamsBenchmark;

/// <summary>The ways that are compared: FileStream and ours, at the same sizes of the caller's buffer.</summary>
internal sealed class Subjects(string source, string target, long length)
{
    private static readonly int[] s_buffers = [4096, 64 * 1024, 1024 * 1024];
    private readonly byte[] _memory = new byte[1024 * 1024];

    internal IEnumerable<Subject> All()
    {
        new Random(1).NextBytes(_memory);
        foreach (Group group in new[] { Group.ColdRead, Group.WarmRead })
        {
            yield return new(group, "ReadBlocks", 0, true, ReadBlocks);
            yield return new(group, "CopyTo(Stream.Null)", 0, true, () => Copy(SequentialFile.OpenRead(source)));
            foreach (int buffer in s_buffers)
            {
                yield return new(group, "FileStream.Read", buffer, false, () => Read(Framework(buffer), buffer));
                yield return new(group, "FileStream.ReadAsync", buffer, false, () => ReadAsync(Framework(buffer), buffer).Result);
                yield return new(group, "SequentialFile.Read", buffer, true, () => Read(SequentialFile.OpenRead(source), buffer));
                yield return new(
                    group, "SequentialFile.ReadAsync", buffer, true, () => ReadAsync(SequentialFile.OpenRead(source), buffer).Result);
            }
        }

        yield return new(Group.Write, "BlockWriter", 0, true, WriteBlocks);
        foreach (int buffer in s_buffers)
        {
            yield return new(Group.Write, "FileStream.Write", buffer, false, () => Write(FrameworkTarget(buffer), buffer));
            yield return new(Group.Write, "FileStream.WriteAsync", buffer, false, () => WriteAsync(FrameworkTarget(buffer), buffer).Result);
            yield return new(Group.Write, "SequentialFile.Write", buffer, true, () => Write(SequentialFile.Create(target), buffer));
            yield return new(
                Group.Write, "SequentialFile.WriteAsync", buffer, true, () => WriteAsync(SequentialFile.Create(target), buffer).Result);
        }
    }

    /// <summary>Brings the group's file into the state that it begins with.</summary>
    internal void Prepare(Group group)
    {
        if (group == Group.Write)
        {
            File.Delete(target);
            return;
        }

        if (group == Group.WarmRead)
        {
            using FileStream stream = File.OpenRead(source);
            stream.CopyTo(Stream.Null, 1 << 20);
            return;
        }

        using StorageFile file = StorageFile.Open(FilePath.FromText(source), new StorageFileOptions());
        PageCache.Drop(file);
    }

    // Blocks are touched at one byte a page: what a checksum would do at least.
    private long ReadBlocks()
    {
        long total = 0;
        int sum = 0;
        foreach (ReadOnlySpan<byte> block in SequentialFile.ReadBlocks(source))
        {
            total += block.Length;
            for (int index = 0; index < block.Length; index += 4096)
            {
                sum ^= block[index];
            }
        }

        return sum == int.MinValue ? 0 : total;
    }

    private FileStream Framework(int buffer) => new(source, FileMode.Open, FileAccess.Read, FileShare.Read, buffer, useAsync: false);

    private FileStream FrameworkTarget(int buffer) =>
        new(target, FileMode.Create, FileAccess.Write, FileShare.None, buffer, useAsync: false);

    private static long Copy(SequentialReadStream stream)
    {
        using (stream)
        {
            stream.CopyTo(Stream.Null);
            return stream.Position;
        }
    }

    private long Read(Stream stream, int buffer)
    {
        using (stream)
        {
            long total = 0;
            for (int count; (count = stream.Read(_memory.AsSpan(0, buffer))) > 0;)
            {
                total += count;
            }

            return total;
        }
    }

    private async Task<long> ReadAsync(Stream stream, int buffer)
    {
        await using (stream)
        {
            long total = 0;
            for (int count; (count = await stream.ReadAsync(_memory.AsMemory(0, buffer))) > 0;)
            {
                total += count;
            }

            return total;
        }
    }

    private long Write(Stream stream, int buffer)
    {
        using (stream)
        {
            for (long total = 0; total < length; total += buffer)
            {
                stream.Write(_memory.AsSpan(0, buffer));
            }

            MakeDurable(stream);
        }

        return length;
    }

    private async Task<long> WriteAsync(Stream stream, int buffer)
    {
        await using (stream)
        {
            for (long total = 0; total < length; total += buffer)
            {
                await stream.WriteAsync(_memory.AsMemory(0, buffer));
            }

            MakeDurable(stream);
        }

        return length;
    }

    private long WriteBlocks()
    {
        using BlockWriter writer = BlockWriter.Create(target);
        for (long total = 0; total < length;)
        {
            Span<byte> room = writer.GetSpan();
            int count = (int)Math.Min(room.Length, length - total);
            for (int index = 0; index < count; index += 4096)
            {
                room[index] = unchecked((byte)(index >> 12));
            }

            writer.Advance(count);
            total += count;
        }

        writer.FlushToDisk();
        return length;
    }

    private static void MakeDurable(Stream stream)
    {
        switch (stream)
        {
            case SequentialWriteStream ours:
                ours.FlushToDisk();
                break;
            case FileStream framework:
                framework.Flush(flushToDisk: true);
                break;
        }
    }
}
